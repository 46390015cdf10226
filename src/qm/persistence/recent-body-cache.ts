/**
 * The bodies of persistent messages that came, or were looked at, a moment ago: most are asked for at once, and are not read
 * from the store again. The latest stay, as many as fit.
 */
import type { QueuedMessage } from '../messages/queued-message.ts'

/** Bytes of memory. */
const maxCacheBytes = 1_048_576
/** Bytes; a longer one would drive out many. */
const maxCachedBodyBytes = 16_384

export class RecentBodyCache {
  /** The memory that each holds on to, the oldest first. */
  readonly #kept = new Map<QueuedMessage, number>()
  #bytes = 0

  /** The entry has this body from now on, until others come. */
  add(entry: QueuedMessage, body: Buffer): void {
    const bytes = body.buffer.byteLength
    if (bytes > maxCachedBodyBytes || this.#kept.has(entry)) return
    entry.body = body
    this.#kept.set(entry, bytes)
    this.#bytes += bytes
    for (const [oldest, its] of this.#kept) {
      if (this.#bytes <= maxCacheBytes) break
      oldest.body = undefined
      this.#kept.delete(oldest)
      this.#bytes -= its
    }
  }

  /** Nobody will ask for it again. */
  remove(entry: QueuedMessage): void {
    const bytes = this.#kept.get(entry)
    if (bytes === undefined) return
    entry.body = undefined
    this.#kept.delete(entry)
    this.#bytes -= bytes
  }
}
