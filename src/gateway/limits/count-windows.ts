/**
 * The windows that are being counted, by key. Those that are over are forgotten, now and then.
 */
export interface CountWindow {
  /** Milliseconds since the epoch. */
  endsAt: number
  count: number
}

const fewest = 10_000

export class CountWindows<W extends CountWindow> {
  readonly #byKey = new Map<string, W>()
  #tidyAbove = fewest

  /** The window of a key that ends at a time; undefined when nothing was counted in it. */
  find(key: string, endsAt: number): W | undefined {
    const window = this.#byKey.get(key)
    return window?.endsAt === endsAt ? window : undefined
  }

  /** Begins a window, which takes the place of the one before it. */
  begin(key: string, window: W, now: number): W {
    if (this.#byKey.size >= this.#tidyAbove) this.#tidy(now)
    this.#byKey.set(key, window)
    return window
  }

  entries(): IterableIterator<[string, W]> {
    return this.#byKey.entries()
  }

  /** It looks at all of them, so there must be twice as many before it does so again. */
  #tidy(now: number): void {
    for (const [key, { endsAt }] of this.#byKey) if (endsAt <= now) this.#byKey.delete(key)
    this.#tidyAbove = Math.max(fewest, 2 * this.#byKey.size)
  }
}
