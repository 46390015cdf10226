/** Messages that somebody is getting: their removal is not committed yet. */
import type { Entry } from './entry.ts'
import type { Source } from './source.ts'

export class Held {
  /** Each with the place where it lies: a queue that was cleared meanwhile has another one. */
  readonly #sources = new Map<Entry, Source>()

  get size(): number {
    return this.#sources.size
  }

  hold(entry: Entry, source: Source): void {
    this.#sources.set(entry, source)
    source.hold(entry)
  }

  /** Nobody is getting it any more; answers where it lies, for what becomes of it. */
  release(entry: Entry): Source {
    const source = this.#sources.get(entry)
    if (!source) throw new Error(`message ${entry.sequence} is not held`)
    this.#sources.delete(entry)
    return source
  }
}
