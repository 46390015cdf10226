/**
 * What is remembered of a call: enough to answer for it, and nothing that opens a door.
 *
 * No token, no secret, no password, and no query, which may hold any of them.
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
  /** Why the gateway said no, or why the call broke off; a word of `refusals.ts` or of `AbortReason`. */
  reason: Call['outcome']['reason']
  detail: string | undefined
  /** `file:line` of the element of the documents that decided. */
  place: string | undefined
  remoteAddress: string | undefined
  /** The subject of the caller's certificate. */
  certificate: string | undefined
  /** Bytes of the answer's body. */
  bytes: number
  /** Milliseconds. */
  totalMs: number
  /** On the monotonic clock; 0 when no upstream was asked. */
  upstreamStartedAt: number
  /** Milliseconds until the upstream's head was here; undefined when it was not asked or did not answer. */
  upstreamMs: number | undefined
  /** What a refused call showed; undefined for one that was served. */
  evidence?: RejectionEvidence | undefined
  /** The span of the call, or of the caller when the call is not traced. */
  trace?: TraceIds | undefined
}

/** The record of a call that is over. */
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
