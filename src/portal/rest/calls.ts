/** What became of calls: explanations, tokens, usage. */
import type { LimitView } from './catalogue.ts'

export interface ExplanationView {
  requestId: string
  at: string
  method: string
  path: string
  status: number
  /** The word that metrics use, `scope_missing`. */
  reason: string
  /** What would help, for whoever wrote the call. */
  advice: string
  /** The application of the call, when one was recognised. */
  application?: string
  /** In the order in which they are made. */
  checks: CheckView[]
}

export interface CheckView {
  /** A sentence that holds when it passes. */
  check: string
  outcome: 'passed' | 'failed' | 'not reached'
  seen?: string | undefined
  wanted?: string | undefined
}

export interface TokenView {
  good: boolean
  /** Why it is refused. */
  refused?: string
  /** The provider that recognised it. */
  issuer?: string
  /** What the text says of itself, believed or not; absent when it is no JWT. */
  header?: Record<string, unknown>
  claims?: Record<string, unknown>
  /** Of a good token. */
  token?: {
    id: string
    clientId: string
    subject: string
    grant: string
    scopes: string[]
    issuedAt: string
    expiresAt: string
  }
  /** What tokens like it have at most, and whose ceiling it is: `application shop`, `plan customer/gold`, `user anna`. */
  ceilings?: { whose: string; words: string }[]
  operations: TokenOperationView[]
}

export interface TokenOperationView {
  /** Reference of the API. */
  api: string
  operation: string
  method: string
  /** From the root of the gateway. */
  path: string
  opens: boolean
  /** Why it does not, or why no token is needed. */
  because?: string
}

export interface UsageView {
  application: string
  /** The beginning of the first hour. */
  from: string
  to: string
  /** One for each hour, also those without a call, the oldest first. */
  hours: UsageHour[]
  /** Over the whole time, the most called first. */
  apis: { api: string; calls: number; errors: number; refusals: number }[]
  /** What is left now of each subscription's plan. */
  plans: PlanUsage[]
}

export interface UsageHour {
  /** When it begins. */
  hour: string
  calls: number
  /** Answered with 500 or above. */
  errors: number
  /** Refused by the gateway. */
  refusals: number
  /** Access tokens that were issued. */
  tokens: number
  /** Of the calls; absent when there was none. The 95th percentile is an estimate. */
  averageMs?: number
  p95Ms?: number
}

export interface PlanUsage {
  product: string
  plan: string
  limits: LimitUsage[]
}

export interface LimitUsage extends LimitView {
  used: number
  /** Null is unlimited. */
  left: number | null
  /** When counting begins anew; absent when it is unlimited. */
  resetsAt?: string
}
