import { request } from 'node:https'
import test from 'ava'
import { renderBasicCredentials } from '../../../../src/shared/lib/headers/basic-credentials.ts'
import { openServer, type TestServer } from '../_support/server.ts'

const user = 'app:passw0rd'
const text = { 'content-type': 'text/plain;charset=utf-8' }
const commands = [
  'DEFINE QLOCAL(Q)',
  "DEFINE QLOCAL('odd/name%')",
  'DEFINE QLOCAL(SMALL) MAXMSGL(100000)',
  'DEFINE QALIAS(TO.SMALL) TARGET(SMALL)',
  'DEFINE QLOCAL(CLOSED) PUT(DISABLED) GET(DISABLED)',
  'DEFINE QLOCAL(FULL) MAXDEPTH(0)',
  "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT,INQ)",
  "SET AUTHREC PROFILE('**') OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(PUT,GET,BROWSE,INQ)",
  "SET AUTHREC PROFILE('**') OBJTYPE(TOPIC) PRINCIPAL('app') AUTHADD(PUB)",
]

function path(queue = 'Q', version = 'v1', dialect = 'ibmmq') {
  return `/${dialect}/rest/${version}/messaging/qmgr/QM1/queue/${queue}/message`
}

async function put({ call }: TestServer, body: string, headers: Record<string, string> = {}, to = path()) {
  return call('POST', to, { user, body, headers: { ...text, ...headers } })
}

test('puts a text and hands it out once', async (t) => {
  const server = await openServer(t, { commands })
  const sent = await put(server, 'grüße')
  t.is(sent.status, 201)
  t.is(sent.text, '')
  t.is(sent.headers['content-length'], '0')
  t.is(sent.headers['content-type'], 'text/plain; charset=utf-8')
  t.regex(String(sent.headers['ibm-mq-md-messageid']), /^414d5120514d31202020202020202020[0-9a-f]{16}$/)

  const got = await server.call('DELETE', path(), { user })
  t.is(got.status, 200)
  t.is(got.text, 'grüße')
  t.like(got.headers, {
    'content-type': 'text/plain; charset=utf-8',
    'ibm-mq-md-messageid': sent.headers['ibm-mq-md-messageid'],
    'ibm-mq-md-expiry': 'unlimited',
    'ibm-mq-md-persistence': 'nonPersistent',
    'ibm-mq-md-correlationid': undefined,
    'ibm-mq-md-priority': undefined,
  })
  const none = await server.call('DELETE', path(), { user })
  t.is(none.status, 204)
  t.is(none.text, '')
})

test('shows a message without taking it', async (t) => {
  const server = await openServer(t, { commands })
  await put(server, 'one')
  await put(server, 'two')
  for (let round = 0; round < 2; round += 1) {
    const seen = await server.call('GET', path(), { user, csrf: false })
    t.is(seen.status, 200)
    t.is(seen.text, 'one')
  }
  t.is((await server.call('HEAD', path(), { user })).headers['content-length'], '3')
  t.is((await server.call('DELETE', path(), { user })).text, 'one')
})

test('speaks the other dialect with its own headers', async (t) => {
  const server = await openServer(t, { commands })
  const to = path('Q', 'v1', 'vendormq')
  const sent = await put(server, 'x', { 'vendor-mq-md-persistence': 'persistent' }, to)
  t.truthy(sent.headers['vendor-mq-md-messageid'])
  t.is(sent.headers['ibm-mq-md-messageid'], undefined)
  t.is((await server.call('GET', to, { user })).headers['vendor-mq-md-persistence'], 'persistent')
})

test('carries the descriptor both ways in v3, with ID: before ids', async (t) => {
  const server = await openServer(t, { commands })
  const correlation = `ID:${'0a'.repeat(24)}`
  const sent = await put(
    server,
    'x',
    {
      'ibm-mq-md-correlationId': correlation,
      'ibm-mq-md-persistence': 'persistent',
      'ibm-mq-md-priority': '7',
      'ibm-mq-md-replyTo': 'REPLY@QM2',
      'ibm-mq-md-expiry': '99999999900',
      'ibm-mq-usr': 'color;"green";string, count;3;integer',
    },
    path('Q', 'v3'),
  )
  t.is(sent.status, 201)
  t.regex(String(sent.headers['ibm-mq-md-messageid']), /^ID:414d51/)

  const got = await server.call('GET', path('Q', 'v3'), { user })
  t.like(got.headers, {
    'ibm-mq-md-correlationid': correlation,
    'ibm-mq-md-persistence': 'persistent',
    'ibm-mq-md-priority': '7',
    'ibm-mq-md-replyto': 'REPLY@QM2',
    'ibm-mq-usr': 'color;"green";string,count;3;integer',
  })
  t.true(Number(got.headers['ibm-mq-md-expiry']) > 99_999_000_000)
  t.is((await server.call('GET', path('Q', 'v1'), { user })).headers['ibm-mq-md-correlationid'], '0a'.repeat(24))
})

test('accepts a text as a correlation id in v3, returns it and finds by it', async (t) => {
  const server = await openServer(t, { commands })
  await put(server, 'other')
  await put(server, 'mine', { 'ibm-mq-md-correlationId': 'order 7' }, path('Q', 'v3'))
  const got = await server.call('GET', `${path('Q', 'v3')}?correlationId=order%207`, { user })
  t.is(got.text, 'mine')
  t.is(got.headers['ibm-mq-md-correlationid'], 'order 7')
  t.is(got.headers['ibm-mq-usr'], undefined)
})

test('selects by ids, both of which must match; zeros select nothing', async (t) => {
  const server = await openServer(t, { commands })
  const [a, b] = ['0a', '0b'].map((byte) => byte.repeat(24)) as [string, string]
  const first = (await put(server, 'first', { 'ibm-mq-md-correlationId': a })).headers['ibm-mq-md-messageid']
  await put(server, 'second', { 'ibm-mq-md-correlationId': b })

  const get = async (query: string) => (await server.call('GET', `${path()}?${query}`, { user })).text
  t.is(await get(`correlationId=${b}`), 'second')
  t.is(await get(`messageId=${first}&correlationId=${a}`), 'first')
  t.is(await get(`messageId=${first}&correlationId=${b}`), '')
  t.is(await get(`messageId=${'0'.repeat(48)}`), 'first')
})

test('keeps to the order of priority, then of arrival', async (t) => {
  const server = await openServer(t, { commands })
  for (const [body, priority] of [
    ['low', '1'],
    ['high', '9'],
    ['low too', '1'],
  ] as const) {
    await put(server, body, { 'ibm-mq-md-priority': priority }, path('Q', 'v3'))
  }
  const got: string[] = []
  for (let each = 0; each < 3; each += 1) got.push((await server.call('DELETE', path(), { user })).text)
  t.deepEqual(got, ['high', 'low', 'low too'])
})

for (const [title, headers] of [
  ['a persistence that is none', { 'ibm-mq-md-persistence': 'yes' }],
  ['an expiry that is no number', { 'ibm-mq-md-expiry': '1.5' }],
  ['an expiry that is too long', { 'ibm-mq-md-expiry': '99999999901' }],
  ['a short correlation id', { 'ibm-mq-md-correlationId': '0a' }],
  ['a reply queue with a blank', { 'ibm-mq-md-replyTo': 'A B' }],
] as const) {
  test(`refuses ${title} by the name of its header`, async (t) => {
    const server = await openServer(t, { commands })
    const reply = await put(server, 'x', headers)
    t.is(reply.status, 400)
    t.is(reply.json.error[0].msgId, 'MQWB0302E')
    t.true(reply.json.error[0].message.includes(`'${Object.keys(headers)[0]}'`))
    t.is((await server.call('GET', path(), { user })).status, 204)
  })
}

test('looks at priorities and properties in v3 only', async (t) => {
  const server = await openServer(t, { commands })
  const odd = { 'ibm-mq-md-priority': 'urgent' }
  t.is((await put(server, 'x', odd)).status, 201)
  t.is((await put(server, 'x', odd, path('Q', 'v3'))).status, 400)
  t.is((await put(server, 'x', { 'ibm-mq-usr': ';' }, path('Q', 'v3'))).status, 400)
})

for (const [type, status] of [
  ['text/plain', 201],
  ['text/html; charset=UTF-8', 201],
  ['application/json', 201],
  ['text/xml;charset="utf-8"', 201],
  ['application/xml', 201],
  ['application/octet-stream', 415],
  ['text/plain; charset=iso-8859-1', 415],
  ['text/csv', 415],
  ['', 415],
] as const) {
  test(`answers ${status} to a message of type "${type}"`, async (t) => {
    const server = await openServer(t, { commands })
    const reply = await server.call('POST', path(), { user, body: '<x/>', headers: { 'content-type': type } })
    t.is(reply.status, status)
  })
}

test('takes an empty message, and no bytes that are not text', async (t) => {
  const server = await openServer(t, { commands })
  t.is((await put(server, '')).status, 201)
  const bytes = await server.call('POST', path(), { user, headers: text, body: Buffer.from([0xff, 0xfe]) })
  t.is(bytes.status, 400)
  t.is(bytes.json.error[0].msgId, 'MQWB0310E')
  for (const [name, value] of [
    ['ibm-mq-md-correlationId', '\xe9'],
    ['ibm-mq-usr', 'name;"\xe9"'],
  ] as const) {
    // With a body of bytes, Node sends the header in Latin-1.
    const options = { user, headers: { ...text, [name]: value }, body: Buffer.from('a') }
    const { status, json } = await server.call('POST', path('Q', 'v3'), options)
    t.is(status, 400)
    t.regex(json.error[0].message, /MQWB0302E: .*it must be UTF-8/)
  }
})

test('leaves a message that is no text on the queue', async (t) => {
  const server = await openServer(t, { commands })
  const connection = server.installation.find('QM1')?.connect({ name: 'mqm', groups: [], privileged: true })
  await connection?.put({ queue: 'Q' }, { body: Buffer.from([1, 2]), format: 'MQDEAD' })
  for (const method of ['GET', 'DELETE']) {
    const reply = await server.call(method, path(), { user })
    t.is(reply.status, 501)
    t.like(reply.json.error[0], { msgId: 'MQWB0309E', reasonCode: 2110 })
    t.regex(reply.json.error[0].message, /'Q' has the format 'MQDEAD'/)
  }
  const { json } = await server.call('GET', `${path()}list`, { user })
  t.is(json.messages[0].format, 'MQDEAD')
})

test('a message whose attributes or properties are no headers is handed out, and none is lost', async (t) => {
  const server = await openServer(t, { commands })
  const connection = server.installation.find('QM1')?.connect({ name: 'mqm', groups: [], privileged: true })
  const text = (value: string) => ({ type: 'string', value }) as const
  for (const name of ['a b', 'ü', 'x:y', '', 'half'])
    await connection?.put(
      { queue: 'Q' },
      {
        body: Buffer.from(`with ${name}`),
        format: 'MQSTR',
        properties: {
          ce_specversion: text('1.0'),
          ce_type: text('t\r\nX-Other: 1'),
          [`ce_${name}`]: text('\u0000é\n\ud800'),
        },
      },
    )
  for (const name of ['a b', 'ü', 'x:y', '', 'half']) {
    const reply = await server.call('DELETE', path('Q', 'v3'), { user })
    t.is(reply.status, 200)
    t.is(reply.text, `with ${name}`)
    t.is(reply.headers['x-other'], undefined)
  }
})

test('a message whose properties are too long as headers stays on the queue, and can be leased', async (t) => {
  const server = await openServer(t, { commands })
  const connection = server.installation.find('QM1')?.connect({ name: 'mqm', groups: [], privileged: true })
  const long = { type: 'string', value: 'x'.repeat(65_536) } as const
  await connection?.put({ queue: 'Q' }, { body: Buffer.from('a'), format: 'MQSTR', properties: { long } })
  for (const method of ['GET', 'DELETE']) {
    const { status, json } = await server.call(method, path('Q', 'v3'), { user })
    t.is(status, 500)
    t.regex(json.error[0].message, /MQWB0329E: .* its headers would be too long/)
  }
  const lease = await server.call('POST', path('Q', 'v3').replace('/message', '/lease'), {
    user,
    body: '{}',
    headers: { 'content-type': 'application/json' },
  })
  t.is(lease.json.messages[0].properties.long, long.value)
})

test('lists the messages of a queue, ten by default', async (t) => {
  const server = await openServer(t, { commands })
  for (let each = 0; each < 11; each += 1) await put(server, String(each))
  await put(server, 'x', { 'ibm-mq-md-correlationId': '0a'.repeat(24) })

  const list = async (query: string, version = 'v1') =>
    (await server.call('GET', `${path('Q', version)}list${query}`, { user })).json.messages
  t.is((await list('')).length, 10)
  t.is((await list('?limit=100')).length, 12)
  const [found] = await list(`?correlationId=ID:${'0a'.repeat(24)}`, 'v3')
  t.regex(found.messageId, /^ID:/)
  t.like(found, { format: 'MQSTR', correlationId: `ID:${'0a'.repeat(24)}` })
  t.deepEqual(Object.keys((await list('?limit=1'))[0]), ['format', 'messageId'])
})

test('lists no messages of an empty queue, nor of one with gets inhibited', async (t) => {
  const { call } = await openServer(t, { commands })
  t.deepEqual((await call('GET', `${path()}list`, { user })).json, { messages: [] })
  t.deepEqual((await call('GET', `${path('CLOSED')}list`, { user })).json, { messages: [] })
})

for (const [title, method, to, status, id, reasonCode] of [
  ['an unknown queue', 'POST', path('NONE'), 404, 'MQWB0300E', 2085],
  ['an unknown queue manager', 'POST', path().replace('QM1', 'QM9'), 404, 'MQWB0300E', 2058],
  ['a queue that nobody may put to', 'POST', path('CLOSED'), 405, 'MQWB0303E', 2051],
  ['a queue that nobody may get from', 'DELETE', path('CLOSED'), 405, 'MQWB0303E', 2016],
  ['a full queue', 'POST', path('FULL'), 500, 'MQWB0303E', 2053],
  ['an id that is none', 'DELETE', `${path()}?messageId=1`, 400, 'MQWB0013E', 0],
  ['a wait that is none', 'DELETE', `${path()}?wait=-1`, 400, 'MQWB0013E', 0],
  ['a wait for a browse', 'GET', `${path()}?wait=1`, 400, 'MQWB0012E', 0],
  ['a limit of nothing', 'GET', `${path()}list?limit=0`, 400, 'MQWB0013E', 0],
] as const) {
  test(`answers ${status} for ${title}`, async (t) => {
    const { call } = await openServer(t, { commands })
    const reply = await call(method, to, { user, headers: text, ...(method === 'POST' ? { body: 'x' } : {}) })
    t.is(reply.status, status)
    t.like(reply.json.error[0], { msgId: id, reasonCode })
  })
}

test('answers 503 for a queue manager that does not run', async (t) => {
  const { call, installation } = await openServer(t, { commands })
  await installation.find('QM1')?.end('immediate')
  const reply = await call('POST', path(), { user, headers: text, body: 'x' })
  t.is(reply.status, 503)
  t.like(reply.json.error[0], { msgId: 'MQWB0300E', reasonCode: 2059 })
})

test('checks the authority of the calling user', async (t) => {
  const { call } = await openServer(t, {
    commands: [
      'DEFINE QLOCAL(Q)',
      "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT)",
      "SET AUTHREC PROFILE('Q') OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(PUT)",
    ],
  })
  t.is((await call('POST', path(), { user, headers: text, body: 'x' })).status, 201)
  for (const [method, words] of [
    ['GET', 'browse from'],
    ['DELETE', 'get from'],
  ] as const) {
    const reply = await call(method, path(), { user })
    t.is(reply.status, 403)
    t.like(reply.json.error[0], { msgId: 'MQWB0103E', reasonCode: 2035 })
    t.is(reply.json.error[0].message, `MQWB0103E: The authenticated principal 'app' is not authorized to ${words} 'Q'.`)
  }
})

test('finds a queue whose name must be encoded', async (t) => {
  const server = await openServer(t, { commands })
  t.is((await put(server, 'x', {}, path('odd%2Fname%25'))).status, 201)
  t.is((await server.call('GET', path('odd%2fname%25'), { user })).text, 'x')
})

test('waits for a message', async (t) => {
  const server = await openServer(t, { commands })
  const waiting = server.call('DELETE', `${path()}?wait=20000`, { user })
  await openInputs(server, 1)
  await put(server, 'late')
  t.is((await waiting).text, 'late')
})

test('gets no message for a client that disconnected while it waited', async (t) => {
  const server = await openServer(t, { commands })
  const { port } = server.web
  const sent = request({
    host: '127.0.0.1',
    port,
    method: 'DELETE',
    path: `${path()}?wait=20000`,
    rejectUnauthorized: false,
    headers: { authorization: renderBasicCredentials('app', 'passw0rd'), 'ibm-mq-rest-csrf-token': '' },
  })
  sent.on('error', () => {}).end()
  await openInputs(server, 1)
  sent.destroy()
  await openInputs(server, 0)

  await put(server, 'kept')
  t.is((await server.call('GET', path(), { user })).text, 'kept')
})

test('rejects a message longer than MAXMSGL', async (t) => {
  const server = await openServer(t, { commands })
  for (const queue of ['SMALL', 'TO.SMALL']) {
    t.is((await put(server, 'x'.repeat(100_000), {}, path(queue))).status, 201)
    const reply = await put(server, 'x'.repeat(100_001), {}, path(queue))
    t.is(reply.status, 500)
    t.like(reply.json.error[0], { msgId: 'MQWB0303E', reasonCode: 2030 })
  }
  const reply = await put(server, 'x'.repeat(4_194_305))
  t.like(reply.json.error[0], { msgId: 'MQWB0303E', reasonCode: 2030 })
})

test('refuses a message while it still arrives', async (t) => {
  const { web } = await openServer(t, { commands })
  const status = await new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: web.port,
        method: 'POST',
        path: path('SMALL'),
        rejectUnauthorized: false,
        headers: { authorization: renderBasicCredentials('app', 'passw0rd'), 'ibm-mq-rest-csrf-token': '', ...text },
      },
      (response) => {
        resolve(response.statusCode)
        sent.destroy()
      },
    )
    sent.on('error', reject)
    // Chunked, without a length, and never ended: the answer must come from what arrived so far.
    sent.write('x'.repeat(100_001))
  })
  t.is(status, 500)
})

test('publishes to who has subscribed, under a topic string with slashes', async (t) => {
  const server = await openServer(t, { commands: [...commands, "DEFINE SUB(S) TOPICSTR('a/message/b') DEST(Q)"] })
  const topic = (string: string, version = 'v2') => `/ibmmq/rest/${version}/messaging/qmgr/QM1/topic/${string}/message`
  const publish = (to: string) => server.call('POST', to, { user, headers: text, body: 'news' })

  const reply = await publish(topic('a/message/b'))
  t.is(reply.status, 201)
  t.is(reply.headers['ibm-mq-md-messageid'], undefined)
  t.is((await publish(topic('nobody/cares', 'v3'))).status, 201)
  t.is((await publish(topic('a', 'v1'))).status, 404)

  const got = await server.call('DELETE', path('Q', 'v3'), { user })
  t.is(got.text, 'news')
  t.is(got.headers['ibm-mq-md-priority'], '4')
})

for (const [behavior, other] of [
  ['error', 503],
  ['block', 200],
  ['overflow', 204],
] as const) {
  test(`with all connections in use, "${behavior}" answers ${other}`, async (t) => {
    const { settings } = await import('../_support/server.ts')
    const server = await openServer(t, {
      commands,
      xml: settings(`<variable name="mqRestMessagingMaxPoolSize" value="1"/>
        <variable name="mqRestMessagingFullPoolBehavior" value="${behavior}"/>`),
    })
    const holding = server.call('DELETE', `${path()}?wait=20000`, { user })
    await openInputs(server, 1)

    const second = server.call('GET', path('SMALL'), { user })
    if (behavior !== 'block') t.is((await second).status, other)
    const admin = server.installation.find('QM1')?.connect({ name: 'mqm', groups: [], privileged: true })
    const message = { body: Buffer.from('x'), format: 'MQSTR' }
    if (behavior === 'block') await admin?.put({ queue: 'SMALL' }, message)
    await admin?.put({ queue: 'Q' }, message)
    t.is((await holding).status, 200)
    t.is((await second).status, other)
  })
}

/** Settles when so many handles are open for input on Q: a getter waits, or none does any more. */
async function openInputs({ installation }: TestServer, count: number): Promise<void> {
  const connection = installation.find('QM1')?.connect({ name: 'mqm', groups: [], privileged: true })
  for (;;) {
    const outcome = await connection?.command('DISPLAY QLOCAL(Q) IPPROCS')
    const inputs = outcome?.responses[0]?.attributes?.find(([keyword]) => keyword === 'IPPROCS')?.[1]
    if (inputs === count) return
    await new Promise((resolve) => setImmediate(resolve))
  }
}

for (const [version, header, hint] of [
  ['v3', 'ibm-mq-md-prioritty', 'ibm-mq-md-priority'],
  ['v2', 'ibm-mq-md-persistance', 'ibm-mq-md-persistence'],
  ['v1', 'ibm-mq-md-colour', undefined],
] as const) {
  test(`rejects the header ${header} in ${version} for every resource`, async (t) => {
    const { call } = await openServer(t, { commands })
    for (const method of ['POST', 'DELETE', 'GET']) {
      const reply = await call(method, path('Q', version), {
        user,
        headers: { 'content-type': 'text/plain', [header]: '1' },
        ...(method === 'POST' && { body: 'x' }),
      })
      t.is(reply.status, 400)
      t.is(reply.json.error[0].msgId, 'MQWB0312E')
      t.true(reply.json.error[0].message.includes(hint ?? header))
    }
    t.is((await call('GET', path('Q', version), { user })).status, 204)
  })
}
