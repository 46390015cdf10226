import type { LimitReading } from './limit-reading.ts'
/**
 * What the limits of the plan say about a call. The stage `countAgainstPlan` and the policy `ratelimit` fill it.
 */

export class LimitState {
  /** One for each limit that the response tells about; undefined when there is none. */
  readings: LimitReading[] | undefined
  /** Seconds after which a limit that rejected the call allows calls again. */
  retryAfterSeconds: number | undefined
}
