import type { IncomingMessage } from 'node:http'
import test from 'ava'
import type { CallRecord } from '../../../../src/gateway/telemetry/calls/index.ts'
import type { Span } from '../../../../src/gateway/telemetry/tracing/otlp.ts'
import { openTracer } from '../../../../src/gateway/telemetry/tracing/tracer.ts'
import { parseTraceparent } from '../../../../src/shared/lib/headers/call-ids.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const parent = `00-${traceId}-b7ad6b7169203331-01`
const always = { parentBased: true, ratio: 1 }
const outcome = { method: 'GET', path: '/a', status: 200 }

function begin(fields: string[], sampler = always) {
  const spans: Span[] = []
  const tracer = openTracer(sampler, (span) => spans.push(span))
  const rawHeaders = [...fields]
  const span = tracer.startSpan({ rawHeaders } as IncomingMessage)
  tracer.endSpan(span, outcome)
  const sent = rawHeaders.filter((_, index) => rawHeaders[index - (index % 2)]?.toLowerCase() === 'traceparent')
  return { rawHeaders, sent, spans }
}

test('the trace of the caller continues with a new span', (t) => {
  const { rawHeaders, sent, spans } = begin(['Host', 'x', 'Traceparent', parent, 'tracestate', 'a=b'])
  t.is(sent.length, 2)
  const context = parseTraceparent(sent[1])
  t.like(context, { traceId, sampled: true })
  t.not(context?.spanId, 'b7ad6b7169203331')
  t.true(rawHeaders.includes('tracestate'))
  t.like(spans, [{ kind: 'server', traceId, parentSpanId: 'b7ad6b7169203331' }])
})

test('the upstream receives the id of its own span, which is exported after the request', (t) => {
  const spans: Span[] = []
  const tracer = openTracer(always, (span) => spans.push(span))
  const rawHeaders = ['traceparent', parent]
  const open = tracer.startSpan({ rawHeaders } as IncomingMessage)
  const where = { org: 'acme', catalog: 'sandbox', api: 'a:1', operation: 'get' }
  const record = { requestId: 'r', location: where, reason: 'upstream_silent', upstreamStartedAt: performance.now() }
  tracer.endSpan(open, { ...outcome, status: 504, record: record as unknown as CallRecord })

  const [served, asked] = spans
  t.is(parseTraceparent(rawHeaders[1])?.spanId, asked?.spanId)
  t.like(asked, { kind: 'client', traceId, parentSpanId: served?.spanId, failed: true })
  t.is(served?.parentSpanId, 'b7ad6b7169203331')
  t.true((asked?.startedAt ?? 0) >= (served?.startedAt ?? 0))
})

for (const [title, fields] of [
  ['no traceparent', []],
  ['a malformed traceparent', ['traceparent', '00-1-2-3', 'tracestate', 'a=b']],
  ['a traceparent of zeros', ['traceparent', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`, 'tracestate', 'a=b']],
  ['the forbidden version ff', ['traceparent', parent.replace('00', 'ff'), 'tracestate', 'a=b']],
  ['two traceparents', ['traceparent', parent, 'Traceparent', parent, 'tracestate', 'a=b']],
] as const) {
  test(`a new trace starts with ${title}`, (t) => {
    const { rawHeaders, sent, spans } = begin([...fields])
    t.is(sent.length, 2)
    t.not(parseTraceparent(sent[1])?.traceId, traceId)
    t.false(rawHeaders.includes('tracestate'))
    t.is(spans[0]?.parentSpanId, undefined)
  })
}

test('a traceparent of a later version is read as version 00', (t) => {
  t.like(parseTraceparent(`01-${traceId}-b7ad6b7169203331-01-more`), { traceId, sampled: true })
  t.is(parseTraceparent(`${parent}-more`), undefined)
})

test('a trace that the caller does not sample is continued and not exported', (t) => {
  const { sent, spans } = begin(['traceparent', parent.replace(/01$/, '00')])
  t.like(parseTraceparent(sent[1]), { traceId, sampled: false })
  t.deepEqual(spans, [])
})

test('a ratio of the traces is sampled, the same at every server', (t) => {
  const half = { parentBased: false, ratio: 0.5 }
  const chosen = (last: string) =>
    begin(['traceparent', `00-${traceId.slice(0, 24)}${last}-b7ad6b7169203331-00`], half).spans.length
  t.is(chosen('7fffffff'), 1)
  t.is(chosen('80000000'), 0)
  t.is(begin([], { parentBased: true, ratio: 0 }).spans.length, 0)
})
