/**
 * Continues the trace that a caller began, or begins one, and tells the next server of it.
 *
 * W3C Trace Context. Only where traces are exported: otherwise the caller's fields pass through untouched, and a call
 * costs nothing.
 */
import { randomFillSync } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

import type { CallRecord } from '../../gateway/index.ts'
import { parseTraceparent, renderTraceparent, type TraceContext } from '../../lib/headers/trace-context.ts'
import type { Span } from './otlp.ts'
import type { SamplerSettings } from './settings.ts'

export interface Tracer {
  /** Puts the fields of this hop in the place of the caller's. */
  startSpan(request: IncomingMessage): ActiveSpan
  /** Exports the span, if the trace is one that is sampled. */
  endSpan(span: ActiveSpan, outcome: RequestOutcome): void
}

export interface ActiveSpan extends TraceContext {
  parentSpanId: string | undefined
  /** The span of the call to the API behind, which is told of it. */
  upstreamSpanId: string
  /** Milliseconds since the epoch, with fractions. */
  startedAt: number
}

export interface RequestOutcome {
  method: string
  /** Without the query. */
  path: string
  status: number
  /** Of a call of the data plane. */
  record?: CallRecord | undefined
}

export function openTracer(sampler: SamplerSettings, take: (span: Span) => void): Tracer {
  return {
    startSpan({ rawHeaders }) {
      const parent = parseTraceparent(onlyValue(rawHeaders, 'traceparent'))
      const traceId = parent?.traceId ?? randomId(16)
      const sampled = parent && sampler.parentBased ? parent.sampled : isChosen(traceId, sampler)
      const span = {
        traceId,
        spanId: randomId(8),
        upstreamSpanId: randomId(8),
        sampled,
        parentSpanId: parent?.spanId,
        startedAt: performance.timeOrigin + performance.now(),
      }
      if (!parent) remove(rawHeaders, 'tracestate') // section 3.2.3: it belongs to a trace that is over here
      remove(rawHeaders, 'traceparent')
      rawHeaders.push('traceparent', renderTraceparent({ ...span, spanId: span.upstreamSpanId }))
      return span
    },

    endSpan(span, outcome) {
      if (!span.sampled) return
      const served = spanOf(span, outcome)
      take(served)
      if (outcome.record && outcome.record.upstreamStartedAt > 0)
        take(upstreamSpan(span, served, outcome.record))
    },
  }
}

/** From the moment at which the API behind was asked for the last time until its answer was through. */
function upstreamSpan({ upstreamSpanId }: ActiveSpan, served: Span, record: CallRecord): Span {
  const { upstreamStartedAt, upstreamMs, reason = '' } = record
  const failed = reason.startsWith('upstream_')
  return {
    ...served,
    kind: 'client',
    spanId: upstreamSpanId,
    parentSpanId: served.spanId,
    name: `${served.name} upstream`,
    startedAt: performance.timeOrigin + upstreamStartedAt,
    failed,
    attributes: {
      'sluice.request_id': record.requestId,
      'sluice.api': record.location.api,
      'sluice.upstream_ms': upstreamMs,
      ...(failed && { 'error.type': reason }),
    },
  }
}

function spanOf({ traceId, spanId, parentSpanId, startedAt }: ActiveSpan, outcome: RequestOutcome): Span {
  const { method, path, status, record } = outcome
  const operation = record?.location.operation && `${record.location.api} ${record.location.operation}`
  return {
    kind: 'server',
    traceId,
    spanId,
    parentSpanId,
    name: operation ? `${method} ${operation}` : method,
    startedAt,
    endedAt: performance.timeOrigin + performance.now(),
    failed: status >= 500,
    attributes: {
      'http.request.method': method,
      'url.path': path,
      'http.response.status_code': status,
      ...(record && {
        'sluice.request_id': record.requestId,
        'sluice.catalog': record.location.catalog && `${record.location.org}/${record.location.catalog}`,
        'sluice.api': record.location.api,
        'sluice.operation': record.location.operation,
        'sluice.application': record.client?.application.name,
        'sluice.upstream_ms': record.upstreamMs,
        'error.type': record.reason,
      }),
    },
  }
}

/** The same trace is chosen, or not, by every server with this share. */
function isChosen(traceId: string, { ratio: share = 1 }: SamplerSettings): boolean {
  return Number.parseInt(traceId.slice(-8), 16) < share * 0x1_0000_0000
}

/** A field that is there more than once says nothing. */
function onlyValue(rawHeaders: readonly string[], lowerName: string): string | undefined {
  let value: string | undefined
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if ((rawHeaders[index] as string).toLowerCase() !== lowerName) continue
    if (value !== undefined) return undefined
    value = rawHeaders[index + 1]
  }
  return value
}

function remove(rawHeaders: string[], lowerName: string): void {
  for (let index = rawHeaders.length - 2; index >= 0; index -= 2) {
    if ((rawHeaders[index] as string).toLowerCase() === lowerName) rawHeaders.splice(index, 2)
  }
}

const pool = Buffer.alloc(4_096)
let used = pool.length

/** Never all zero, for practical purposes. */
function randomId(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += bytes
  return pool.toString('hex', used - bytes, used)
}
