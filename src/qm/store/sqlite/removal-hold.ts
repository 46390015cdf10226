/** Delays the removal of body files while a backup copies them. */
export class RemovalHold {
  #holders = 0
  #released = Promise.withResolvers<void>()

  /** Holds all removals. Returns the function that ends this hold. */
  hold(): () => void {
    if (this.#holders === 0) this.#released = Promise.withResolvers<void>()
    this.#holders += 1
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#holders -= 1
      if (this.#holders === 0) this.#released.resolve()
    }
  }

  /** Resolves when no hold is active. */
  async waitUntilFree(): Promise<void> {
    while (this.#holders > 0) await this.#released.promise
  }
}
