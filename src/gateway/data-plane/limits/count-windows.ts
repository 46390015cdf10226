/** The current windows by key. Windows that have ended are removed from time to time. */
export interface CountWindow {
  /** When the window ends, in milliseconds since the epoch. */
  endsAt: number
  count: number
}

const minSweepSize = 10_000

export class CountWindows<W extends CountWindow> {
  readonly #byKey = new Map<string, W>()
  #sweepAbove = minSweepSize

  /** Returns the window of a key that ends at a time; undefined when nothing was counted in it. */
  find(key: string, endsAt: number): W | undefined {
    const window = this.#byKey.get(key)
    return window?.endsAt === endsAt ? window : undefined
  }

  /** Starts a window, which replaces the previous window of the key. */
  begin(key: string, window: W, now: number): W {
    if (this.#byKey.size >= this.#sweepAbove) this.#removeEnded(now)
    this.#byKey.set(key, window)
    return window
  }

  entries(): IterableIterator<[string, W]> {
    return this.#byKey.entries()
  }

  /** Removes the windows that have ended: all are visited, so it runs again only when their number has doubled. */
  #removeEnded(now: number): void {
    for (const [key, { endsAt }] of this.#byKey) if (endsAt <= now) this.#byKey.delete(key)
    this.#sweepAbove = Math.max(minSweepSize, 2 * this.#byKey.size)
  }
}
