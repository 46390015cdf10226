/**
 * Limits the streams of a connection that end before their response. A client that opens streams and resets them at
 * once, or makes the server reset them, otherwise starts work without end under the limit of concurrent streams.
 */

const maxAborts = 200
const abortsPerSecond = 20

export class AbortBudget {
  #left = maxAborts
  #countedAt: number

  constructor(now: number) {
    this.#countedAt = now
  }

  /** Counts a stream that ended early, at a monotonic time in milliseconds. Returns whether the client may go on. */
  spend(now: number): boolean {
    const earned = ((now - this.#countedAt) / 1_000) * abortsPerSecond
    this.#countedAt = now
    this.#left = Math.min(maxAborts, this.#left + earned) - 1
    return this.#left >= 0
  }
}
