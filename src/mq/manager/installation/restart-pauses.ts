/** The pauses before an instance that has lost its store, or could not become active, tries again. */

const minPauseMs = 500
const maxPauseMs = 60_000

export class RestartPauses {
  readonly #now: () => number
  #failures = 0
  #activeSince: number | undefined

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Records that the instance has become active. */
  recordActive(): void {
    this.#activeSince = this.#now()
  }

  /**
   * Records that the instance has ended or could not become active. Returns the pause before the next attempt in
   * milliseconds: it doubles from half a second up to a minute, and begins again after an instance that was active for longer
   * than a minute.
   */
  recordFailure(): number {
    const activeMs = this.#activeSince === undefined ? 0 : this.#now() - this.#activeSince
    this.#activeSince = undefined
    if (activeMs > maxPauseMs) this.#failures = 0
    const pauseMs = Math.min(minPauseMs * 2 ** this.#failures, maxPauseMs)
    this.#failures += 1
    return pauseMs
  }
}
