/** A circuit breaker: stops requests after repeated failures, and later tests the upstream with a single one. */

export interface CircuitBreakerSettings {
  /** The number of failures in a row that open the circuit. */
  failures: number
  /** How long the circuit stays open. */
  openMs: number
  /** The response statuses that count as failures. */
  statuses: ReadonlySet<number>
  /** A share of failures that opens the circuit as well; undefined for none. */
  rate?: FailureRate | undefined
}

/** The share of failures, from 0 to 1, among at least `minRequests` requests within a window. */
export interface FailureRate {
  share: number
  minRequests: number
  windowMs: number
}

/** The outcome of a request. `unknown`: the call ended before the upstream responded. */
export type ExchangeOutcome = 'success' | 'failure' | 'unknown'

export class CircuitBreaker {
  readonly #settings: CircuitBreakerSettings
  #failures = 0
  /** The requests of the current window. */
  #window = { endsAt: 0, requests: 0, failures: 0 }
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

  /** Returns whether a request may be sent. After the open time one may, and decides for the others. */
  allows(now: number): boolean {
    if (this.#openUntil === 0) return true
    return now >= this.#openUntil && !this.#probing
  }

  /** Reports that a request is sent. Returns what `end` needs. */
  begin(): number {
    if (this.#openUntil > 0) this.#probing = true
    return this.#openings
  }

  /** Returns the outcome. `status` is undefined without a response; `failed`: no connection, or it broke off. */
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
    const isRateExceeded = this.#exceedsRate(outcome, now)
    if (outcome === 'success') {
      this.#failures = 0
      this.#openUntil = 0
      return
    }
    this.#failures += 1
    if (this.#failures < this.#settings.failures && !isRateExceeded) return
    this.#window.endsAt = 0
    this.#openings += 1
    this.#openUntil = now + this.#settings.openMs
  }

  #exceedsRate(outcome: 'success' | 'failure', now: number): boolean {
    const { rate } = this.#settings
    if (!rate) return false
    if (now >= this.#window.endsAt) this.#window = { endsAt: now + rate.windowMs, requests: 0, failures: 0 }
    this.#window.requests += 1
    if (outcome === 'failure') this.#window.failures += 1
    const { requests, failures } = this.#window
    return requests >= rate.minRequests && failures >= requests * rate.share
  }
}
