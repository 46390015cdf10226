/** Finds requests that make one worker after the other hang, so that they can be refused for a while. */
import type { HangReport, RequestInProgress } from './request-in-progress.ts'

/** The time for which workers refuse a request. The response says it in `Retry-After`. */
export const refusalSeconds = 300
/** Two hangs within this time count as repeated. */
const memoryMs = 600_000

/** A request that workers refuse. */
export type RequestRefusal = { fingerprint: string; seconds: number }

/** `clock` returns milliseconds. */
export function openRepeatedHangs(clock: () => number) {
  const lastHangs = new Map<string, number>()
  const refusedUntil = new Map<string, number>()

  return {
    /** Adds a hang. Returns the request that is refused from now on; undefined when none has caused two hangs. */
    add({ requests = [], executed }: HangReport): RequestInProgress | undefined {
      const now = clock()
      for (const [fingerprint, at] of lastHangs) if (now - at > memoryMs) lastHangs.delete(fingerprint)
      // A request that merely waits in a worker that hangs is innocent: others must not be able to get it refused.
      const request = executed === undefined ? undefined : requests[executed]
      if (!request) return undefined
      const isRepeated = lastHangs.has(request.fingerprint)
      lastHangs.set(request.fingerprint, now)
      if (!isRepeated) return undefined
      refusedUntil.set(request.fingerprint, now + refusalSeconds * 1_000)
      return request
    },

    /** Returns what a new worker must refuse. */
    refusals(): RequestRefusal[] {
      const now = clock()
      for (const [fingerprint, until] of refusedUntil) if (until <= now) refusedUntil.delete(fingerprint)
      return [...refusedUntil].map(([fingerprint, until]) => ({ fingerprint, seconds: (until - now) / 1_000 }))
    },
  }
}
