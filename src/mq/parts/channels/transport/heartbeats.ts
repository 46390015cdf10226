/** The heartbeats of a connection: sent when nothing else is, and expected from the partner. */
import type { Clock } from '../../../../shared/lib/time/clock.ts'
import type { Timers } from '../../../../shared/lib/time/timers.ts'

export interface HeartbeatsDeps {
  readonly clock: Clock
  readonly timers: Timers
  /** Sends a heartbeat. */
  send(): void
  /** Called when the partner has sent nothing for too long, with that time in milliseconds. */
  silent(silentMs: number): void
}

export class Heartbeats {
  readonly #deps: HeartbeatsDeps
  #intervalMs = 0
  #lastSentAt: number
  #lastReceivedAt: number
  #cancel = () => {}

  constructor(deps: HeartbeatsDeps) {
    this.#deps = deps
    this.#lastSentAt = deps.clock()
    this.#lastReceivedAt = deps.clock()
  }

  /** When the partner sent anything, in milliseconds since the epoch. */
  get lastReceivedAt(): number {
    return this.#lastReceivedAt
  }

  recordSent(): void {
    this.#lastSentAt = this.#deps.clock()
  }

  recordReceived(): void {
    this.#lastReceivedAt = this.#deps.clock()
  }

  /** Sends a heartbeat after this time without data. 0 sends none, and accepts a silent partner. */
  start(seconds: number): void {
    this.#intervalMs = seconds * 1000
    this.#schedule()
  }

  stop(): void {
    this.#intervalMs = 0
    this.#cancel()
  }

  #schedule(): void {
    this.#cancel()
    if (this.#intervalMs === 0) return
    const { clock, timers } = this.#deps
    const waitMs = Math.max(10, this.#lastSentAt + this.#intervalMs - clock())
    this.#cancel = timers.after(waitMs, () => this.#check())
  }

  #check(): void {
    const now = this.#deps.clock()
    const silentMs = now - this.#lastReceivedAt
    // In addition to the interval, it waits as long again, at most a minute.
    if (silentMs >= this.#intervalMs + Math.min(this.#intervalMs, 60_000)) {
      this.#deps.silent(silentMs)
      return
    }
    if (now - this.#lastSentAt >= this.#intervalMs) this.#deps.send()
    this.#schedule()
  }
}
