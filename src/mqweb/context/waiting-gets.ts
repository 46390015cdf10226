/** Gets that wait for a message, so that the end of the server need not wait for them. */

export interface WaitingGets {
  /**
   * A signal for a get that waits: it aborts with `signal`, and with `WaitEnded` at the end of the server. Undefined when
   * gets wait no longer. Call `leave` when the get is over.
   */
  start(signal: AbortSignal): { signal: AbortSignal; leave(): void } | undefined
  /** Ends every wait; gets do not wait from now on. */
  endAll(): void
}

/** The server ends before a message came. */
export class WaitEndedError extends Error {
  override name = 'WaitEnded'
}

export function createWaitingGets(): WaitingGets {
  const waiting = new Set<AbortController>()
  let hasEnded = false

  return {
    start(signal) {
      if (hasEnded) return undefined
      const controller = new AbortController()
      const abort = () => controller.abort(signal.reason)
      if (signal.aborted) abort()
      else signal.addEventListener('abort', abort, { once: true })
      waiting.add(controller)
      return {
        signal: controller.signal,
        leave() {
          signal.removeEventListener('abort', abort)
          waiting.delete(controller)
        },
      }
    },

    endAll() {
      hasEnded = true
      for (const controller of waiting) controller.abort(new WaitEndedError('the server ends'))
    },
  }
}
