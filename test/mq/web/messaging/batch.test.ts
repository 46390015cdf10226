import test, { type ExecutionContext } from 'ava'
import { openServer } from '../_support/server.ts'

const user = 'app:passw0rd'
const queue = '/ibmmq/rest/v2/messaging/qmgr/QM1/queue/Q'
const commands = [
  "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT)",
  'DEFINE QLOCAL(Q) MAXDEPTH(1000)',
  "SET AUTHREC PROFILE(Q) OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(PUT,GET,BROWSE)",
]

async function open(t: ExecutionContext) {
  const server = await openServer(t, { commands })
  const post = (path: string, body: unknown, type = 'application/json', headers: Record<string, string> = {}) =>
    server.call('POST', `${queue}${path}`, {
      user,
      body: JSON.stringify(body),
      headers: { 'content-type': type, ...headers },
    })
  const take = (headers: Record<string, string> = {}) => server.call('DELETE', `${queue}/message`, { user, headers })
  const depth = async () => (await server.call('GET', `${queue}/messagelist?limit=2000`, { user })).json.messages.length
  return { server, post, take, depth }
}

test('a batch of 1,000 messages is put in one commit, in order', async (t) => {
  const { post, take, depth } = await open(t)
  const messages = Array.from({ length: 1000 }, (_, index) => ({ body: `m${index}`, persistence: 'persistent' }))
  const { status, json } = await post('/batch', { messages })
  t.deepEqual([status, json.messages.length, await depth()], [201, 1000, 1000])
  const first = await take()
  t.deepEqual([first.text, first.headers['ibm-mq-md-messageid']], ['m0', json.messages[0].messageId])
})

test('a batch that does not fit puts nothing', async (t) => {
  const { post, depth } = await open(t)
  await post('/batch', { messages: [{ body: 'first' }] })
  const full = { messages: Array.from({ length: 1000 }, () => ({ body: 'x' })) }
  t.is((await post('/batch', full)).status, 500)
  t.is(await depth(), 1)
})

test('a repeated batch with a key puts nothing, and returns the same ids', async (t) => {
  const { post, depth } = await open(t)
  const batch = { messages: [{ body: 'a' }, { body: 'AAE=', encoding: 'base64', properties: { colour: 'red', n: 1 } }] }
  const [first, again] = [
    await post('/batch', batch, undefined, { 'idempotency-key': 'k' }),
    await post('/batch', batch, undefined, { 'idempotency-key': 'k' }),
  ]
  t.deepEqual(again.json, first.json)
  t.is(await depth(), 2)
  const { json } = await post('/lease', { selector: "colour = 'red'" })
  t.like(json.messages[0], { body: 'AAE=', encoding: 'base64', properties: { colour: 'red', n: 1 } })
})

test('a text as correlation id and properties of headers arrive, of a batch as of one message', async (t) => {
  const { server, post } = await open(t)
  const v3 = queue.replace('v2', 'v3')
  const call = (method: string, path: string, body = '', headers = {}) =>
    server.call(method, `${v3}${path}`, { user, body, headers })
  const messages = JSON.stringify({ messages: [{ body: 'a', correlationId: 'order 7' }] })
  t.is((await call('POST', '/batch', messages, { 'content-type': 'application/json' })).status, 201)
  const headers = { 'ibm-mq-usr': 'colour;"red"', 'ibm-mq-md-correlationId': 'order 8' }
  t.is((await post('/batch', [event], 'application/cloudevents-batch+json', headers)).status, 400, 'v2 has no texts')
  const type = { 'content-type': 'application/cloudevents-batch+json' }
  t.is((await call('POST', '/batch', JSON.stringify([event]), { ...type, ...headers })).status, 201)
  t.is((await call('DELETE', '/message')).headers['ibm-mq-md-correlationid'], 'order 7')
  const second = (await call('DELETE', '/message')).headers
  t.is(second['ibm-mq-md-correlationid'], 'order 8')
  t.regex(String(second['ibm-mq-usr']), /colour;"red";string/)
})

for (const [body, type] of [
  [{ messages: [] }],
  [{ messages: [{ body: 1 }] }],
  [{ messages: [{ body: 'a', other: 1 }] }],
  [{ messages: [{ body: 'a', priority: 10 }] }],
  [{ messages: [{ body: 'a', properties: { 'not a name': 1 } }] }],
  [{ messages: [{ body: 'YQ==!', encoding: 'base64' }] }],
  [{ messages: [{ body: '\ud800' }] }],
  [{ messages: [{ body: 'a', properties: { half: '\ud800' } }] }],
  [{ messages: Array.from({ length: 1001 }, () => ({ body: 'x' })) }],
  [[{ id: '1' }], 'application/cloudevents-batch+json'],
  [{}, 'application/cloudevents-batch+json'],
  [Array(200_000).fill([]), 'application/cloudevents-batch+json'],
  [{ messages: [], ignored: Array(300_000).fill('x') }],
] as const) {
  test(`refuses the batch ${JSON.stringify(body).slice(0, 60)}`, async (t) => {
    const { post, depth } = await open(t)
    t.is((await post('/batch', body, type)).status, 400)
    t.is(await depth(), 0)
  })
}

const event = {
  specversion: '1.0',
  id: 'e1',
  source: '/orders',
  type: 'order.placed',
  subject: 'Ä 1',
  datacontenttype: 'application/json',
  data: { total: 3 },
}
const structured = 'application/cloudevents+json'

test('an event in structured mode arrives in both modes', async (t) => {
  const { post, take } = await open(t)
  for (const _ of [1, 2]) t.is((await post('/message', event, structured)).status, 201)
  t.deepEqual((await take({ accept: structured })).json, event)
  const binary = await take()
  t.is(binary.text, '{"total":3}')
  t.like(binary.headers, {
    'content-type': 'application/json',
    'ce-id': 'e1',
    'ce-type': 'order.placed',
    'ce-subject': '%C3%84%201',
  })
})

test('an event whose data has too many members is not parsed, and data of a message stays as it is', async (t) => {
  const { server, post, take } = await open(t)
  const data = { list: Array(300_000).fill(0) }
  const refused = await post('/message', { ...event, data }, structured)
  t.is(refused.status, 400)
  t.regex(refused.text, /more than 250000 members and elements/)

  const { data: _, datacontenttype, ...attributes } = event
  const headers = Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [`ce-${name}`, encodeURIComponent(value)]),
  )
  const body = JSON.stringify(data)
  await server.call('POST', `${queue}/message`, {
    user,
    body,
    headers: { 'content-type': datacontenttype, ...headers },
  })
  const { json } = await take({ accept: structured })
  t.is(Buffer.from(json.data_base64, 'base64').toString(), body)
})

test('an event in binary mode arrives in structured mode, and selectors see its attributes', async (t) => {
  const { server, post } = await open(t)
  const { data, datacontenttype, ...attributes } = event
  const headers = Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [`ce-${name}`, encodeURIComponent(value)]),
  )
  const put = await server.call('POST', `${queue}/message`, {
    user,
    body: JSON.stringify(data),
    headers: { 'content-type': datacontenttype, ...headers },
  })
  t.is(put.status, 201)
  t.like((await post('/lease', { selector: "ce_type = 'order.placed'" })).json.messages[0].properties, { ce_id: 'e1' })
})

test('a message that is no event is one of its queue in structured mode', async (t) => {
  const { server, take } = await open(t)
  await server.call('POST', `${queue}/message`, { user, body: 'plain', headers: { 'content-type': 'text/plain' } })
  const { json, headers } = await take({ accept: structured })
  t.like(json, { specversion: '1.0', source: '/qmgr/QM1/queue/Q', type: 'com.ibm.mq.message', data: 'plain' })
  t.regex(String(headers['content-type']), /^application\/cloudevents\+json/)
})

test('the data of an event keeps each digit and the order of its members, alone and in a batch', async (t) => {
  const { server, take } = await open(t)
  const data = '{"b": 12345678901234567890, "a":[0.10, 1e400, {"data":"}"}], "data": "\\"{", "2":1}'
  const text = JSON.stringify({ ...event, data: undefined }).replace(/}$/, `,"d\\u0061ta" : ${data} }`)
  const post = (path: string, body: string, type: string) =>
    server.call('POST', `${queue}${path}`, { user, body, headers: { 'content-type': type } })
  t.is((await post('/message', text, structured)).status, 201)
  t.is((await post('/batch', `[${text}, ${text}]`, 'application/cloudevents-batch+json')).status, 201)
  t.is((await take()).text, data)
  t.is((await take()).text, data)
  t.true((await take({ accept: structured })).text.endsWith(`,"data":${data}}`))
})

test('a batch of events is put, and events without a required attribute are refused', async (t) => {
  const { post, take } = await open(t)
  const binary = { ...event, data: undefined, data_base64: Buffer.from([0, 255]).toString('base64') }
  t.is((await post('/batch', [event, binary], 'application/cloudevents-batch+json')).status, 201)
  t.deepEqual((await take({ accept: structured })).json, event)
  for (const wrong of [
    { ...event, id: undefined },
    { ...event, specversion: '2.0' },
    { ...event, 'not-a-name': 'x' },
    { ...event, subject: '\ud800' },
    { ...event, datacontenttype: 'text/plain', data: '\ud800' },
    { ...event, data: undefined, data_base64: 'YQ==!' },
    [],
  ])
    t.is((await post('/message', wrong, structured)).status, 400)
})
