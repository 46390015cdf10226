import test, { type ExecutionContext } from 'ava'
import { openServer } from '../_support/server.ts'

const user = 'app:passw0rd'
const base = '/ibmmq/rest/v2/messaging/qmgr/QM1/queue/Q'
const commands = [
  "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT)",
  'DEFINE QLOCAL(Q)',
  "SET AUTHREC PROFILE(Q) OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(PUT,GET,BROWSE)",
]
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

async function open(t: ExecutionContext) {
  const server = await openServer(t, { commands })
  const put = (headers: Record<string, string> = {}, path = '/message', body = 'm') =>
    server.call('POST', base + path, { user, body, headers: { 'content-type': 'text/plain', ...headers } })
  return { server, put }
}

test('puts are refused at the depth of their limit, those of lower plans first', async (t) => {
  const { put } = await open(t)
  const bronze = { 'sluice-admission': 'depth=1' }
  t.is((await put(bronze)).status, 201)
  const refused = await put(bronze)
  t.like(refused, { status: 429, headers: { 'retry-after': '5' } })
  t.regex(refused.text, /MQWB0328E.*it has 1 messages, and the limit is 1/)
  t.is((await put({ 'sluice-admission': 'depth=2; age=600' })).status, 201)
  t.is((await put({ 'sluice-admission': 'depth=2; status=503' })).status, 503)
  const batch = JSON.stringify({ messages: [{ body: 'm' }] })
  t.is((await put({ ...bronze, 'content-type': 'application/json' }, '/batch', batch)).status, 429)
})

test('puts are refused while the oldest message is too old', async (t) => {
  const { put } = await open(t)
  t.is((await put({ 'sluice-admission': 'age=0' })).status, 201, 'an empty queue has no oldest message')
  t.regex((await put({ 'sluice-admission': 'age=0' })).text, /its oldest message is 0 seconds old/)
})

test('a repeated put gets its first response, however full the queue is', async (t) => {
  const { put } = await open(t)
  const once = { 'sluice-admission': 'depth=1', 'idempotency-key': 'k' }
  t.is((await put(once)).status, 201)
  t.like(await put(once), { status: 201, headers: { 'idempotent-replayed': 'true' } })
})

test('refuses a malformed header', async (t) => {
  const { put } = await open(t)
  t.is((await put({ 'sluice-admission': 'deep' })).status, 400)
})

test('the trace context of a put is that of the get, the lease and the batch', async (t) => {
  const { server, put } = await open(t)
  await put({ traceparent, tracestate: 'a=1' })
  t.like((await server.call('DELETE', `${base}/message`, { user })).headers, { traceparent, tracestate: 'a=1' })
  await put({ traceparent, tracestate: 'a=é' }) // its characters must be printable ASCII
  t.like((await server.call('DELETE', `${base}/message`, { user })).headers, { traceparent, tracestate: undefined })
  const batch = JSON.stringify({ messages: [{ body: 'm', properties: { colour: 'red' } }] })
  await put({ traceparent, 'content-type': 'application/json' }, '/batch', batch)
  const { json } = await put({ 'content-type': 'application/json' }, '/lease', '{}')
  t.deepEqual(json.messages[0].properties, { traceparent, colour: 'red' })
  await put({ traceparent: 'no trace' })
  t.is((await server.call('DELETE', `${base}/message`, { user })).headers.traceparent, undefined)
})
