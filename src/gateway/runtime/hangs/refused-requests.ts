/** The requests that a worker refuses, because they made workers hang. The primary does without it, and the data plane. */
import type { IncomingMessage } from 'node:http'
import type { RequestRefusal } from './repeated-hangs.ts'
import { listFingerprints } from './request-in-progress.ts'

/** `clock` returns milliseconds. */
export function openRefusedRequests(clock: () => number) {
  const refusedUntil = new Map<string, number>()

  return {
    add({ fingerprint, seconds }: RequestRefusal): void {
      refusedUntil.set(fingerprint, clock() + seconds * 1_000)
    },

    has(request: IncomingMessage): boolean {
      if (refusedUntil.size === 0) return false // a fingerprint costs microseconds, and nearly always nothing is refused
      const now = clock()
      for (const [fingerprint, until] of refusedUntil) if (until <= now) refusedUntil.delete(fingerprint)
      return listFingerprints(request).some((each) => refusedUntil.has(each))
    },
  }
}
