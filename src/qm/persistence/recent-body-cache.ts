/**
 * Caches the bodies of recently put or browsed persistent messages, because most messages are read soon after the
 * put. The oldest bodies are evicted first.
 */
import type { QueuedMessage } from '../messages/queued-message.ts'

/** The maximum size of the cache in bytes. */
const maxCacheBytes = 1_048_576
/** The maximum size of a cached body in bytes. A longer body would evict many others. */
const maxCachedBodyBytes = 16_384

export class RecentBodyCache {
  /** The memory in bytes that each body occupies, the oldest first. */
  readonly #kept = new Map<QueuedMessage, number>()
  #bytes = 0

  /** Adds a body, which stays available in `message.body` until it is evicted. */
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

  /** Removes a body that is no longer needed. */
  remove(entry: QueuedMessage): void {
    const bytes = this.#kept.get(entry)
    if (bytes === undefined) return
    entry.body = undefined
    this.#kept.delete(entry)
    this.#bytes -= bytes
  }
}
