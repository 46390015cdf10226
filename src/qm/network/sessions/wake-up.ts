/** Lets the loop of a session sleep until something has happened. */
export class WakeUp {
  #sleeping: PromiseWithResolvers<void> | undefined

  /** Ends the sleep; has no effect while the loop works. */
  wake(): void {
    this.#sleeping?.resolve()
  }

  async sleep(): Promise<void> {
    this.#sleeping = Promise.withResolvers()
    await this.#sleeping.promise
    this.#sleeping = undefined
  }
}
