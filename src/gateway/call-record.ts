/** Builds the record of a call, which telemetry writes to the log and counts. */

import type { RecordedContent, RecordedMessage } from '../contract/access/call-log.ts'
import { findClientCertificate } from '../http/request/client-certificate.ts'
import { findTraceIds } from '../lib/headers/trace-context.ts'
import { type CallRecord, unknownCallLocation } from '../telemetry/calls/index.ts'
import { maskHeaders } from './activity/mask-headers.ts'
import { redactBody } from './activity/redact-body.ts'
import { renderBody } from './activity/render-body.ts'
import { renderSteps } from './activity/trace-steps.ts'
import type { Call } from './call/call.ts'
import type { BodyStart } from './call/message-observer.ts'
import { collectRejectionEvidence } from './explain/evidence.ts'

/** Returns the record of a call that has ended. `finishedAt` is a time on the monotonic clock, in milliseconds. */
export function buildCallRecord(call: Call, finishedAt: number): CallRecord {
  return {
    requestId: call.id,
    at: call.startedAt,
    method: call.method,
    path: call.target.path,
    status: call.outcome.switchedStatus ?? (call.response.headersSent ? call.response.statusCode : 499),
    location: (call.route.endpoint ?? call.route.api)?.location ?? unknownCallLocation,
    client: call.caller.client,
    user: call.caller.token?.subject ?? call.caller.user,
    reason: call.outcome.reason,
    detail: call.outcome.detail,
    place: call.outcome.location,
    exceededLimits: call.limits.exceeded,
    cache: call.outcome.cache,
    remoteAddress: call.remoteAddress,
    certificate: findClientCertificate(call.request.socket)?.subject,
    bytes: call.outcome.bytesSent,
    totalMs: round(finishedAt - call.startedAtMonotonic),
    upstreamStartedAt: call.outcome.upstreamStartedAt,
    upstreamMs:
      call.outcome.upstreamRespondedAt > 0
        ? round(call.outcome.upstreamRespondedAt - call.outcome.upstreamStartedAt)
        : undefined,
    readContent: call.observer && (() => readCallContent(call)),
    evidence: collectRejectionEvidence(call),
    trace: call.trace ?? findTraceIds(call.head.traceparent),
  }
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 1_000) / 1_000
}

/** Returns undefined when the activity log keeps only the facts of the call, and `none` when it keeps nothing. */
function readCallContent(call: Call): RecordedContent | 'none' | undefined {
  const { observer, outcome, route, request } = call
  const published = route.api?.api
  if (!observer || !published) return undefined
  const isError = outcome.reason !== undefined || call.response.statusCode >= 400
  const content = (outcome.activityLog ?? published.activityLog)?.[isError ? 'error' : 'success'] ?? 'activity'
  if (content === 'none' || content === 'activity') return content === 'none' ? 'none' : undefined

  const namesOfKeys = [...published.definitions.values()].map(({ settings }) =>
    String((settings as { name?: string }).name ?? '').toLowerCase(),
  )
  const secretNames = [...namesOfKeys, ...(outcome.redactedHeaders ?? [])]
  const read = (headers: readonly string[], body: BodyStart): RecordedMessage => ({
    headers: maskHeaders(headers, secretNames),
    ...(content === 'payload' &&
      body.length > 0 && { body: redactBody(renderBody(body, headers), outcome.redactions) }),
  })
  return {
    request: read(request.rawHeaders, observer.requestBody),
    response: read(observer.responseHeaders, observer.responseBody),
    steps: renderSteps(call, content === 'payload', secretNames),
  }
}
