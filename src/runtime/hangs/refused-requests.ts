/** The requests that a worker refuses because they have made workers hang. */
import type { IncomingMessage } from 'node:http'
import type { RequestRefusal } from './repeated-hangs.ts'
import { fingerprintRequest } from './request-in-progress.ts'

export interface RefusedRequests {
  add(refusal: RequestRefusal): void
  has(request: IncomingMessage): boolean
}

/** `clock` returns milliseconds. */
export function openRefusedRequests(clock: () => number): RefusedRequests {
  const refusedUntil = new Map<string, number>()

  return {
    add({ fingerprint, seconds }) {
      refusedUntil.set(fingerprint, clock() + seconds * 1_000)
    },

    has(request) {
      if (refusedUntil.size === 0) return false // a fingerprint costs microseconds, and nearly always nothing is refused
      const fingerprint = fingerprintRequest(request)
      const until = refusedUntil.get(fingerprint)
      if (until === undefined || until > clock()) return until !== undefined
      refusedUntil.delete(fingerprint)
      return false
    },
  }
}
