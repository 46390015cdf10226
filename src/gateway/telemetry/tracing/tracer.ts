/**
 * Continues the trace of the caller or begins one, and adds it to the request to the next server (W3C Trace Context).
 *
 * Without an exporter the gateway forwards the headers of the caller unchanged.
 */
import { randomFillSync } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { parseTraceparent, renderTraceparent, type TraceContext } from '../../../shared/lib/headers/call-ids.ts'
import type { CallRecord } from '../calls/index.ts'
import type { Span } from './otlp.ts'

/** Where traces are sent, and which requests are traced. */
export interface TracingSettings {
  /** The URL that spans are posted to. */
  url: string
  headers: Record<string, string>
  service: string
  sampler: SamplerSettings
}

export interface SamplerSettings {
  /** Whether the sampling decision of the caller applies. */
  parentBased: boolean
  /** The share of traces to export that have no decision yet, 0 to 1. */
  ratio: number | undefined
}

export interface ActiveSpan extends TraceContext {
  parentSpanId: string | undefined
  /** The span of the request to the upstream; the upstream receives its id in `traceparent`. */
  upstreamSpanId: string
  /** Milliseconds since the epoch, with fractions. */
  startedAt: number
}

export interface TracedRequestOutcome {
  method: string
  /** The path without the query. */
  path: string
  status: number
  /** The record of a call; undefined for other requests. */
  record?: CallRecord | undefined
}

export function openTracer(sampler: SamplerSettings, take: (span: Span) => void) {
  return {
    /** Starts a span and replaces `traceparent` in the headers of the request. */
    startSpan({ rawHeaders }: IncomingMessage): ActiveSpan {
      const parent = parseTraceparent(onlyValue(rawHeaders, 'traceparent'))
      const traceId = parent?.traceId ?? randomId(16)
      const sampled = parent && sampler.parentBased ? parent.sampled : isSampledByRatio(traceId, sampler)
      const span = {
        traceId,
        spanId: randomId(8),
        upstreamSpanId: randomId(8),
        sampled,
        parentSpanId: parent?.spanId,
        startedAt: performance.timeOrigin + performance.now(),
      }
      // W3C Trace Context section 3.2.3: without a valid traceparent, tracestate has no trace
      if (!parent) remove(rawHeaders, 'tracestate')
      remove(rawHeaders, 'traceparent')
      rawHeaders.push('traceparent', renderTraceparent({ ...span, spanId: span.upstreamSpanId }))
      return span
    },

    /** Exports the span if its trace is sampled. */
    endSpan(span: ActiveSpan, outcome: TracedRequestOutcome): void {
      if (!span.sampled) return
      const served = spanOf(span, outcome)
      take(served)
      if (outcome.record && outcome.record.upstreamStartedAt > 0) take(upstreamSpan(span, served, outcome.record))
    },
  }
}

/** Returns the span of the last request to the upstream, from its start until the response was complete. */
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
      'error.type': failed ? reason : undefined,
    },
  }
}

function spanOf({ traceId, spanId, parentSpanId, startedAt }: ActiveSpan, outcome: TracedRequestOutcome): Span {
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
      'sluice.request_id': record?.requestId,
      'sluice.revision': record?.revision,
      'sluice.catalog': record?.location.catalog && `${record.location.org}/${record.location.catalog}`,
      'sluice.api': record?.location.api,
      'sluice.operation': record?.location.operation,
      'sluice.application': record?.client?.application.name,
      'sluice.upstream_ms': record?.upstreamMs,
      'error.type': record?.reason,
    },
  }
}

/** Decides by the trace id, so that every server with the same ratio chooses the same traces. */
function isSampledByRatio(traceId: string, { ratio = 1 }: SamplerSettings): boolean {
  return Number.parseInt(traceId.slice(-8), 16) < ratio * 0x1_0000_0000
}

/** Returns the value of a header that occurs once in a list like `rawHeaders`; otherwise undefined. */
function onlyValue(rawHeaders: readonly string[], lowerName: string): string | undefined {
  let value: string | undefined
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() !== lowerName) continue
    if (value !== undefined) return undefined
    value = rawHeaders[index + 1]
  }
  return value
}

function remove(rawHeaders: string[], lowerName: string): void {
  for (let index = rawHeaders.length - 2; index >= 0; index -= 2) {
    if (rawHeaders[index]?.toLowerCase() === lowerName) rawHeaders.splice(index, 2)
  }
}

const pool = Buffer.alloc(4_096)
let used = pool.length

/** Returns random bytes in hexadecimal. They are never all zero, for practical purposes. */
function randomId(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += bytes
  return pool.toString('hex', used - bytes, used)
}
