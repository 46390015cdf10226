/**
 * The copy of the committed messages on this machine, which answers reads at once. Memory has the latest changes; the
 * file has the rest, and is written in batches in the background.
 */
import type { MessageStore, StoreChange, StoredMessageReader } from '../message-store.ts'
import { UnwrittenChanges } from './unwritten-changes.ts'

/** The file of the copy, and how much stays in memory. */
export interface LocalCopyOptions {
  readonly file: Pick<MessageStore, 'messages' | 'commit'>
  /** The memory in bytes of messages that are not in the file. */
  readonly maxUnwrittenBytes?: number
  /** Called once when the file cannot be written. The copy must not be used any more. */
  onFailed(error: Error): void
}

export interface LocalCopy {
  readonly messages: StoredMessageReader
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
  const { file, maxUnwrittenBytes = defaultMaxUnwrittenBytes, onFailed } = options
  const unwritten = new UnwrittenChanges()
  let isClosed = false
  let writing: Promise<void> | undefined

  const messages: StoredMessageReader = {
    takeLaneSnapshots: () => file.messages.takeLaneSnapshots(),

    find(queue, sequence) {
      const recent = unwritten.find(sequence)
      if (recent) return recent !== 'removed' && recent.queue === queue ? recent.message : undefined
      const found = file.messages.find(queue, sequence)
      return found && unwritten.update(found)
    },

    read(queue, sequence) {
      const recent = unwritten.find(sequence)
      if (recent === undefined) {
        const found = file.messages.read(queue, sequence)
        return found && { message: unwritten.update(found.message), body: found.body }
      }
      if (recent === 'removed' || recent.queue !== queue) return undefined
      return { message: recent.message, body: recent.message.bodyFile ? undefined : recent.body }
    },

    expired(now, limit) {
      const written = file.messages
        .expired(now, limit + unwritten.hiddenCount)
        .filter(({ message }) => unwritten.find(message.sequence) === undefined)
        .map(({ queue, message }) => ({ queue, message: unwritten.update(message) }))
      const recent = unwritten.expired(now)
      if (recent.length === 0) return written.slice(0, limit)
      return [...written, ...recent]
        .toSorted((a, b) => (a.message.expiresAt as number) - (b.message.expiresAt as number))
        .slice(0, limit)
    },

    body(sequence) {
      const recent = unwritten.find(sequence)
      if (recent === undefined) return file.messages.body(sequence)
      return recent === 'removed' ? undefined : recent.body
    },
  }

  const isOverLimit = () => unwritten.bytes > maxUnwrittenBytes || unwritten.changeCount > maxUnwrittenChanges

  /** Writes batches until what remains fits in memory. */
  async function writeBatches(): Promise<void> {
    try {
      while (isOverLimit() && !isClosed) {
        const batch = unwritten.takeBatch(unwritten.bytes > maxUnwrittenBytes ? messagesPerBatch : 0)
        await file.commit(batch, { urgent: true })
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
