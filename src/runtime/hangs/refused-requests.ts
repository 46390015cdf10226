/** The requests that a worker refuses because they have made workers hang. */
import type { IncomingMessage } from 'node:http'
import type { RequestRefusal } from './repeated-hangs.ts'
import { fingerprintRequest } from './request-in-progress.ts'

/** `clock` returns milliseconds. */
export function openRefusedRequests(clock: () => number) {
  const refusedUntil = new Map<string, number>()

  return {
    add({ fingerprint, seconds }: RequestRefusal): void {
      refusedUntil.set(fingerprint, clock() + seconds * 1_000)
    },

    has(request: IncomingMessage): boolean {
      if (refusedUntil.size === 0) return false // a fingerprint costs microseconds, and nearly always nothing is refused
      const fingerprint = fingerprintRequest(request)
      const until = refusedUntil.get(fingerprint)
      if (until === undefined || until > clock()) return until !== undefined
      refusedUntil.delete(fingerprint)
      return false
    },
  }
}
