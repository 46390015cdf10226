/** Waits for a time that a signal can end early. */
import type { Timers } from './timers.ts'

/** Resolves after the time, or as soon as the signal is aborted. */
export function waitOrAbort(milliseconds: number, signal: AbortSignal, timers: Timers): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const settle = () => {
      cancelTimer()
      signal.removeEventListener('abort', settle)
      resolve()
    }
    const cancelTimer = timers.after(milliseconds, settle)
    signal.addEventListener('abort', settle, { once: true })
  })
}
