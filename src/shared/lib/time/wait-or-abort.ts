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

/** Waits for a promise until the signal is aborted. Rejects with the signal's reason when it is aborted first. */
export function waitUntilAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
