/**
 * What the limits of the plan say about a call. The stage `countAgainstPlan` and the policy `ratelimit` fill it.
 */
import type { Reading } from '../limits/count.ts'

export class LimitState {
  /** One for each limit that the response tells about; undefined when there is none. */
  readings: Reading[] | undefined
  /** Seconds after which a limit that rejected the call allows calls again. */
  retryAfter: number | undefined
}
