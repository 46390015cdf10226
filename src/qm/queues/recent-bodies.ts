/**
 * The bodies of persistent messages that came, or were looked at, a moment ago: most are asked for at once, and are not read
 * from the store again. The latest stay, as many as fit.
 */
import type { Entry } from './entry.ts'

/** Bytes of memory. */
const most = 1_048_576
/** Bytes; a longer one would drive out many. */
const longest = 16_384

export class RecentBodies {
  /** The memory that each holds on to, the oldest first. */
  readonly #kept = new Map<Entry, number>()
  #bytes = 0

  /** The entry has this body from now on, until others come. */
  keep(entry: Entry, body: Buffer): void {
    const bytes = body.buffer.byteLength
    if (bytes > longest || this.#kept.has(entry)) return
    entry.body = body
    this.#kept.set(entry, bytes)
    this.#bytes += bytes
    for (const [oldest, its] of this.#kept) {
      if (this.#bytes <= most) break
      oldest.body = undefined
      this.#kept.delete(oldest)
      this.#bytes -= its
    }
  }

  /** Nobody will ask for it again. */
  drop(entry: Entry): void {
    const bytes = this.#kept.get(entry)
    if (bytes === undefined) return
    entry.body = undefined
    this.#kept.delete(entry)
    this.#bytes -= bytes
  }
}
