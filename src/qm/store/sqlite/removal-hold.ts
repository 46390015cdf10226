/** Delays the removal of body files while a backup copies them. */
export class RemovalHold {
  readonly #holds = new Set<Promise<void>>()

  /** Holds all removals. Returns the function that ends this hold. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#holds.add(promise)
    return () => {
      this.#holds.delete(promise)
      resolve()
    }
  }

  /** Resolves when no hold is active. */
  async waitUntilFree(): Promise<void> {
    while (this.#holds.size > 0) await Promise.all(this.#holds)
  }
}
