import test from 'ava'
import { bindingsOf, openServer, settings } from '../../../web/_support/server.ts'

const base = '/ibmmq/console/api/v1/qmgr/QM1/queue/A'
const user = 'mqadmin:mqadmin'

async function opened(t: Parameters<typeof openServer>[0]) {
  const server = await openServer(t, {
    xml: settings('', bindingsOf('com.ibm.mq.console')),
    commands: ['DEFINE QLOCAL(A)'],
    console: true,
  })
  const connection = server.installation
    .find('QM1')
    ?.connect({ name: 'x', groups: [], privileged: true }, { name: 'putter' })
  t.teardown(() => connection?.close())
  for (const [body, priority] of [
    ['ccc', 4],
    ['a', 9],
    ['bb', 4],
  ] as const) {
    await connection?.put(
      { queue: 'A' },
      { body: Buffer.from(body), format: 'MQSTR', priority, correlationId: Buffer.alloc(24, body) },
    )
  }
  return server
}

test('messages are listed in delivery order, or sorted by a column over all pages', async (t) => {
  const { call } = await opened(t)
  const list = async (query = '') =>
    (await call('GET', `${base}/messages?limit=2${query}`, { user })).json.messages.map(
      ({ preview }: { preview: string }) => preview,
    )
  t.deepEqual(await list(), ['a', 'ccc'])
  t.deepEqual(await list('&sort=length'), ['a', 'bb'])
  t.deepEqual(await list('&sort=length&offset=2'), ['ccc'])
  t.deepEqual(await list('&sort=-length'), ['ccc', 'bb'])
  t.deepEqual(await list('&sort=priority'), ['ccc', 'bb'], 'equal ones stay in delivery order')
  const wrong = await call('GET', `${base}/messages?sort=toString`, { user })
  t.is(wrong.status, 400)
  t.regex(wrong.json.error[0].message, /putAt, length, format, application, priority/)
})

test('the position of a message is found by its time or its correlation id', async (t) => {
  const { call } = await opened(t)
  const find = async (query: string) => (await call('GET', `${base}/message-position?${query}`, { user })).json.position
  t.is(await find(`correlationId=${Buffer.alloc(24, 'bb').toString('hex')}`), 2)
  t.is(await find(`correlationId=${'0'.repeat(48)}`), -1)
  t.is(await find('at=2000-01-01T00:00:00Z'), 0)
  t.is(await find('at=2999-01-01T00:00:00Z'), -1)
  for (const query of ['', 'at=noon', 'correlationId=xyz', `at=2000-01-01&correlationId=${'0'.repeat(48)}`])
    t.is((await call('GET', `${base}/message-position?${query}`, { user })).status, 400, query)
})
