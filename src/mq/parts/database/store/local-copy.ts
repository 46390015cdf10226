/**
 * The copy of the committed messages on this machine, which answers reads at once. Memory has the latest changes and
 * their bodies. The file has the other messages without their bodies, and is written in batches in the background.
 */
import type { StoreChange, StoredMessage, StoredMessageReader } from '../../../manager/store/message-store.ts'
import type { CopyFile } from '../../../manager/store/sqlite/sqlite-store.ts'
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

const defaultMaxUnwrittenBytes = 32 * 1_048_576
/** The maximum number of removals and backout counts that are not in the file. */
const maxUnwrittenChanges = 4_096
/** The maximum number of messages in a batch. Serializing them takes about a millisecond. */
const messagesPerBatch = 128

export class LocalCopy {
  readonly messages: Omit<StoredMessageReader, 'takeLaneSnapshots'> = {
    find: (queue, sequence) => this.#find(queue, sequence),

    read: (queue, sequence) => {
      const message = this.#find(queue, sequence)
      const recent = this.#unwritten.find(sequence)
      const body = typeof recent === 'object' && !recent.message.bodyFile ? recent.body : undefined
      return message && { message, body }
    },

    expired: (now, limit) => {
      const unwritten = this.#unwritten
      const written = this.#options.file.messages
        .expired(now, limit + unwritten.hiddenCount)
        .filter(({ message }) => unwritten.find(message.sequence) === undefined)
        .map(({ queue, message }) => ({ queue, message: unwritten.update(message) }))
      return [...written, ...unwritten.expired(now)]
        .toSorted((a, b) => (a.message.expiresAt as number) - (b.message.expiresAt as number))
        .slice(0, limit)
    },

    body: (sequence, next = () => []) => {
      const recent = this.#unwritten.find(sequence)
      if (typeof recent === 'object') return recent.body
      return this.has(sequence) ? this.#options.readBody(sequence, this.#withoutRecent(next())) : undefined
    },
  }
  readonly #options: LocalCopyOptions
  readonly #maxUnwrittenBytes: number
  readonly #unwritten = new UnwrittenChanges()
  #isClosed = false
  #writing: Promise<void> | undefined

  constructor(options: LocalCopyOptions) {
    this.#options = options
    this.#maxUnwrittenBytes = options.maxUnwrittenBytes ?? defaultMaxUnwrittenBytes
  }

  /** Returns whether the copy has a message. */
  has(sequence: number): boolean {
    const recent = this.#unwritten.find(sequence)
    return recent === undefined ? this.#options.file.has(sequence) : recent !== 'removed'
  }

  /** Shows committed changes at once. Resolves when memory has room for the next ones. Never rejects. */
  apply(changes: readonly StoreChange[]): Promise<void> | undefined {
    for (const change of changes) this.#unwritten.apply(change)
    if (this.#isOverLimit && !this.#isClosed) this.#writing ??= this.#writeBatches()
    return this.#writing && this.#unwritten.bytes > 2 * this.#maxUnwrittenBytes ? this.#writing : undefined
  }

  /** Waits for the batch that is being written. What is only in memory is discarded. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#writing
  }

  #find(queue: number, sequence: number): StoredMessage | undefined {
    const recent = this.#unwritten.find(sequence)
    if (recent) return recent !== 'removed' && recent.queue === queue ? recent.message : undefined
    const found = this.#options.file.messages.find(queue, sequence)
    return found && this.#unwritten.update(found)
  }

  *#withoutRecent(sequences: Iterable<number>): Generator<number> {
    for (const sequence of sequences) if (this.#unwritten.find(sequence) === undefined) yield sequence
  }

  get #isOverLimit(): boolean {
    return this.#unwritten.bytes > this.#maxUnwrittenBytes || this.#unwritten.changeCount > maxUnwrittenChanges
  }

  /** Writes batches until what remains fits in memory. */
  async #writeBatches(): Promise<void> {
    const unwritten = this.#unwritten
    try {
      while (this.#isOverLimit && !this.#isClosed) {
        const batch = unwritten.takeBatch(unwritten.bytes > this.#maxUnwrittenBytes ? messagesPerBatch : 0)
        await this.#options.file.commit(
          batch.map((change) => (change.type === 'add' ? { ...change, body: emptyBody } : change)),
        )
        unwritten.finishBatch(batch)
      }
    } catch (error) {
      this.#isClosed = true
      this.#options.onFailed(error as Error)
    } finally {
      this.#writing = undefined
    }
  }
}

const emptyBody = Buffer.alloc(0)
