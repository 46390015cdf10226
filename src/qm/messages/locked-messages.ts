/** Messages that somebody is getting: their removal is not committed yet. */

import type { MessageSource } from './message-source.ts'
import type { QueuedMessage } from './queued-message.ts'

export class LockedMessages {
  /** Each with the place where it lies: a queue that was cleared meanwhile has another one. */
  readonly #sources = new Map<QueuedMessage, MessageSource>()

  get size(): number {
    return this.#sources.size
  }

  lock(entry: QueuedMessage, source: MessageSource): void {
    this.#sources.set(entry, source)
    source.lock(entry)
  }

  /** Nobody is getting it any more; answers where it lies, for what becomes of it. */
  release(entry: QueuedMessage): MessageSource {
    const source = this.#sources.get(entry)
    if (!source) throw new Error(`message ${entry.sequence} is not held`)
    this.#sources.delete(entry)
    return source
  }
}
