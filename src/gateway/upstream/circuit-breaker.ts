/**
 * Leaves an upstream alone that fails again and again, and lets a single call find out whether it is back.
 */

export interface CircuitBreakerSettings {
  /** Failures in a row that open it. */
  failures: number
  /** How long it stays open. */
  openMs: number
  /** Statuses of responses that are failures. */
  statuses: ReadonlySet<number>
}

/** `unknown`: the call ended before the upstream could show whether it works. */
export type ExchangeOutcome = 'success' | 'failure' | 'unknown'

export class CircuitBreaker {
  readonly #settings: CircuitBreakerSettings
  #failures = 0
  #openUntil = 0
  #probing = false

  constructor(settings: CircuitBreakerSettings) {
    this.#settings = settings
  }

  /** It has opened, and no call has succeeded since. */
  get isOpen(): boolean {
    return this.#openUntil > 0
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

  /** The outcome of a call: the status of its response, if there was one, and whether the upstream failed beside it. */
  judgeExchange(status: number | undefined, failed: boolean): ExchangeOutcome {
    if (failed) return 'failure'
    if (status === undefined) return 'unknown'
    return this.#settings.statuses.has(status) ? 'failure' : 'success'
  }

  /** A call has ended. */
  end(outcome: ExchangeOutcome, now: number): void {
    this.#probing = false
    if (outcome === 'unknown') return
    if (outcome === 'success') {
      this.#failures = 0
      this.#openUntil = 0
      return
    }
    this.#failures += 1
    if (this.#failures >= this.#settings.failures) this.#openUntil = now + this.#settings.openMs
  }
}
