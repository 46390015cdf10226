/** The current windows by key. Windows that have ended are removed from time to time. */
export interface CountWindow {
  /** When the window ends, in milliseconds since the epoch. */
  endsAt: number
  count: number
}

const fewest = 10_000

export class CountWindows<W extends CountWindow> {
  readonly #byKey = new Map<string, W>()
  #tidyAbove = fewest

  /** Returns the window of a key that ends at a time; undefined when nothing was counted in it. */
  find(key: string, endsAt: number): W | undefined {
    const window = this.#byKey.get(key)
    return window?.endsAt === endsAt ? window : undefined
  }

  /** Starts a window, which replaces the previous window of the key. */
  begin(key: string, window: W, now: number): W {
    if (this.#byKey.size >= this.#tidyAbove) this.#tidy(now)
    this.#byKey.set(key, window)
    return window
  }

  entries(): IterableIterator<[string, W]> {
    return this.#byKey.entries()
  }

  /**
   * Removes the windows that have ended. It visits all of them, so it runs again only when their number has
   * doubled.
   */
  #tidy(now: number): void {
    for (const [key, { endsAt }] of this.#byKey) if (endsAt <= now) this.#byKey.delete(key)
    this.#tidyAbove = Math.max(fewest, 2 * this.#byKey.size)
  }
}
