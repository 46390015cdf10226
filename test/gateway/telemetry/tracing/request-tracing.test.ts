import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import test from 'ava'
import type { CallRecord, CallTrace } from '../../../../src/gateway/telemetry/calls/index.ts'
import { openRequestTracing } from '../../../../src/gateway/telemetry/tracing/request-tracing.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'

test('a span ends with the record of its own call, whichever call ends first', async (t) => {
  const sent: string[] = []
  const collector = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    sent.push(body)
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  t.teardown(() => collector.close())
  const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`
  const sampler = { parentBased: true, ratio: 1 }
  const traced = openRequestTracing({ url, headers: {}, service: 'test', sampler }, silentLog)

  const traces = ['first', 'second'].map((path) => {
    let trace: CallTrace | undefined
    const request = { method: 'GET', url: `/${path}`, rawHeaders: [] } as unknown as IncomingMessage
    traced.traceCall(request, (given) => {
      trace = given
    })
    return trace as CallTrace
  })
  for (const index of [1, 0]) {
    const record = { requestId: `id-${index}`, status: 200 + index, location: {}, upstreamStartedAt: 0 }
    traces[index]?.onRecord(record as CallRecord)
  }
  await traced.close()

  const spans = sent.flatMap((body) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans)
  const textOf = (span: { attributes: { key: string; value: { stringValue: string } }[] }, name: string) =>
    span.attributes.find(({ key }) => key === name)?.value.stringValue
  t.deepEqual(
    spans.map((span) => [span.spanId, textOf(span, 'url.path'), textOf(span, 'sluice.request_id')]),
    [
      [traces[1]?.spanId, '/second', 'id-1'],
      [traces[0]?.spanId, '/first', 'id-0'],
    ],
  )
})
