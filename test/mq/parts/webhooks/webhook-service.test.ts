import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { eventually } from '../../../_support/eventually.ts'
import { bindingsOf, openServer, settings, type TestServer } from '../../web/_support/server.ts'

const user = 'app:passw0rd'
const messaging = '/ibmmq/rest/v2/messaging/qmgr/QM1'
const webhooks = `${messaging}/queue/Q/webhook`
const allowed = '<variable name="mqRestWebhookAllowedNetworks" value="127.0.0.0/8"/>'
const commands = [
  "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT)",
  'DEFINE QLOCAL(BACKOUT)',
  'DEFINE QLOCAL(Q) BOQNAME(BACKOUT)',
  "SET AUTHREC PROFILE(*) OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(PUT,GET,BROWSE)",
  "SET AUTHREC PROFILE(SYSTEM.BASE.TOPIC) OBJTYPE(TOPIC) PRINCIPAL('app') AUTHADD(PUB,SUB)",
]

interface Received {
  headers: IncomingHttpHeaders
  body: string
}

/** Responds with the statuses in turn, then with the last of them. */
async function openReceiver(t: ExecutionContext, statuses: number[] = [204], more: Record<string, string> = {}) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join('')
    received.push({ headers: request.headers, body })
    const status = (statuses.length > 1 ? statuses.shift() : statuses[0]) as number
    response.writeHead(status, more).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` }
}

async function open(t: ExecutionContext, variables = allowed) {
  const server = await openServer(t, { commands, xml: settings(variables), console: true })
  const call = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const content = body && { body: JSON.stringify(body) }
    return server.call(method, path, {
      user,
      ...content,
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    })
  }
  const put = (body: string, headers: Record<string, string> = {}) =>
    server.call('POST', `${messaging.replace('v2', 'v3')}/queue/Q/message`, {
      user,
      body,
      headers: { 'content-type': 'text/plain', 'ibm-mq-md-persistence': 'persistent', ...headers },
    })
  const depth = async (queue = 'Q') => (await call('GET', `${messaging}/queue/${queue}/depth`)).json.depth
  return { server, call, put, depth }
}

function isSignedBy(secret: string, { headers, body }: Received): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const signature = createHmac('sha256', key).update(content).digest('base64')
  return String(headers['webhook-signature']).split(' ').includes(`v1,${signature}`)
}

test('delivers messages signed, with their trace context, and removes them', async (t) => {
  const { call, put, depth } = await open(t)
  const { received, url } = await openReceiver(t)
  await put('before')
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
  const { status, json: created } = await call('POST', webhooks, { url })
  t.is(status, 201)
  t.like(created, { queue: 'Q', url, attempts: 12, paused: false, user: 'app' })
  await put('after', { 'ibm-mq-usr': `traceparent;"${traceparent}";string` })
  const [first, second] = (await eventually(async () => (received.length === 2 ? received : undefined))) ?? []
  t.true(isSignedBy(created.secret, first as Received))
  t.like(JSON.parse(first?.body ?? ''), { type: 'mq.message', data: { qmgr: 'QM1', queue: 'Q', body: 'before' } })
  t.is(second?.headers.traceparent, traceparent)
  t.true(
    await eventually(async () => (await call('GET', `${webhooks}/${created.id}`)).json.delivered === 2 || undefined),
  )
  t.is(await depth(), 0)
  const { deliveries } = (await call('GET', `${webhooks}/${created.id}/delivery`)).json
  t.like(deliveries[0], { messageId: second?.headers['webhook-id'], attempt: 1, outcome: 'delivered', status: 204 })
})

test('repeats a delivery with the same id after an error, then sets the message aside', async (t) => {
  const { call, put, depth } = await open(t)
  const { received, url } = await openReceiver(t, [500, 302], { location: 'http://127.0.0.1:1/' })
  const { json: created } = await call('POST', webhooks, { url, attempts: 2, backoffSeconds: 1 })
  await put('poison')
  t.is(await eventually(async () => ((await depth('BACKOUT')) === 1 ? 1 : undefined)), 1)
  t.deepEqual(new Set(received.map(({ headers }) => headers['webhook-id'])).size, 1)
  t.is(received.length, 2)
  const { deliveries } = (await call('GET', `${webhooks}/${created.id}/delivery`)).json
  t.like(deliveries, [
    { attempt: 2, outcome: 'setAside', status: 302 },
    { attempt: 1, outcome: 'retry', status: 500 },
  ])
})

for (const format of ['message', 'cloudevent'])
  test(`a message whose delivery in the format ${format} cannot be built is a failed attempt, and is set aside`, async (t) => {
    const { server, call, depth } = await open(t)
    const { received, url } = await openReceiver(t)
    await putUnprintable(t, server)
    const { json: created } = await call('POST', webhooks, { url, format, attempts: 2, backoffSeconds: 1 })
    t.is(await eventually(async () => ((await depth('BACKOUT')) === 1 ? 1 : undefined)), 1)
    const { deliveries } = (await call('GET', `${webhooks}/${created.id}/delivery`)).json
    t.like(deliveries, [
      { attempt: 2, outcome: 'setAside', error: 'Invalid time value' },
      { attempt: 1, outcome: 'retry', error: 'Invalid time value' },
    ])
    t.is(received.length, 0)
  })

/** Puts a message whose time cannot be written as a text, as a body of many control characters cannot. */
async function putUnprintable(t: ExecutionContext, { installation }: TestServer): Promise<void> {
  const connection = installation.find('QM1')?.connect({ name: 'mqadmin', groups: [], privileged: true }, { name: 't' })
  t.teardown(() => connection?.close())
  const message = { body: Buffer.from('m'), format: 'MQSTR', persistence: 'persistent' } as const
  await connection?.put({ queue: 'Q' }, message, { context: { putAt: 9e15, userId: 'x', applicationName: 'x' } })
}

test('a new secret signs beside the one before', async (t) => {
  const { call, put } = await open(t)
  const { received, url } = await openReceiver(t)
  const { json: created } = await call('POST', webhooks, { url })
  const { json: rotated } = await call('POST', `${webhooks}/${created.id}/secret`, {})
  t.not(rotated.secret, created.secret)
  await put('m')
  const [got] = (await eventually(async () => (received.length === 1 ? received : undefined))) ?? []
  t.deepEqual([isSignedBy(created.secret, got as Received), isSignedBy(rotated.secret, got as Received)], [true, true])
})

test('secrets that are requested at the same time all sign', async (t) => {
  const { call, put } = await open(t)
  const { received, url } = await openReceiver(t)
  const { json: created } = await call('POST', webhooks, { url })
  const rotations = await Promise.all([1, 2, 3].map(() => call('POST', `${webhooks}/${created.id}/secret`, {})))
  await put('m')
  const [got] = (await eventually(async () => (received.length === 1 ? received : undefined))) ?? []
  t.deepEqual(
    rotations.map(({ json }) => isSignedBy(json.secret, got as Received)),
    [true, true, true],
  )
})

test('delivers the publications to a topic, and removes the subscription with the webhook', async (t) => {
  const { server, call } = await open(t)
  const { received, url } = await openReceiver(t)
  const topic = `${messaging}/topic/news/today`
  const { json: created } = await call('POST', `${topic}/webhook`, { url, format: 'cloudevent' })
  await eventually(async () => {
    await server.call('POST', `${topic}/message`, { user, body: 'hello', headers: { 'content-type': 'text/plain' } })
    return received.length > 0 || undefined
  })
  t.is(received[0]?.headers['content-type'], 'application/cloudevents+json')
  t.like(JSON.parse(received[0]?.body ?? ''), { source: '/qmgr/QM1/topic/news/today', data: 'hello' })
  t.is((await call('DELETE', `${topic}/webhook/${created.id}`)).status, 204)
  const connection = server.installation.find('QM1')?.connect({ name: 'setup', groups: [], privileged: true })
  t.teardown(() => connection?.close())
  const outcome = await connection?.command("DISPLAY SUB('SYSTEM.REST.WEBHOOK.*')")
  t.not(outcome?.completionCode, 0)
  t.deepEqual((await call('GET', `${topic}/webhook`)).json, { webhooks: [] })
})

test('a paused webhook takes no messages, and 410 Gone pauses it', async (t) => {
  const { call, put, depth } = await open(t)
  const { received, url } = await openReceiver(t, [410, 200])
  const { json: created } = await call('POST', webhooks, { url })
  await put('m')
  const one = `${webhooks}/${created.id}`
  t.true(await eventually(async () => (await call('GET', one)).json.paused || undefined))
  t.deepEqual([await depth(), received.length], [1, 1])
  t.is((await call('PATCH', one, { paused: false })).status, 204)
  t.is(await eventually(async () => ((await depth()) === 0 ? 0 : undefined)), 0)
  t.is((await call('GET', `${one}/delivery`)).json.deliveries.length, 2)
})

test('a delivery in progress ends once while its queue is disabled for gets', async (t) => {
  const { server, call, put, depth } = await open(t)
  const bodies: string[] = []
  const waiting: (() => void)[] = []
  const receiver = createServer(async (request, response) => {
    bodies.push((await request.toArray()).join(''))
    waiting.push(() => response.writeHead(204).end())
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  t.teardown(() => receiver.close())
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  const { json: created } = await call('POST', webhooks, { url, format: 'cloudevent' })
  await put('first')
  await eventually(async () => (waiting.length === 1 ? true : undefined))
  const connection = server.installation.find('QM1')?.connect({ name: 'setup', groups: [], privileged: true })
  t.teardown(() => connection?.close())
  await connection?.command('ALTER QLOCAL(Q) GET(DISABLED)')
  const view = async () => (await call('GET', `${webhooks}/${created.id}`)).json
  t.regex(await eventually(async () => (await view()).problem), /MQRC_GET_INHIBITED/)
  waiting[0]?.()
  t.is(await eventually(async () => (await view()).delivered || undefined), 1)
  await connection?.command('ALTER QLOCAL(Q) GET(ENABLED)')
  await put('second')
  await eventually(async () => (waiting.length === 2 ? true : undefined))
  t.deepEqual(
    bodies.map((body) => JSON.parse(body).data),
    ['first', 'second'],
  )
  waiting[1]?.()
  t.is(await eventually(async () => ((await depth()) === 0 ? 0 : undefined)), 0)
})

test('a webhook whose removal cannot be stored goes on delivering', async (t) => {
  const { server, call, put } = await open(t)
  const { received, url } = await openReceiver(t)
  const { json: created } = await call('POST', webhooks, { url })
  const connection = server.installation.find('QM1')?.connect({ name: 'setup', groups: [], privileged: true })
  t.teardown(() => connection?.close())
  await connection?.command('ALTER QLOCAL(SYSTEM.REST.WEBHOOK.QUEUE) GET(DISABLED)')
  t.not((await call('DELETE', `${webhooks}/${created.id}`)).status, 204)
  await put('m')
  t.is((await eventually(async () => (received.length === 1 ? received : undefined)))?.length, 1)
})

test('webhooks outlive the queue manager and the server', async (t) => {
  const { server, call, put } = await open(t)
  const { received, url } = await openReceiver(t)
  const { json: created } = await call('POST', webhooks, { url })
  const manager = server.installation.find('QM1')
  await manager?.end('immediate')
  t.is((await call('GET', webhooks)).status, 503)
  await manager?.start()
  await put('m')
  t.is((await eventually(async () => (received.length === 1 ? received : undefined)))?.length, 1)
  t.like((await call('GET', webhooks)).json.webhooks, [{ id: created.id }])
})

test('a webhook belongs to its user, application and queue', async (t) => {
  const { call } = await open(t)
  const { url } = await openReceiver(t)
  const { json: created } = await call('POST', webhooks, { url })
  const other = { 'sluice-client': 'other' }
  t.deepEqual((await call('GET', webhooks, undefined, other)).json, { webhooks: [] })
  t.is((await call('DELETE', `${webhooks}/${created.id}`, undefined, other)).status, 404)
  t.is((await call('GET', `${webhooks.replace('/Q/', '/BACKOUT/')}/${created.id}`)).status, 404)
  t.is((await call('DELETE', `${webhooks}/${created.id}`)).status, 204)
})

for (const [url, why] of [
  ['http://127.0.0.1/hook', /address inside the network/],
  ['https://localhost/hook', /address inside the network/],
  ['https://[::ffff:10.0.0.1]/hook', /address inside the network/],
  ['https://169.254.169.254/latest', /address inside the network/],
  ['https://2130706433/', /address inside the network/],
  ['http://8.8.8.8/hook', /https only/],
  ['ftp://8.8.8.8/', /must be an https URL/],
  ['https://user:secret@8.8.8.8/', /must not contain a user name/],
] as const) {
  test(`refuses ${url}`, async (t) => {
    const { call } = await open(t, '')
    const { status, text } = await call('POST', webhooks, { url })
    t.is(status, 400)
    t.regex(text, why)
  })
}

test('in the console, administrators see all webhooks, and others those of their user', async (t) => {
  const { server, call } = await open(t, allowed + bindingsOf('com.ibm.mq.console'))
  const { url } = await openReceiver(t)
  await call('POST', webhooks, { url }, { 'sluice-client': 'shop' })
  const list = async (name: string) =>
    (await server.call('GET', '/ibmmq/console/api/v1/qmgr/QM1/webhook', { user: name })).json.webhooks
  t.like(await list('mqadmin:mqadmin'), [{ user: 'app', client: 'shop' }])
  t.is((await list(user)).length, 1)
})

test('a user without authority for the queue creates no webhook', async (t) => {
  const { server, call } = await open(t)
  const { url } = await openReceiver(t)
  const connection = server.installation.find('QM1')?.connect({ name: 'setup', groups: [], privileged: true })
  await connection?.command("SET AUTHREC PROFILE(*) OBJTYPE(QUEUE) PRINCIPAL('app') AUTHRMV(GET)")
  await connection?.close()
  t.is((await call('POST', webhooks, { url })).status, 403)
})
