/**
 * A circuit breaker: stops requests to an upstream after repeated failures, and later lets a single request test
 * whether the upstream works again.
 */

export interface CircuitBreakerSettings {
  /** The number of failures in a row that open the circuit. */
  failures: number
  /** How long the circuit stays open. */
  openMs: number
  /** The response statuses that count as failures. */
  statuses: ReadonlySet<number>
}

/** The outcome of a request. `unknown`: the call ended before the upstream responded. */
export type ExchangeOutcome = 'success' | 'failure' | 'unknown'

export class CircuitBreaker {
  readonly #settings: CircuitBreakerSettings
  #failures = 0
  #openUntil = 0
  #probing = false

  constructor(settings: CircuitBreakerSettings) {
    this.#settings = settings
  }

  /** Whether the circuit has opened, and no request has succeeded since. */
  get isOpen(): boolean {
    return this.#openUntil > 0
  }

  /**
   * Returns whether a request may be sent. After the open time one request may, and its outcome decides for the
   * others.
   */
  allows(now: number): boolean {
    if (this.#openUntil === 0) return true
    return now >= this.#openUntil && !this.#probing
  }

  /** Reports that a request is sent. */
  begin(): void {
    if (this.#openUntil > 0) this.#probing = true
  }

  /**
   * Returns the outcome of a request. `status` is undefined when there was no response; `failed` means that the
   * connection failed or the response broke off.
   */
  judgeExchange(status: number | undefined, failed: boolean): ExchangeOutcome {
    if (failed) return 'failure'
    if (status === undefined) return 'unknown'
    return this.#settings.statuses.has(status) ? 'failure' : 'success'
  }

  /** Reports that a request has ended. */
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
