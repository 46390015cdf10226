import type { LimitReading } from './limit-reading.ts'
/** The limits that a call was counted against. The stage `countAgainstPlan` and the policy `ratelimit` fill it. */

export class LimitState {
  /** The limits that the response headers show; undefined when there is none. */
  readings: LimitReading[] | undefined
  /** The value of Retry-After in seconds, when a limit has rejected the call. */
  retryAfterSeconds: number | undefined
}
