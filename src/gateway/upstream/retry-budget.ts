/**
 * How many calls may be sent a second time: a share of all, so that retries cannot multiply the load of an upstream
 * that is failing.
 */

const mostSaved = 10

export class RetryBudget {
  readonly #share: number
  #saved: number

  /** `share`: 0.1 lets one in ten calls be sent again. */
  constructor(share: number) {
    this.#share = share
    this.#saved = share > 0 ? 1 : 0
  }

  /** A call went out for the first time. */
  earn(): void {
    this.#saved = Math.min(mostSaved, this.#saved + this.#share)
  }

  /** Whether there is enough for a second time, which is then spent. */
  spend(): boolean {
    if (this.#saved < 1) return false
    this.#saved -= 1
    return true
  }
}
