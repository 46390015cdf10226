import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { getToken, tokenPath } from '../_support/client.ts'
import { copyDocuments } from '../_support/documents.ts'
import { logLines, startProduct, temporaryFolder } from '../_support/product.ts'

interface Received {
  headers: IncomingHttpHeaders
  body: string
}

/** A server that keeps what it got. */
async function listen(t: ExecutionContext) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ headers: request.headers, body })
    response.end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

test('a trace continues through the gateway, and its spans reach the collector', async (t) => {
  const backend = await listen(t)
  const collector = await listen(t)
  const [data, removeData] = await temporaryFolder()
  const [folder, removeFolder] = await temporaryFolder()
  t.teardown(() => Promise.all([removeData(), removeFolder()]))
  await copyDocuments(folder)
  const catalog = join(folder, 'catalogs/sandbox/catalog.yaml')
  const text = await readFile(catalog, 'utf8')
  await writeFile(catalog, text.replace(/customers-url: .*/, `customers-url: ${backend.url}`))

  const product = await startProduct(data, { SLUICE_CONFIG: folder, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const { access_token: token } = await getToken(product.gateway)
  const answer = await fetch(`${product.gateway}/acme/sandbox/customerdb/v1/customers`, {
    headers: { authorization: `Bearer ${token}`, traceparent: `00-${traceId}-b7ad6b7169203331-01` },
  })
  await answer.arrayBuffer()
  t.is(await product.stop(), 0)

  const [, sentTrace, sentSpan] = String(backend.received[0]?.headers.traceparent).split('-')
  const spans = collector.received.flatMap(({ body }) =>
    JSON.parse(body).resourceSpans.flatMap((each: { scopeSpans: { spans: object[] }[] }) => each.scopeSpans[0]?.spans),
  )
  const ofCall = spans.find((span) => span.traceId === traceId && span.kind === 2)
  const ofUpstream = spans.find((span) => span.traceId === traceId && span.kind === 3)
  t.is(sentTrace, traceId)
  t.like(ofUpstream, { spanId: sentSpan, parentSpanId: ofCall.spanId })
  t.like(ofCall, { parentSpanId: 'b7ad6b7169203331', name: 'GET customer-database:1.0.0 getAllCustomers' })
  t.deepEqual(
    ofCall.attributes.find(({ key }: { key: string }) => key === 'sluice.request_id').value.stringValue,
    answer.headers.get('x-request-id'),
  )
  t.true(spans.some((span) => span.name === 'POST' && JSON.stringify(span).includes(tokenPath)))
  const lines = logLines(product.log())
  const ofLine = lines.find(({ requestId }) => requestId === answer.headers.get('x-request-id'))
  t.like(ofLine, { msg: 'call', traceId, spanId: ofCall.spanId })
  const ofToken = lines.find(({ msg, path }) => msg === 'call' && path === tokenPath)
  const tokenSpan = spans.find((span) => span.traceId === ofToken?.traceId)
  t.is(tokenSpan.spanId, ofToken?.spanId)
  t.false(collector.received.some(({ body }) => body.includes(token)))
})
