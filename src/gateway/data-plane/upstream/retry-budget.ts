/** A retry budget: retries are a limited share of all requests, so that they cannot multiply the load. */

const maxSaved = 10

export class RetryBudget {
  readonly #share: number
  #saved: number

  /** `share` is the share of requests that may be retried: 0.1 is one in ten. */
  constructor(share: number) {
    this.#share = share
    this.#saved = share > 0 ? 1 : 0
  }

  /** Reports a request that is sent for the first time. */
  earn(): void {
    this.#saved = Math.min(maxSaved, this.#saved + this.#share)
  }

  /** Returns whether a retry is allowed, and takes it from the budget. */
  spend(): boolean {
    if (this.#saved < 1) return false
    this.#saved -= 1
    return true
  }
}
