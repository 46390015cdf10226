/** Tracks gets that wait for a message, so that the server can end them when it closes. */

export type WaitingGets = ReturnType<typeof createWaitingGets>

/** The server closed before a message arrived. */
export class WaitEndedError extends Error {
  override name = 'WaitEndedError'
}

export function createWaitingGets() {
  const waiting = new Set<AbortController>()
  let hasEnded = false

  return {
    /** Registers a waiting get until `leave`; its signal aborts with `WaitEndedError` at close. Undefined when closed. */
    start(signal: AbortSignal): { signal: AbortSignal; leave(): void } | undefined {
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

    /** Ends every wait. Later gets do not wait. */
    endAll(): void {
      hasEnded = true
      for (const controller of waiting) controller.abort(new WaitEndedError('the server ends'))
    },
  }
}
