/** Timers that elapse only when a test says so. */
import type { Timers } from '../../../../src/shared/lib/time/timers.ts'

export interface ManualTimers extends Timers {
  /** The waiting times of the timers that run, in milliseconds, in ascending order. */
  readonly waiting: readonly number[]
  /** Elapses the timers with this waiting time. */
  elapse(milliseconds: number): void
}

export function manualTimers(): ManualTimers {
  const timers = new Set<{ milliseconds: number; work: () => void }>()
  return {
    get waiting() {
      return [...timers].map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
    },
    after(milliseconds, work) {
      const timer = { milliseconds, work }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    elapse(milliseconds) {
      for (const timer of [...timers]) {
        if (timer.milliseconds !== milliseconds) continue
        timers.delete(timer)
        timer.work()
      }
    },
  }
}
