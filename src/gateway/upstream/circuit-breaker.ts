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
  /** How often the circuit has opened. */
  #openings = 0

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

  /** Reports that a request is sent. Returns what `end` needs. */
  begin(): number {
    if (this.#openUntil > 0) this.#probing = true
    return this.#openings
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

  /**
   * Reports that a request has ended. A request that began before the circuit last opened neither closes the circuit nor
   * ends the test.
   *
   * @param begun what `begin` returned for the request
   */
  end(outcome: ExchangeOutcome, begun: number, now: number): void {
    if (begun !== this.#openings) return
    this.#probing = false
    if (outcome === 'unknown') return
    if (outcome === 'success') {
      this.#failures = 0
      this.#openUntil = 0
      return
    }
    this.#failures += 1
    if (this.#failures < this.#settings.failures) return
    this.#openings += 1
    this.#openUntil = now + this.#settings.openMs
  }
}
