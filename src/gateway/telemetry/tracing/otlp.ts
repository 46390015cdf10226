/** Renders spans as OTLP in JSON (opentelemetry-proto, `ExportTraceServiceRequest`). */

export interface Span {
  /** `server`: a request that the gateway serves. `client`: a request that it sends to an upstream. */
  kind: keyof typeof kinds
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  /** Milliseconds since the epoch, with fractions. */
  startedAt: number
  endedAt: number
  failed: boolean
  /** Attributes without a value are left out. */
  attributes: Record<string, string | number | undefined>
}

const kinds = { server: 2, client: 3 } // SPAN_KIND_SERVER, SPAN_KIND_CLIENT
const error = 2 // STATUS_CODE_ERROR

export function renderSpans(spans: readonly Span[], service: string): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: attributesOf({ 'service.name': service, 'process.pid': process.pid }) },
        scopeSpans: [{ scope: { name: 'sluice' }, spans: spans.map(spanOf) }],
      },
    ],
  })
}

function spanOf({ kind, traceId, spanId, parentSpanId, name, startedAt, endedAt, failed, attributes }: Span) {
  return {
    traceId,
    spanId,
    parentSpanId,
    name,
    kind: kinds[kind],
    startTimeUnixNano: nanoseconds(startedAt),
    endTimeUnixNano: nanoseconds(endedAt),
    attributes: attributesOf(attributes),
    status: failed ? { code: error } : undefined,
  }
}

function attributesOf(attributes: Span['attributes']) {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: renderValue(value) }],
  )
}

function renderValue(value: string | number) {
  if (typeof value === 'string') return { stringValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

/** Returns nanoseconds as text: a number does not hold all their digits. */
function nanoseconds(milliseconds: number): string {
  const whole = Math.floor(milliseconds)
  return `${whole}${String(Math.floor((milliseconds - whole) * 1e6)).padStart(6, '0')}`
}
