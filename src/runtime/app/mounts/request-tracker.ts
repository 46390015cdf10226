/** Counts the requests that the mounts of a revision serve, so that the revision closes after the last one. */
import type { Mount } from './mounts.ts'

export interface RequestTracker {
  /** Returns the mount with a handler that counts a request until its response has ended or its connection is closed. */
  track<M extends Mount>(mount: M): M
  /** Resolves once no request is served. */
  whenIdle(): Promise<void>
}

export function createRequestTracker(): RequestTracker {
  let inFlight = 0
  let waiting: (() => void)[] = []

  function endRequest(): void {
    inFlight -= 1
    if (inFlight > 0) return
    for (const resolve of waiting) resolve()
    waiting = []
  }

  return {
    track: (mount) => ({
      ...mount,
      handle(request, response) {
        inFlight += 1
        response.once('close', endRequest)
        return mount.handle(request, response)
      },
    }),

    whenIdle: () => (inFlight === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  }
}
