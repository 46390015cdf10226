/** The current and the previous window of each key. Windows that have ended are removed from time to time. */
export interface CountWindow {
  /** When the window ends, in milliseconds since the epoch. */
  endsAt: number
  count: number
}

const minSweepSize = 10_000

export class CountWindows<W extends CountWindow> {
  readonly #byKey = new Map<string, W>()
  /** The windows before them: a call that waited for its security check is counted in the window in which it began. */
  readonly #previous = new Map<string, W>()
  #sweepAbove = minSweepSize

  /** Returns the window of a key that ends at a time; undefined when nothing was counted in it. */
  find(key: string, endsAt: number): W | undefined {
    const window = this.#byKey.get(key)
    if (window?.endsAt === endsAt) return window
    const previous = this.#previous.get(key)
    return previous?.endsAt === endsAt ? previous : undefined
  }

  /** Starts a window. The key keeps the window with the latest end and the last one beside it. */
  begin(key: string, window: W, now: number): W {
    if (this.#byKey.size >= this.#sweepAbove) this.#removeEnded(now)
    const current = this.#byKey.get(key)
    const isPrevious = current !== undefined && window.endsAt < current.endsAt
    if (current) this.#previous.set(key, isPrevious ? window : current)
    if (!isPrevious) this.#byKey.set(key, window)
    return window
  }

  entries(): IterableIterator<[string, W]> {
    return this.#byKey.entries()
  }

  /** Removes the windows that have ended: all are visited, so it runs again only when their number has doubled. */
  #removeEnded(now: number): void {
    for (const windows of [this.#byKey, this.#previous])
      for (const [key, { endsAt }] of windows) if (endsAt <= now) windows.delete(key)
    this.#sweepAbove = Math.max(minSweepSize, 2 * this.#byKey.size)
  }
}
