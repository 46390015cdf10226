/** The pauses between the attempts of an interrupted transfer: they grow while it makes no progress. */
import type { Timers } from '../../../../../shared/lib/time/timers.ts'
import { waitOrAbort } from '../../../../../shared/lib/time/wait-or-abort.ts'

const firstPauseMs = 500
const maxPauseMs = 30_000

export class RetryPause {
  readonly #timers: Timers
  #pauseMs = firstPauseMs
  #interruptedAt: number | undefined

  constructor(timers: Timers) {
    this.#timers = timers
  }

  /** Counts an interruption. Returns the milliseconds without progress, and the pause that follows. */
  interrupted(now: number, hasProgress: boolean): { readonly idleMs: number; readonly pauseMs: number } {
    this.#interruptedAt = hasProgress ? now : (this.#interruptedAt ?? now)
    this.#pauseMs = hasProgress ? firstPauseMs : Math.min(2 * this.#pauseMs, maxPauseMs)
    return { idleMs: now - this.#interruptedAt, pauseMs: this.#pauseMs }
  }

  /** Resolves after the pause, or after `maxMs` if that is less. Rejects when the signal is aborted. */
  async wait(signal: AbortSignal, maxMs: number): Promise<void> {
    await waitOrAbort(Math.min(this.#pauseMs, maxMs), signal, this.#timers)
    signal.throwIfAborted()
  }
}
