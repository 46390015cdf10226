/** The limits that a call was counted against, and how the response shows them. */
import type { CallLimit } from '../../config/types/index.ts'

/** The texts of a limit's response headers that are the same for all calls. */
export interface LimitHeaderTexts {
  kind: CallLimit['kind']
  /** The start of the values of `X-RateLimit-…` headers: `name=default,`. */
  name: string
  /** The value of `X-RateLimit-Limit`: `name=default,100;`. */
  limit: string
  /** The value of `RateLimit-Policy`: `"default";q=100;w=3600`. */
  policy: string
  /** The start of the value of `RateLimit`: `"default";r=`. */
  state: string
}

/** The state of a limit after a call was counted. */
export interface LimitStatus {
  headerTexts: LimitHeaderTexts
  remaining: number
  /** The calls above a soft limit; 0 for all others. */
  excess: number
  secondsLeft: number
}

/** Filled by the stage `withinLimits` and the policy `ratelimit`. */
export class CallLimitResults {
  /** The limits that the response headers show; undefined when there is none. */
  shown: LimitStatus[] | undefined
  /** The names of the soft limits that the call exceeds, such as `rate limit "default"`; undefined when it exceeds none. */
  exceeded: string | undefined
  /** The value of Retry-After in seconds, when a limit has rejected the call. */
  retryAfterSeconds: number | undefined
  /** Counts the messages of a stream; undefined without limits of messages and bytes. */
  messages: { countEvents(chunk: Buffer): Promise<boolean>; counted: { message: number; byte: number } } | undefined
  /** Called when the call has ended, for limits on calls at the same time; undefined without such a limit. */
  leave: (() => void) | undefined
}
