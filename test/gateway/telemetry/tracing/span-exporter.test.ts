import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import type { Span } from '../../../../src/gateway/telemetry/tracing/otlp.ts'
import { openSpanExporter } from '../../../../src/gateway/telemetry/tracing/span-exporter.ts'
import { openLog } from '../../../../src/shared/lib/output/log.ts'

const span: Span = {
  traceId: '0af7651916cd43dd8448eb211c80319c',
  kind: 'server' as const,
  spanId: 'b7ad6b7169203331',
  parentSpanId: undefined,
  name: 'GET customers:1.0.0 list',
  startedAt: 1_760_000_000_000.25,
  endedAt: 1_760_000_000_010,
  failed: true,
  attributes: { 'http.response.status_code': 502, 'sluice.upstream_ms': 1.5, 'error.type': 'x', none: undefined },
}

async function collector(t: ExecutionContext, status = 200) {
  const received: { headers: object; body: string }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    response.writeHead(status).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`
  return { received, url }
}

function open(url: string, limits = {}) {
  const lines: string[] = []
  const log = openLog({ write: (line) => lines.push(line) })
  const settings = { url, headers: { 'x-key': 'secret' }, service: 'gateway' }
  return { lines, exporter: openSpanExporter(settings, log, limits) }
}

test('spans are sent as OTLP in JSON', async (t) => {
  const { received, url } = await collector(t)
  const { exporter } = open(url)
  exporter.add(span)
  await exporter.close()

  t.like(received[0]?.headers, { 'content-type': 'application/json', 'x-key': 'secret' })
  const { resourceSpans } = JSON.parse(received[0]?.body ?? '')
  t.deepEqual(resourceSpans[0].resource.attributes[0], { key: 'service.name', value: { stringValue: 'gateway' } })
  t.deepEqual(resourceSpans[0].scopeSpans[0].spans, [
    {
      traceId: span.traceId,
      spanId: span.spanId,
      name: span.name,
      kind: 2,
      startTimeUnixNano: '1760000000000250000',
      endTimeUnixNano: '1760000000010000000',
      attributes: [
        { key: 'http.response.status_code', value: { intValue: '502' } },
        { key: 'sluice.upstream_ms', value: { doubleValue: 1.5 } },
        { key: 'error.type', value: { stringValue: 'x' } },
      ],
      status: { code: 2 },
    },
  ])
})

test('many spans are sent in batches, and spans above the limit are dropped', async (t) => {
  const { received, url } = await collector(t)
  const { exporter, lines } = open(url, { maxQueuedSpans: 5, maxBatchSpans: 2 })
  for (let count = 0; count < 7; count += 1) exporter.add(span)
  await exporter.close()
  t.is(received.length, 3)
  t.regex(lines.join(), /"dropped":2/)
})

test('a collector that fails loses spans and nothing else', async (t) => {
  const { received, url } = await collector(t, 503)
  for (const each of [url, 'http://127.0.0.1:1/v1/traces']) {
    const { exporter, lines } = open(each, { maxBatchSpans: 1 })
    exporter.add(span)
    exporter.add(span)
    await exporter.close()
    t.regex(lines.join(), /"dropped":1/)
    t.false(lines.join().includes('secret'))
  }
  t.is(received.length, 1)
})

test('a redirect of a collector is not followed and counts as a failure', async (t) => {
  const { received, url: other } = await collector(t)
  const server = createServer((_, response) => response.writeHead(307, { location: other }).end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const { lines, exporter } = open(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  exporter.add(span)
  await exporter.close()
  t.is(received.length, 0)
  t.regex(lines.join(''), /"failure":"status 307"/)
})
