/** The messages that gets have locked until their removal is committed. */
import type { MessageSource, QueuedMessage } from './queued-message.ts'

export class LockedMessages {
  /** The locked messages with their sources. A queue that was cleared since then has another source. */
  readonly #sources = new Map<QueuedMessage, MessageSource>()

  get size(): number {
    return this.#sources.size
  }

  lock(entry: QueuedMessage, source: MessageSource): void {
    this.#sources.set(entry, source)
    source.lock(entry)
  }

  /**
   * Ends the lock and returns the source of the message, which the caller must tell whether the message is
   * unlocked or removed. Throws an `Error` when the message is not locked.
   */
  release(entry: QueuedMessage): MessageSource {
    const source = this.#sources.get(entry)
    if (!source) throw new Error(`message ${entry.sequence} is not held`)
    this.#sources.delete(entry)
    return source
  }
}
