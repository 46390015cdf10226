/**
 * What is remembered of a call: enough to answer for it, and nothing that opens a door.
 *
 * No token, no secret, no password, and no query, which may hold any of them.
 */
import type { Client } from '../../consumers/index.ts'
import type { Call } from '../../gateway/call/index.ts'
import { type Evidence, evidenceOf } from '../../gateway/explain/index.ts'
import { clientCertificate } from '../../http/client-certificate.ts'
import { findTraceIds, type TraceIds } from '../../lib/headers/trace-context.ts'
import { nowhere, type Whereabouts } from './call-location.ts'

export interface CallRecord {
  requestId: string
  /** Milliseconds since the epoch. */
  at: number
  method: string
  path: string
  status: number
  where: Whereabouts
  client: Client | undefined
  user: string | undefined
  /** Why the gateway said no, or why the call broke off; a word of `refusals.ts` or of `AbortReason`. */
  reason: Call['outcome']['reason']
  detail: string | undefined
  /** `file:line` of the element of the documents that decided. */
  place: string | undefined
  remote: string | undefined
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
  evidence?: Evidence | undefined
  /** The span of the call, or of the caller when the call is not traced. */
  trace?: TraceIds | undefined
}

/** The record of a call that is over. */
export function recordOf(call: Call, finishedAt: number): CallRecord {
  return {
    requestId: call.id,
    at: call.startedAt,
    method: call.method,
    path: call.target.path,
    status: call.outcome.switched ?? (call.response.headersSent ? call.response.statusCode : 499),
    where: (call.route.endpoint ?? call.route.api)?.whereabouts ?? nowhere,
    client: call.caller.client,
    user: call.caller.token?.subject ?? call.caller.user,
    reason: call.outcome.reason,
    detail: call.outcome.detail,
    place: call.outcome.place,
    remote: call.remote,
    certificate: clientCertificate(call.request.socket)?.subject,
    bytes: call.outcome.bytesOut,
    totalMs: round(finishedAt - call.begunAt),
    upstreamStartedAt: call.outcome.upstreamStartedAt,
    upstreamMs:
      call.outcome.upstreamAnsweredAt > 0
        ? round(call.outcome.upstreamAnsweredAt - call.outcome.upstreamStartedAt)
        : undefined,
    evidence: evidenceOf(call),
    trace: call.trace ?? findTraceIds(call.head.traceparent),
  }
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 1_000) / 1_000
}
