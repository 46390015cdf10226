/** Tracks gets that wait for a message, so that the server can end them when it closes. */

export interface WaitingGets {
  /** Registers a waiting get until `leave`; its signal aborts with `WaitEndedError` at close. Undefined when closed. */
  start(signal: AbortSignal): { signal: AbortSignal; leave(): void } | undefined
  /** Ends every wait. Later gets do not wait. */
  endAll(): void
}

/** The server closed before a message arrived. */
export class WaitEndedError extends Error {
  override name = 'WaitEndedError'
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
