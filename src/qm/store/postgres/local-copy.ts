/**
 * The copy of the committed messages on this machine, which answers reads at once. Memory has the latest changes and
 * their bodies. The file has the other messages without their bodies, and is written in batches in the background.
 */
import type { StoreChange, StoredMessage, StoredMessageReader } from '../message-store.ts'
import type { CopyFile } from '../sqlite/copy-file.ts'
import { UnwrittenChanges } from './unwritten-changes.ts'

/** The file of the copy, and how much stays in memory. */
export interface LocalCopyOptions {
  readonly file: Pick<CopyFile, 'messages' | 'has' | 'commit'>
  /** Reads a body that memory does not have. `next` iterates over messages whose bodies may be read ahead. */
  readBody(sequence: number, next: Iterable<number>): Promise<Buffer | undefined>
  /** The memory in bytes of messages that are not in the file. */
  readonly maxUnwrittenBytes?: number
  /** Called once when the file cannot be written. The copy must not be used any more. */
  onFailed(error: Error): void
}

export interface LocalCopy {
  readonly messages: Omit<StoredMessageReader, 'takeLaneSnapshots'>
  /** Returns whether the copy has a message. */
  has(sequence: number): boolean
  /** Shows committed changes at once. Resolves when memory has room for the next ones. Never rejects. */
  apply(changes: readonly StoreChange[]): Promise<void> | undefined
  /** Waits for the batch that is being written. What is only in memory is discarded. */
  close(): Promise<void>
}

const defaultMaxUnwrittenBytes = 32 * 1_048_576
/** The maximum number of removals and backout counts that are not in the file. */
const maxUnwrittenChanges = 4_096
/** The maximum number of messages in a batch. Serializing them takes about a millisecond. */
const messagesPerBatch = 128

export function openLocalCopy(options: LocalCopyOptions): LocalCopy {
  const { file, readBody, maxUnwrittenBytes = defaultMaxUnwrittenBytes, onFailed } = options
  const unwritten = new UnwrittenChanges()
  let isClosed = false
  let writing: Promise<void> | undefined

  const messages: LocalCopy['messages'] = {
    find,

    read(queue, sequence) {
      const message = find(queue, sequence)
      const recent = unwritten.find(sequence)
      const body = typeof recent === 'object' && !recent.message.bodyFile ? recent.body : undefined
      return message && { message, body }
    },

    expired(now, limit) {
      const written = file.messages
        .expired(now, limit + unwritten.hiddenCount)
        .filter(({ message }) => unwritten.find(message.sequence) === undefined)
        .map(({ queue, message }) => ({ queue, message: unwritten.update(message) }))
      return [...written, ...unwritten.expired(now)]
        .toSorted((a, b) => (a.message.expiresAt as number) - (b.message.expiresAt as number))
        .slice(0, limit)
    },

    body(sequence, next = () => []) {
      const recent = unwritten.find(sequence)
      if (typeof recent === 'object') return recent.body
      return has(sequence) ? readBody(sequence, withoutRecent(next())) : undefined
    },
  }

  function has(sequence: number): boolean {
    const recent = unwritten.find(sequence)
    return recent === undefined ? file.has(sequence) : recent !== 'removed'
  }

  function find(queue: number, sequence: number): StoredMessage | undefined {
    const recent = unwritten.find(sequence)
    if (recent) return recent !== 'removed' && recent.queue === queue ? recent.message : undefined
    const found = file.messages.find(queue, sequence)
    return found && unwritten.update(found)
  }

  function* withoutRecent(sequences: Iterable<number>): Generator<number> {
    for (const sequence of sequences) if (unwritten.find(sequence) === undefined) yield sequence
  }

  const isOverLimit = () => unwritten.bytes > maxUnwrittenBytes || unwritten.changeCount > maxUnwrittenChanges

  /** Writes batches until what remains fits in memory. */
  async function writeBatches(): Promise<void> {
    try {
      while (isOverLimit() && !isClosed) {
        // mutant operator >=: messages that fill the memory exactly leave a batch earlier
        const batch = unwritten.takeBatch(unwritten.bytes > maxUnwrittenBytes ? messagesPerBatch : 0)
        await file.commit(batch.map(withoutBody))
        unwritten.finishBatch(batch)
      }
    } catch (error) {
      isClosed = true
      onFailed(error as Error)
    } finally {
      writing = undefined
    }
  }

  return {
    messages,
    has,

    apply(changes) {
      for (const change of changes) unwritten.apply(change)
      if (isOverLimit() && !isClosed) writing ??= writeBatches()
      return writing && unwritten.bytes > 2 * maxUnwrittenBytes ? writing : undefined
    },

    async close() {
      isClosed = true
      await writing
    },
  }
}

const emptyBody = Buffer.alloc(0)

function withoutBody(change: StoreChange): StoreChange {
  return change.type === 'add' ? { ...change, body: emptyBody } : change
}
