/**
 * The record of a call, for the log, metrics, usage and explanations.
 *
 * It holds no token, no secret, no password, and no query, which may contain them.
 */
import type { Client } from '../../consumers/index.ts'
import type { Call } from '../../gateway/call/index.ts'
import { collectEvidence, type RejectionEvidence } from '../../gateway/explain/index.ts'
import { clientCertificate } from '../../http/client-certificate.ts'
import { findTraceIds, type TraceIds } from '../../lib/headers/trace-context.ts'
import { type CallLocation, unknownLocation } from './call-location.ts'

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
  reason: Call['outcome']['reason']
  detail: string | undefined
  /** `file:line` of the document element that caused the rejection. */
  place: string | undefined
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
  /** What an explanation needs of a rejected call; undefined for a call that was served. */
  evidence?: RejectionEvidence | undefined
  /** The span of the call; when the call is not traced, the span of the caller. */
  trace?: TraceIds | undefined
}

/** Builds the record of a call that has ended. */
export function buildCallRecord(call: Call, finishedAt: number): CallRecord {
  return {
    requestId: call.id,
    at: call.startedAt,
    method: call.method,
    path: call.target.path,
    status: call.outcome.switchedStatus ?? (call.response.headersSent ? call.response.statusCode : 499),
    location: (call.route.endpoint ?? call.route.api)?.location ?? unknownLocation,
    client: call.caller.client,
    user: call.caller.token?.subject ?? call.caller.user,
    reason: call.outcome.reason,
    detail: call.outcome.detail,
    place: call.outcome.place,
    remoteAddress: call.remoteAddress,
    certificate: clientCertificate(call.request.socket)?.subject,
    bytes: call.outcome.bytesSent,
    totalMs: round(finishedAt - call.startedAtMonotonic),
    upstreamStartedAt: call.outcome.upstreamStartedAt,
    upstreamMs:
      call.outcome.upstreamRespondedAt > 0
        ? round(call.outcome.upstreamRespondedAt - call.outcome.upstreamStartedAt)
        : undefined,
    evidence: collectEvidence(call),
    trace: call.trace ?? findTraceIds(call.head.traceparent),
  }
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 1_000) / 1_000
}
