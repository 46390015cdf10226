/** How documents decide kept calls, compared with how the documents that run decide them. */
import type { KeptCall } from './explanation.ts'

export interface DecisionComparison {
  /** The calls that were decided again. */
  replayed: number
  /** The calls whose decision depends on what is not kept, such as a secret. */
  skipped: number
  changed: readonly ChangedDecision[]
}

export interface ChangedDecision {
  /** The name of the application; undefined for calls without one. */
  application: string | undefined
  call: Pick<KeptCall, 'requestId' | 'at' | 'method' | 'path'>
  before: Decision
  after: Decision
}

/** How documents decide a call. */
export interface Decision {
  /** The reason of the rejection; `served` for a call that reaches the policies. */
  reason: string
  /** The API and the operation as one text; empty when the call reaches none. */
  operation: string
  /** The detail of the rejection, such as the limit. */
  detail?: string | undefined
}
