import { request } from 'node:https'
import test, { type ExecutionContext } from 'ava'
import { renderBasicCredentials } from '../../../../src/shared/lib/headers/basic-credentials.ts'
import { eventually } from '../../../_support/eventually.ts'
import { openServer, type TestServer } from '../_support/server.ts'

const user = 'app:passw0rd'
const base = '/ibmmq/rest/v2/messaging/qmgr/QM1/queue'
const authority = "SET AUTHREC PROFILE(Q) OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(PUT,GET,BROWSE)"
const commands = [
  "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT)",
  'DEFINE QLOCAL(BACKOUT)',
  'DEFINE QLOCAL(Q) BOTHRESH(2) BOQNAME(BACKOUT)',
  authority,
  authority.replace('(Q)', '(BACKOUT)'),
]

async function open(t: ExecutionContext, count = 1) {
  const server = await openServer(t, { commands })
  const put = (body: string) => server.call('POST', `${base}/Q/message`, { user, body, headers: json('text/plain') })
  for (let index = 0; index < count; index += 1) t.is((await put(`m${index}`)).status, 201)
  const lease = async (body: object = {}) => {
    const { status, json: answer } = await post(server, `${base}/Q/lease`, body)
    t.is(status, 200)
    return answer.messages as { lease: string; body: string; backoutCount: number; messageId: string }[]
  }
  const end = async (id: string | undefined, how: string, body: object = {}) =>
    (await post(server, `${base}/Q/lease/${id}/${how}`, body)).status
  const depth = async (queue = 'Q') =>
    (await server.call('GET', `${base}/${queue}/messagelist?limit=100`, { user })).json.messages.length
  return { server, lease, end, depth }
}

function post(server: TestServer, path: string, body: object, headers: Record<string, string> = {}) {
  return server.call('POST', path, { user, body: JSON.stringify(body), headers: { ...json(), ...headers } })
}

function json(type = 'application/json') {
  return { 'content-type': type }
}

test('a leased message is locked, and acknowledging it removes it', async (t) => {
  const { lease, end, depth } = await open(t, 2)
  const [first] = await lease()
  t.like(first, { body: 'm0', backoutCount: 0 })
  t.deepEqual(
    (await lease({ max: 100 })).map(({ body }) => body),
    ['m1'],
  )
  t.deepEqual(await lease(), [])
  t.is(await end(first?.lease, 'ack'), 204)
  t.is(await end(first?.lease, 'ack'), 204, 'the response to the first can be lost')
  t.is(await end(first?.lease, 'nack'), 404)
  t.is(await depth(), 0, 'm1 is locked')
})

test('a message that is given back twice goes to the backout queue', async (t) => {
  const { lease, end, depth } = await open(t)
  const [first] = await lease()
  t.is(await end(first?.lease, 'nack'), 204)
  const [second] = await lease()
  t.like(second, { backoutCount: 1, messageId: first?.messageId })
  t.is(await end(second?.lease, 'nack'), 204)
  t.deepEqual([await lease(), await depth('BACKOUT')], [[], 1])
})

test('a lease ends by itself, and can be extended', async (t) => {
  const { lease, end, depth } = await open(t, 2)
  const [short] = await lease({ seconds: 1 })
  const [long] = await lease({ seconds: 1 })
  t.is(await end(long?.lease, 'extend', { seconds: 600 }), 200)
  t.is(await eventually(async () => ((await depth()) === 1 ? 1 : undefined)), 1)
  t.is(await end(short?.lease, 'ack'), 404)
  t.is(await end(long?.lease, 'ack'), 204)
})

test('leases belong to their user and client', async (t) => {
  const { server, lease } = await open(t)
  const [held] = await lease()
  const path = `${base}/Q/lease/${held?.lease}/ack`
  t.is((await post(server, path, {}, { 'sluice-client': 'other' })).status, 404)
  t.is((await post(server, path.replace('/Q/', '/BACKOUT/'), {})).status, 404)
  t.is((await post(server, path, {})).status, 204)
})

test('messages are selected by property and id', async (t) => {
  const { server, lease } = await open(t)
  await server.call('POST', `${base.replace('v2', 'v3')}/Q/message`, {
    user,
    body: 'red',
    headers: { ...json('text/plain'), 'ibm-mq-usr': 'colour;"red";string' },
  })
  t.like((await lease({ selector: "colour = 'red'" }))[0], { body: 'red', properties: { colour: 'red' } })
})

for (const body of [
  { max: 101 },
  { seconds: 0 },
  { max: 'one' },
  { other: 1 },
  { selector: '(' },
  { messageId: 'x' },
]) {
  test(`refuses ${JSON.stringify(body)}`, async (t) => {
    const { server } = await open(t, 0)
    t.is((await post(server, `${base}/Q/lease`, body)).status, 400)
  })
}

test('the end of the queue manager puts leased messages back', async (t) => {
  const { server, lease, end, depth } = await open(t, 1)
  const [held] = await lease({ seconds: 600 })
  const manager = server.installation.find('QM1')
  await manager?.end('immediate')
  await manager?.start()
  t.is(await end(held?.lease, 'ack'), 404)
  t.is(await depth(), 0, 'it was not persistent')
})

test('a client that hangs up while it waits takes no message', async (t) => {
  const { server, lease } = await open(t, 0)
  const manager = server.installation.find('QM1')
  const waiting = request({
    host: '127.0.0.1',
    port: server.web.port,
    method: 'POST',
    path: `${base}/Q/lease`,
    agent: false,
    rejectUnauthorized: false,
    headers: { ...json(), authorization: renderBasicCredentials('app', 'passw0rd'), 'ibm-mq-rest-csrf-token': '' },
  })
  waiting.on('error', () => {})
  waiting.end(JSON.stringify({ wait: 60_000 }))
  t.true(await eventually(async () => manager?.connectionCount === 1 || undefined))
  waiting.destroy()
  t.true(await eventually(async () => manager?.connectionCount === 0 || undefined))
  await server.call('POST', `${base}/Q/message`, { user, body: 'kept', headers: json('text/plain') })
  t.like((await lease())[0], { body: 'kept', backoutCount: 0 })
})

test('the end of the server puts leased messages back, without a higher backout count', async (t) => {
  const { server, lease } = await open(t, 1)
  await lease({ seconds: 600 })
  await server.web.close(100)
  const connection = server.installation.find('QM1')?.connect({ name: 'setup', groups: [], privileged: true })
  t.teardown(() => connection?.close())
  t.like(await connection?.get('Q'), { backoutCount: 0 })
})

test('a lease of many long bodies has at most 8 MiB and one message, and the rest stays available', async (t) => {
  const { server, lease, depth } = await open(t, 0)
  const body = '"\n'.repeat(1_500_000)
  for (const _ of [1, 2, 3, 4, 5])
    await server.call('POST', `${base}/Q/message`, { user, body, headers: json('text/plain') })
  const leased = await lease({ max: 100 })
  t.is(leased.length, 3)
  t.true(leased.every((each) => each.body === body))
  t.is(await depth(), 2)
})

test('a lease has no more bytes than its gateway passes on, and the other messages are as they were', async (t) => {
  const { server, lease, end } = await open(t, 0)
  for (const body of ['"'.repeat(400), 'b'.repeat(400), '\u0001'.repeat(900)])
    await server.call('POST', `${base}/Q/message`, { user, body, headers: json('text/plain') })
  const limited = (bytes: number) =>
    post(server, `${base}/Q/lease`, { max: 3 }, { 'sluice-max-response-bytes': String(bytes) })
  const { text, json: answer, headers } = await limited(1_500)
  t.true(text.length <= 1_500)
  t.is(headers['sluice-messages'], '1')
  t.is(answer.messages[0].body, '"'.repeat(400))
  t.is((await limited(600)).status, 500)
  const [second, third] = await lease({ max: 3 })
  t.like(second, { body: 'b'.repeat(400), backoutCount: 0 })
  t.like(third, { body: '\u0001'.repeat(900), backoutCount: 0 })
  t.deepEqual([await end(answer.messages[0].lease, 'ack'), await end(second?.lease, 'ack')], [204, 204])
})

test('a message stays as it was when its JSON cannot be built', async (t) => {
  const { server, lease } = await open(t, 0)
  const manager = server.installation.find('QM1')
  const connection = manager?.connect({ name: 'mqadmin', groups: [], privileged: true }, { name: 't' })
  const message = { body: Buffer.from('m'), format: 'MQSTR', persistence: 'persistent' } as const
  const context = { putAt: 9e15, userId: 'x', applicationName: 'x' }
  for (const more of [{ context }, {}]) await connection?.put({ queue: 'Q' }, message, more)
  await connection?.close()
  const accept = 'application/cloudevents+json'
  const get = () =>
    server.call('DELETE', `${base}/Q/message`, { user, headers: { accept, 'ibm-mq-rest-csrf-token': '' } })
  t.is((await get()).status, 500)
  t.is((await post(server, `${base}/Q/lease`, { max: 2 })).status, 500)
  const taken = await server.call('DELETE', `${base}/Q/message`, { user, headers: { 'ibm-mq-rest-csrf-token': '' } })
  t.deepEqual([taken.status, taken.text], [200, 'm'])
  t.like((await lease())[0], { body: 'm', backoutCount: 0 })
})
