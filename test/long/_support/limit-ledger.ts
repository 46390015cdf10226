/**
 * The ledger of a hard limit over all gateways, while Redis is killed and starts again without its entries. Its windows begin
 * again with each start, and with `SLUICE_LIMITS_UNAVAILABLE=reject` no limited call is served while Redis does not run.
 */

/** The number of times that Redis has been killed or started, at the beginning of a call. */
export type RedisPhase = number

export class LimitLedger {
  readonly #limit: number
  /** Even while Redis runs, odd while it does not. */
  #phase: RedisPhase = 0
  /** The calls that were certainly counted after the start of Redis with this number. */
  readonly #certain: number[] = []
  #total = 0
  #outsideOfRuns = 0

  /** `limit` is the number of calls that all gateways together may serve after each start of Redis. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Returns the phase, for `addServed` when the call has ended. */
  get phase(): RedisPhase {
    return this.#phase
  }

  /** Adds a served call. `began` is the phase at its beginning. */
  addServed(began: RedisPhase): void {
    this.#total += 1
    const [first, last] = [Math.ceil(began / 2), Math.floor(this.#phase / 2)]
    if (first > last) this.#outsideOfRuns += 1
    if (first === last) this.#certain[first] = (this.#certain[first] ?? 0) + 1
  }

  /** Records that Redis has ended, and with it all counts. */
  redisEnded(): void {
    if (this.#phase % 2 === 0) this.#phase += 1
  }

  /** Records that Redis is about to start. */
  redisStarts(): void {
    if (this.#phase % 2 === 1) this.#phase += 1
  }

  /** The number of calls that were served. */
  get total(): number {
    return this.#total
  }

  /** The served calls since the last start of Redis. */
  get sinceStart(): number {
    return this.#certain[Math.floor(this.#phase / 2)] ?? 0
  }

  /** What broke the promise of the limit; empty when it was kept. */
  violations(): string[] {
    const found: string[] = []
    const starts = Math.floor(this.#phase / 2) + 1
    if (this.#outsideOfRuns > 0) found.push(`${this.#outsideOfRuns} limited calls were served without Redis`)
    this.#certain.forEach((count, start) => {
      if (count > this.#limit) found.push(`${count} calls were served after start ${start} of Redis`)
    })
    if (this.#total > starts * this.#limit) found.push(`${this.#total} calls were served in ${starts} runs`)
    return found.map((text) => `${text}, the limit is ${this.#limit}`)
  }
}
