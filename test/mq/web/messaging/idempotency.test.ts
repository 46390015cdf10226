import test, { type ExecutionContext } from 'ava'
import { openServer } from '../_support/server.ts'

const user = 'app:passw0rd'
const path = '/ibmmq/rest/v2/messaging/qmgr/QM1/queue/Q/message'
const commands = [
  "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT)",
  'DEFINE QLOCAL(Q) MAXDEPTH(2)',
  "SET AUTHREC PROFILE(Q) OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(PUT,GET,BROWSE)",
]

async function open(t: ExecutionContext) {
  const server = await openServer(t, { commands })
  const put = (body: string, key: string, headers: Record<string, string> = {}) =>
    server.call('POST', path, {
      user,
      body,
      headers: { 'content-type': 'text/plain', 'idempotency-key': key, ...headers },
    })
  const count = async () => (await server.call('GET', path.replace(/$/, 'list'), { user })).json.messages.length
  return { server, put, count }
}

const persistent = { 'ibm-mq-md-persistence': 'persistent' }

test('a repeated put returns the first response and puts nothing', async (t) => {
  const { put, count } = await open(t)
  const first = await put('order', '"k1"')
  const again = await put('order', '"k1"')
  t.deepEqual([first.status, again.status, await count()], [201, 201, 1])
  t.is(again.headers['ibm-mq-md-messageid'], first.headers['ibm-mq-md-messageid'])
  t.deepEqual([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']], [undefined, 'true'])
  t.is((await put('order', 'k2')).status, 201)
  t.is(await count(), 2)
})

test('another message with the key is 422, and twins at the same time are 409', async (t) => {
  const { put, count } = await open(t)
  await put('order', '"k1"')
  t.is((await put('another', '"k1"')).status, 422)
  t.is((await put('order', '"k1"', persistent)).status, 422)
  const twins = await Promise.all(['', '', '', ''].map(() => put('twin', '"k2"')))
  t.true(
    twins.every(({ status }) => status === 201 || status === 409),
    String(twins.map(({ status }) => status)),
  )
  t.is(await count(), 2)
})

test('keys belong to their user and client', async (t) => {
  const { put, count } = await open(t)
  await put('order', '"k1"', { 'sluice-client': 'a' })
  t.is((await put('another', '"k1"', { 'sluice-client': 'b' })).status, 201)
  t.is(await count(), 2)
})

for (const key of ['""', 'a b', '"a', 'ü', `"${'x'.repeat(256)}"`]) {
  test(`refuses the key ${key.slice(0, 10)}`, async (t) => {
    const { put, count } = await open(t)
    t.deepEqual(
      [(await put('order', encodeURI(key) === key ? key : key.replace('ü', '\xfc'))).status, await count()],
      [400, 0],
    )
  })
}

test('a put that fails leaves no key', async (t) => {
  const { server, put } = await open(t)
  for (const key of ['a', 'b']) await put('order', key)
  t.is((await put('late', 'c')).status, 500)
  await server.call('DELETE', path, { user })
  t.is((await put('late', 'c')).headers['idempotent-replayed'], undefined)
})

test('a restart keeps the keys of persistent messages, and loses those of others with the message', async (t) => {
  const { server, put, count } = await open(t)
  const first = await put('order', '"k1"', persistent)
  await put('gone', '"k2"')
  const manager = server.installation.find('QM1')
  await manager?.end('immediate')
  await manager?.start()
  t.is(await count(), 1)
  t.is((await put('order', '"k1"', persistent)).headers['ibm-mq-md-messageid'], first.headers['ibm-mq-md-messageid'])
  t.is((await put('gone', '"k2"')).headers['idempotent-replayed'], undefined)
  t.is(await count(), 2)
})
