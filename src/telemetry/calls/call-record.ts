/**
 * The record of a call, for the log, metrics, usage and explanations.
 *
 * It holds no token, no secret, no password, and no query, which may contain them. Only `readContent` gives access to headers and
 * bodies, with their secrets masked.
 */
import type { Client } from '../../consumers/index.ts'
import type { RecordedContent } from '../../contract/access/call-log.ts'
import type { TraceIds } from '../../lib/headers/trace-context.ts'
import type { CallLocation } from './call-location.ts'
import type { CallReason } from './call-reason.ts'
import type { RejectionEvidence } from './rejection-evidence.ts'

export interface CallRecord {
  requestId: string
  /** Milliseconds since the epoch. */
  at: number
  method: string
  path: string
  status: number
  location: CallLocation
  client: Client | undefined
  user: string | undefined
  /** The reason of the rejection, or of the abort of the call; undefined for a call that was served. */
  reason: CallReason | undefined
  detail: string | undefined
  /** `file:line` of the document element that caused the rejection. */
  place: string | undefined
  /** The soft limits that the call exceeds: those of a plan that count calls and reject none. */
  exceededLimits?: string | undefined
  remoteAddress: string | undefined
  /** The subject of the client certificate. */
  certificate: string | undefined
  /** Bytes of the response body. */
  bytes: number
  /** Milliseconds from the head of the request to the end of the response. */
  totalMs: number
  /** Milliseconds on the monotonic clock; 0 when no upstream was called. */
  upstreamStartedAt: number
  /** Milliseconds until the head of the upstream's response; undefined when there was none. */
  upstreamMs: number | undefined
  /**
   * Returns the headers and bodies that the activity log of the API keeps, undefined when it keeps only the facts of the call,
   * and `none` when the call log must not keep the call. Absent when the call was not observed.
   */
  readContent?: (() => RecordedContent | 'none' | undefined) | undefined
  /** What an explanation needs of a rejected call; undefined for a call that was served. */
  evidence?: RejectionEvidence | undefined
  /** The span of the call; when the call is not traced, the span of the caller. */
  trace?: TraceIds | undefined
}
