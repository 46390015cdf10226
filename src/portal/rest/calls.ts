/** Response bodies about calls: explanations, tokens, usage. */
import type { LimitView } from './catalogue.ts'

export interface ExplanationView {
  requestId: string
  at: string
  method: string
  path: string
  status: number
  /** The reason code, as in metrics and logs: `scope_missing`. */
  reason: string
  /** What the developer of the client should do next. */
  advice: string
  /** The application of the call, if the gateway identified one. */
  application?: string
  /** The checks in the order in which the gateway makes them. */
  checks: CheckView[]
}

export interface CheckView {
  /** The condition, as a sentence that is true when the check passes. */
  check: string
  outcome: 'passed' | 'failed' | 'not reached'
  seen?: string | undefined
  wanted?: string | undefined
}

export interface TokenView {
  good: boolean
  /** Why the gateway rejects the token. */
  refused?: string
  /** The provider that issued the token. */
  issuer?: string
  /** The decoded header, which is not verified; absent when the token is not a JWT. */
  header?: Record<string, unknown>
  claims?: Record<string, unknown>
  /** The data of a valid token. */
  token?: {
    id: string
    clientId: string
    subject: string
    grant: string
    scopes: string[]
    issuedAt: string
    expiresAt: string
  }
  /**
   * The limits on tokens of this kind, and what sets each limit: `application shop`, `plan customer/gold`, `user
   * anna`.
   */
  ceilings?: { whose: string; words: string }[]
  operations: TokenOperationView[]
}

export interface TokenOperationView {
  /** The API as `name:version`. */
  api: string
  operation: string
  method: string
  /** The URL path from the root of the gateway. */
  path: string
  opens: boolean
  /** Why the token does not allow the operation, or why the operation needs no token. */
  because?: string
}

export interface UsageView {
  application: string
  /** The start of the first hour. */
  from: string
  to: string
  /** One entry per hour, including hours without calls, the oldest first. */
  hours: UsageHour[]
  /** The totals of each API over the whole time, the API with the most calls first. */
  apis: { api: string; calls: number; errors: number; refusals: number }[]
  /** The current use of the plan of each subscription. */
  plans: PlanUsage[]
}

export interface UsageHour {
  /** The start of the hour. */
  hour: string
  calls: number
  /** The number of responses with status 500 or above. */
  errors: number
  /** The number of calls that the gateway rejected. */
  refusals: number
  /** The number of access tokens issued. */
  tokens: number
  /** The mean latency; absent when there was no call. `p95Ms` is an estimate of the 95th percentile. */
  averageMs?: number
  p95Ms?: number
}

/** The usage of one API through one plan in one month. */
export interface MonthUsage {
  /** The month in UTC, `2026-11`. */
  month: string
  /** The API as `name:version`; empty for token requests. */
  api: string
  /** The plan as `product/plan`; empty without a plan. */
  plan: string
  calls: number
  errors: number
  refusals: number
  tokens: number
}

/** A rejected call. `GET /explanations/:request` returns its checks. */
export interface RejectedCallView {
  requestId: string
  at: string
  method: string
  path: string
  status: number
  reason: string
  advice: string
}

export interface PlanUsage {
  product: string
  plan: string
  limits: LimitUsage[]
}

export interface LimitUsage extends LimitView {
  used: number
  /** The remaining calls; null if the plan is unlimited. */
  left: number | null
  /** When the counter is reset; absent when the plan is unlimited. */
  resetsAt?: string
}
