/**
 * Builds the record of a call, which telemetry writes to the log and counts. Of a rejected call it has references to documents
 * that are in memory anyway, from which an explanation is rendered on request; it holds no token, no secret and no query.
 */
import { findTraceIds } from '../../shared/lib/headers/call-ids.ts'
import { renderLocation } from '../config/types/index.ts'
import type { RecordedContent, RecordedMessage } from '../contract/access/call-log.ts'
import type { SentCredential } from '../contract/access/explanation.ts'
import { findPublicPlace, renderPublicUrl } from '../lib/http/public-place.ts'
import { type CallEvidence, type CallRecord, unknownCallLocation } from '../telemetry/calls/index.ts'
import { maskHeaders } from './activity/mask-text.ts'
import { redactBody, renderBody } from './activity/render-body.ts'
import { renderCourse, renderSteps, round } from './activity/trace-steps.ts'
import type { Call } from './call/call.ts'
import { findCallerCertificate } from './call/caller.ts'
import type { BodyStart, CallNotes } from './call/message-observer.ts'
import { findMovedMessage } from './moved-message.ts'

/** Returns the record of an ended call. `finishedAt`: monotonic ms. `revision`: start of the documents' revision. */
export function buildCallRecord(call: Call, finishedAt: number, revision: string): CallRecord {
  const trace = call.trace ?? findTraceIds(call.head.traceparent)
  const record: CallRecord = {
    requestId: call.id,
    revision,
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
    moved: call.limits.messages?.counted,
    cache: call.outcome.cache,
    remoteAddress: call.remoteAddress,
    certificate: findCallerCertificate(call)?.subject,
    bytes: call.outcome.bytesSent,
    totalMs: round(finishedAt - call.startedAtMonotonic),
    upstreamStartedAt: call.outcome.upstreamStartedAt,
    upstreamMs:
      call.outcome.upstreamRespondedAt > 0
        ? round(call.outcome.upstreamRespondedAt - call.outcome.upstreamStartedAt)
        : undefined,
    readContent: call.observer && (() => readCallContent(call)),
    evidence: collectEvidence(call),
    trace,
    movedMessage: call.route.endpoint?.messageAction && findMovedMessage(call, trace),
  }
  return call.notes ? Object.assign(record, buildNotedFacts(call, call.notes, finishedAt)) : record
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
    body:
      content === 'payload' && body.length > 0 ? redactBody(renderBody(body, headers), outcome.redactText) : undefined,
  })
  return {
    request: read(request.rawHeaders, observer.requestBody),
    response: read(observer.responseHeaders, observer.responseBody),
    steps: renderSteps(call, content === 'payload', secretNames),
  }
}

/** Returns what only calls with notes have. */
function buildNotedFacts(call: Call, { isKept, requirement }: CallNotes, finishedAt: number): Partial<CallRecord> {
  const limits = (call.limits.shown ?? []).map(
    ({ headerTexts: { kind, policy }, remaining, excess, secondsLeft }) =>
      `${kind} ${policy.split(';', 1)[0]}: ${excess > 0 ? `${excess} above the limit, which rejects none,` : `${remaining} left`} for ${secondsLeft} s`,
  )
  return {
    isKept,
    course: renderCourse(call, finishedAt),
    requirement: requirement && renderLocation(requirement),
    countedLimits: limits.length > 0 ? limits.join(', ') : undefined,
  }
}

/** Returns the evidence of a call that is rejected or kept; undefined for all others. */
function collectEvidence(call: Call): CallEvidence | undefined {
  if (call.outcome.reason === undefined && !call.notes) return undefined
  const { api, endpoint, resource } = call.route
  const { client, entitlement, token } = call.caller
  const path = copyStart(call.request.url?.split('?', 1)[0] ?? '')
  return {
    path,
    publicUrl: findPublicPlace(call.request) && renderPublicUrl(call.request, path, ''),
    catalog: api?.catalog,
    api: api?.api,
    operation: endpoint?.operation,
    methods: endpoint || !resource ? [] : [...resource.methods.keys()],
    credentials: listCredentials(call),
    client,
    entitlement,
    token: token && {
      id: token.id,
      scopes: token.scopes,
      expiresAt: token.expiresAt,
      binding: token.binding,
      resource: token.resource,
    },
  }
}

const maxPathLength = 256

/** Copies the first part of a long path. A plain substring would keep the whole text in memory. */
function copyStart(path: string): string {
  return path.length <= maxPathLength ? path : `${Buffer.from(path.slice(0, maxPathLength)).toString()}...`
}

function listCredentials(call: Call): SentCredential[] {
  const { authorization } = call.head
  const { endpoint } = call.route
  const found: SentCredential[] = authorization === undefined ? [] : [findScheme(authorization)]
  for (const { all } of endpoint?.operation.security ?? []) {
    for (const { definition } of all) {
      if (definition.type === 'mutualTLS' && hasSentCertificate(call) && !found.includes('certificate'))
        found.push('certificate')
      if (definition.type !== 'apiKey') continue
      const key = definition.settings as { in: 'header' | 'query'; name: string }
      const isKnown = found.some((each) => typeof each === 'object' && each.in === key.in && each.name === key.name)
      if (!isKnown && isSent(call, key.in, key.name)) found.push({ in: key.in, name: key.name })
    }
  }
  return found
}

function hasSentCertificate({ caller, outcome: { reason } }: Call): boolean {
  return caller.certificate !== undefined || /^certificate_(?!needed)/.test(reason ?? '')
}

function isSent({ request, target }: Call, location: string, name: string): boolean {
  return location === 'header'
    ? request.headers[name.toLowerCase()] !== undefined
    : new URLSearchParams(target.receivedSearch).has(name)
}

function findScheme(authorization: string): SentCredential {
  const scheme = /^(bearer|basic|dpop)(?:\s|$)/i.exec(authorization)?.[1]?.toLowerCase()
  return (scheme as 'bearer' | 'basic' | 'dpop' | undefined) ?? 'other'
}
