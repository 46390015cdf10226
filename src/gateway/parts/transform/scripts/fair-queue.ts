/** A queue that serves its owners in turn, so that one with many entries does not delay the others. */
export class FairQueue<T> {
  /** The entries of each owner; the owner that is served next comes first. */
  readonly #entries = new Map<unknown, T[]>()

  add(owner: unknown, entry: T): void {
    const own = this.#entries.get(owner)
    if (own) own.push(entry)
    else this.#entries.set(owner, [entry])
  }

  /** Removes and returns the oldest entry of the owner that was served longest ago; undefined without any. */
  take(): T | undefined {
    const [next] = this.#entries
    if (!next) return undefined
    const [owner, own] = next
    const entry = own.shift()
    this.#entries.delete(owner)
    if (own.length > 0) this.#entries.set(owner, own)
    return entry
  }

  clear(): void {
    this.#entries.clear()
  }
}
