import { request } from 'node:https'
import test, { type ExecutionContext } from 'ava'
import { renderBasicCredentials } from '../../../../src/shared/lib/headers/basic-credentials.ts'
import { openServer, type TestServer } from '../_support/server.ts'

const user = 'app:passw0rd'
const base = '/ibmmq/rest/v2/messaging/qmgr/QM1'
const commands = [
  "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT)",
  'DEFINE QLOCAL(Q)',
  "SET AUTHREC PROFILE(Q) OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(PUT,GET,BROWSE)",
  "DEFINE TOPIC(NEWS) TOPICSTR('news')",
  "SET AUTHREC PROFILE(NEWS) OBJTYPE(TOPIC) PRINCIPAL('app') AUTHADD(PUB,SUB)",
]

interface ServerSentEvent {
  id: string | undefined
  event: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: tests read what the server sent
  data: any
}

/** Opens a stream. `next` resolves with the next event, without comments. */
function openStream(t: ExecutionContext, { web }: TestServer, path: string, headers: Record<string, string> = {}) {
  const events: ServerSentEvent[] = []
  let wake = () => {}
  let comments = 0
  let status = 0
  let isOver = false
  let text = ''
  let last = ''
  const sent = request(
    {
      host: '127.0.0.1',
      port: web.port,
      path: `${base}${path}`,
      agent: false,
      rejectUnauthorized: false,
      headers: { authorization: renderBasicCredentials('app', 'passw0rd'), ...headers },
    },
    (response) => {
      status = response.statusCode as number
      response.on('data', (chunk: Buffer) => {
        // A search copies the whole text, so a large event is searched when its end has arrived.
        const hasEnd = `${last}${chunk}`.includes('\n\n')
        last = chunk.toString().slice(-1)
        text += chunk
        for (let end = hasEnd ? text.indexOf('\n\n') : -1; end >= 0; end = text.indexOf('\n\n')) {
          const block = text.slice(0, end)
          text = text.slice(end + 2)
          const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
          if (block.startsWith(':')) comments += 1
          const data = field('data')
          if (data !== undefined) events.push({ id: field('id'), event: field('event'), data: JSON.parse(data) })
        }
        wake()
      })
      response.on('close', () => {
        isOver = true
        wake()
      })
      wake()
    },
  )
  sent.on('error', () => wake())
  sent.end()
  t.teardown(() => sent.destroy())
  const until = async <T>(find: () => T | undefined): Promise<T> => {
    for (;;) {
      const found = find()
      if (found !== undefined) return found
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
  return {
    next: () => until(() => events.shift()),
    status: () => until(() => status || undefined),
    comment: () => until(() => comments || undefined),
    over: () => until(() => isOver || undefined),
    close: () => sent.destroy(),
  }
}

async function open(t: ExecutionContext) {
  const server = await openServer(t, { commands })
  const put = (body: string, headers = {}) =>
    server.call('POST', `${base}/queue/Q/message`, {
      user,
      body,
      headers: { 'content-type': 'text/plain', ...headers },
    })
  const post = (path: string, body: object) =>
    server.call('POST', `${base}${path}`, {
      user,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
  return { server, put, post }
}

test('browsing streams messages that are there and those that arrive, and leaves them', async (t) => {
  const { server, put } = await open(t)
  await put('a')
  const stream = openStream(t, server, '/queue/Q/stream')
  t.like(await stream.next(), { event: 'message', data: { body: 'a' } })
  await put('b')
  const { id, data } = await stream.next()
  t.is(data.body, 'b')
  await put('c')
  t.is((await stream.next()).data.body, 'c')
  stream.close()

  const again = openStream(t, server, '/queue/Q/stream', { 'last-event-id': String(id) })
  t.is((await again.next()).data.body, 'c')
  t.is((await server.call('GET', `${base}/queue/Q/messagelist`, { user })).json.messages.length, 3)
})

test('leasing streams as many messages as there are credits, and goes on when leases end', async (t) => {
  const { server, put, post } = await open(t)
  for (const body of ['a', 'b', 'c']) await put(body)
  const stream = openStream(t, server, '/queue/Q/stream?mode=lease&credits=2&seconds=600')
  const [first, second] = [await stream.next(), await stream.next()]
  t.deepEqual([first.data.body, second.data.body], ['a', 'b'])
  t.deepEqual(
    (await post('/queue/Q/lease', {})).json.messages.map(({ body }: { body: string }) => body),
    ['c'],
  )
  await put('d')
  t.is((await post(`/queue/Q/lease/${first.data.lease}/ack`, {})).status, 204)
  t.is((await stream.next()).data.body, 'd')
})

test('a leasing stream holds 8 MiB of bodies and one message more, and goes on when leases end', async (t) => {
  const { server, put, post } = await open(t)
  for (const name of ['a', 'b', 'c', 'd']) await put(name.repeat(3 * 1024 * 1024))
  const stream = openStream(t, server, '/queue/Q/stream?mode=lease&credits=100&seconds=600&heartbeat=1')
  const leased = [await stream.next(), await stream.next(), await stream.next()]
  t.deepEqual(
    leased.map(({ data }) => data.body[0]),
    ['a', 'b', 'c'],
  )
  await stream.comment()
  t.is((await post(`/queue/Q/lease/${leased[1]?.data.lease}/nack`, {})).status, 204)
  t.is((await stream.next()).data.body[0], 'b')
  for (const index of [0, 2]) await post(`/queue/Q/lease/${leased[index]?.data.lease}/ack`, {})
  t.is((await stream.next()).data.body[0], 'd')
})

test('a stream selects messages by property', async (t) => {
  const { server } = await open(t)
  for (const colour of ['red', 'blue'])
    await server.call('POST', `${base.replace('v2', 'v3')}/queue/Q/message`, {
      user,
      body: colour,
      headers: { 'content-type': 'text/plain', 'ibm-mq-usr': `colour;"${colour}";string` },
    })
  const stream = openStream(t, server, `/queue/Q/stream?selector=${encodeURIComponent("colour = 'blue'")}`)
  t.is((await stream.next()).data.body, 'blue')
})

test('a lease with a selector holds to ids, and a search that is long goes on at the place of the response', async (t) => {
  const { server, post } = await open(t)
  const manager = server.installation.find('QM1')
  const connection = manager?.connect({ name: 'mqadmin', groups: [], privileged: true }, { name: 't' })
  t.teardown(() => connection?.close())
  await connection?.command('ALTER QLOCAL(Q) MAXDEPTH(100000)')
  for (let index = 0; index < 50_000; index += 1)
    await connection?.put({ queue: 'Q' }, { body: Buffer.from('plain'), format: 'MQSTR', persistence: 'nonPersistent' })
  const properties = { color: { type: 'string', value: 'red' } } as const
  for (const body of ['red', 'second'])
    await connection?.put(
      { queue: 'Q' },
      { body: Buffer.from(body), format: 'MQSTR', persistence: 'nonPersistent', properties },
    )
  const wanted = { max: 5, selector: "color = 'red'", wait: 60_000 }

  const { json: none } = await post('/queue/Q/lease', wanted)
  t.deepEqual(none.messages, [])
  const { json: found } = await post('/queue/Q/lease', { ...wanted, after: none.next, max: 1 })
  t.deepEqual([found.messages[0].body, found.next], ['red', undefined])
  const other = { ...wanted, wait: 0, after: none.next, messageId: found.messages[0].messageId }
  t.deepEqual((await post('/queue/Q/lease', other)).json, { messages: [] })
  t.is((await post('/queue/Q/lease', { ...wanted, after: none.next })).json.messages[0].body, 'second')
  t.is((await post('/queue/Q/lease', { after: '1' })).status, 400)
})

test('a stream of a topic has publications from its start on', async (t) => {
  const { server } = await open(t)
  const stream = openStream(t, server, '/topic/news/%23/stream?heartbeat=1')
  t.is(await stream.status(), 200)
  const publish = { user, body: 'hello', headers: { 'content-type': 'text/plain' } }
  t.is((await server.call('POST', `${base}/topic/news/sport/message`, publish)).status, 201)
  t.like((await stream.next()).data, { body: 'hello', topic: 'news/sport' })
  t.true((await stream.comment()) > 0)
})

test('the end of the server is the last event', async (t) => {
  const { server } = await open(t)
  const [ofServer, ofManager] = [
    openStream(t, server, '/queue/Q/stream'),
    openStream(t, server, '/queue/Q/stream?mode=lease'),
  ]
  t.deepEqual([await ofServer.status(), await ofManager.status()], [200, 200])
  server.web.endWaitingGets()
  t.like(await ofServer.next(), { event: 'end', data: { reason: 'server_ends' } })
  t.like(await ofManager.next(), { event: 'end', data: { reason: 'server_ends' } })
  await ofServer.over()
})

for (const [path, isFull] of [
  ['/queue/Q/stream?heartbeat=60', false],
  ['/queue/Q/stream?heartbeat=60&mode=lease', false],
  ['/queue/Q/stream?heartbeat=60&mode=lease&credits=1&seconds=40000', true],
  ['/topic/news/stream?heartbeat=60', false],
] as const) {
  test(`the end of the queue manager is the last event of ${path}, before its heartbeat`, async (t) => {
    const { server, put } = await open(t)
    const stream = openStream(t, server, path)
    t.is(await stream.status(), 200)
    if (isFull) {
      await put('a')
      t.is((await stream.next()).data.body, 'a')
    }
    await server.installation.find('QM1')?.end('immediate')
    t.is((await stream.next()).event, 'end')
    await stream.over()
    t.is(await Promise.race([stream.comment(), undefined]), undefined)
  })
}

for (const [what, command] of [
  ['gets of the queue are inhibited', 'ALTER QLOCAL(Q) GET(DISABLED)'],
  ['its connection is stopped', undefined],
] as const) {
  test(`a browsing stream ends at once when ${what}`, async (t) => {
    const { server } = await open(t)
    const stream = openStream(t, server, '/queue/Q/stream?heartbeat=60')
    t.is(await stream.status(), 200)
    const admin = server.installation
      .find('QM1')
      ?.connect({ name: 'mqadmin', groups: [], privileged: true }, { name: 't' })
    const shown = await admin?.command("DISPLAY CONN(*) WHERE(APPLTAG EQ 'mqweb')")
    const id = shown?.responses.flatMap(({ attributes }) => attributes ?? []).find(([name]) => name === 'CONN')?.[1]
    t.like(await admin?.command(command ?? `STOP CONN(${id})`), { completionCode: 0 })
    t.is((await stream.next()).event, 'end')
  })
}

for (const [path, status] of [
  ['/queue/Q/stream?mode=other', 400],
  ['/queue/Q/stream?credits=0', 400],
  ['/queue/Q/stream?selector=(', 400],
  ['/queue/Q/stream?mode=lease&selector=(', 400],
  ['/queue/NONE/stream', 404],
  ['/queue/SYSTEM.DEFAULT.LOCAL.QUEUE/stream', 403],
  ['/topic/secret/stream', 403],
] as const) {
  test(`${path} is ${status}`, async (t) => {
    const { server } = await open(t)
    t.is(await openStream(t, server, path).status(), status)
  })
}

test('a malformed Last-Event-ID is 400', async (t) => {
  const { server } = await open(t)
  t.is(await openStream(t, server, '/queue/Q/stream', { 'last-event-id': 'x' }).status(), 400)
})
