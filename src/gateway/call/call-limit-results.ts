import type { LimitStatus } from './limit-status.ts'
/** The limits that a call was counted against. The stage `countAgainstPlan` and the policy `ratelimit` fill it. */

export class CallLimitResults {
  /** The limits that the response headers show; undefined when there is none. */
  shown: LimitStatus[] | undefined
  /** The value of Retry-After in seconds, when a limit has rejected the call. */
  retryAfterSeconds: number | undefined
}
