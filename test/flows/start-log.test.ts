import { join } from 'node:path'
import test from 'ava'
import { copyDocuments } from '../_support/documents.ts'
import { startGateway, temporaryFolder } from '../_support/product.ts'

test('a start writes JSON lines only: warnings, listeners, calls with their traces, and a changed base URL', async (t) => {
  const [data, remove] = await temporaryFolder()
  t.teardown(remove)
  const folder = join(data, 'documents')
  await copyDocuments(folder)
  const environment = { SLUICE_CONFIG: folder }

  const first = await startGateway(data, { ...environment, SLUICE_BASE_URL: 'https://api.example.com/' })
  const socket = first.url
  const trace = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }
  const headers = { traceparent: `00-${trace.traceId}-${trace.spanId}-01` }
  for (const path of ['/acme/sandbox/customerdb/v1/customers', '/acme/sandbox/customer-oauth/oauth2/jwks']) {
    await (await fetch(`${socket}${path}`, { headers })).text()
    await (await fetch(`${socket}${path}?plain`)).text()
  }
  t.is(await first.stop(), 0)
  t.is(first.output(), '')
  const lines = first.log()
  const { revision, ...ready } = lines.find(({ msg }) => msg === 'gateway ready') ?? {}
  t.like(ready, {
    level: 'info',
    part: 'primary',
    workers: 1,
    listeners: [socket],
    node: process.version,
    baseUrl: 'https://api.example.com',
    baseUrlFrom: 'SLUICE_BASE_URL',
    documents: folder,
    store: join(data, 'gateway.sqlite'),
  })
  t.regex(String(revision), /^\S+$/)
  t.regex(String(ready.version), /^\d+\.\d+\.\d+/)
  const calls = lines.filter(({ msg }) => msg === 'call')
  t.is(calls.length, 4)
  t.is(calls.filter(({ traceId, spanId }) => traceId === trace.traceId && spanId === trace.spanId).length, 2)
  t.is(calls.filter((line) => !('traceId' in line)).length, 2)
  const warning = lines.find(({ place }) => /sandbox-app\.yaml:\d+:\d+$/.test(String(place)))
  t.like(warning, { level: 'warn', part: 'primary' })
  t.false(lines.some(({ msg }) => /base URL/.test(String(msg))))

  const second = await startGateway(data, environment)
  t.is(await second.stop(), 0)
  const changed = second.log().find(({ msg }) => /base URL of the issuers has changed/.test(String(msg)))
  t.like(changed, { level: 'warn', before: 'https://api.example.com' })
  t.true(second.log().some(({ level, msg }) => level === 'warn' && /SLUICE_PORT is 0/.test(String(msg))))
})
