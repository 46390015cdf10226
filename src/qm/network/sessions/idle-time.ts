/** The time since a session did something, and when it ends for this (DISCINT). */
export class IdleTime {
  readonly #limitMs: number
  readonly #clock: () => number
  #since: number

  /** 0 seconds for a session that may be idle without an end. */
  constructor(limitSeconds: number, clock: () => number) {
    this.#limitMs = limitSeconds * 1000
    this.#clock = clock
    this.#since = clock()
  }

  restart(): void {
    this.#since = this.#clock()
  }

  get isOver(): boolean {
    return this.#limitMs > 0 && this.#clock() - this.#since >= this.#limitMs
  }

  /** Milliseconds since the epoch; undefined when the session does not end. */
  get endsAt(): number | undefined {
    return this.#limitMs > 0 ? this.#since + this.#limitMs : undefined
  }
}
