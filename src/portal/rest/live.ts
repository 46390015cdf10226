/** Response bodies about the calls of a catalog at this moment, for owners who may change documents. */
import type { LimitUsage } from './calls.ts'

/** The counters of all workers of this gateway since each of them started. A restarted worker counts from zero again. */
export interface LiveCounters {
  /** The number of workers that responded. */
  workers: number
  apis: { api: string; calls: number; errors: number; refusals: number }[]
  /** The total duration of all calls, and the number of calls up to each bound; null is the bound of all calls. */
  latency: { totalMs: number; buckets: { upToMs: number | null; calls: number }[] }
  /** The upstreams of all catalogs, with the number of workers in which the circuit breaker is open or the check fails. */
  upstreams: {
    target: string
    requests: number
    failures: number
    openCircuits: number
    unhealthyWorkers: number
  }[]
  /** The last rejected calls of the catalog, the newest first. */
  rejections: {
    requestId: string
    at: string
    method: string
    path: string
    status: number
    reason: string
    application?: string
  }[]
}

/** The counters, and the use of the limits of plans. */
export interface LiveView extends LiveCounters {
  /** When the counters were read. */
  at: string
  /** With `?earlier=true`, the counters half a second before, so that the first response gives rates. */
  earlier?: { at: string } & Pick<LiveCounters, 'apis' | 'latency'>
  /** The limits with the highest use first; at most 20. */
  limits: { application: string; product: string; plan: string; limit: LimitUsage }[]
}
