/**
 * Leaves an upstream alone that fails again and again, and lets a single call find out whether it is back.
 */

export interface BreakerSettings {
  /** Failures in a row that open it. */
  failures: number
  /** How long it stays open. */
  openMs: number
}

export class CircuitBreaker {
  readonly #settings: BreakerSettings
  #failures = 0
  #openUntil = 0
  #probing = false

  constructor(settings: BreakerSettings) {
    this.#settings = settings
  }

  /** Whether a call may go out. After the open time one may, and its outcome decides for the others. */
  allows(now: number): boolean {
    if (this.#openUntil === 0) return true
    return now >= this.#openUntil && !this.#probing
  }

  /** A call goes out. */
  begin(): void {
    if (this.#openUntil > 0) this.#probing = true
  }

  end(failed: boolean, now: number): void {
    this.#probing = false
    if (!failed) {
      this.#failures = 0
      this.#openUntil = 0
      return
    }
    this.#failures += 1
    if (this.#failures >= this.#settings.failures) this.#openUntil = now + this.#settings.openMs
  }
}
