import test from 'ava'
import { bindingsOf, openServer, settings } from '../../../web/_support/server.ts'

const base = '/ibmmq/console/api/v1/qmgr/QM1/queue'
const user = 'mqadmin:mqadmin'
const xml = settings('', bindingsOf('com.ibm.mq.console'))

test('messages are moved, copied and deleted together or not at all', async (t) => {
  const { call, installation } = await openServer(t, {
    xml,
    console: true,
    commands: ['DEFINE QLOCAL(FROM)', 'DEFINE QLOCAL(TO)', 'DEFINE QLOCAL(FULL) MAXDEPTH(1)'],
  })
  const connection = installation.find('QM1')?.connect({ name: 'x', groups: [], privileged: true })
  for (const text of ['one', 'two', 'three'])
    await connection?.put(
      { queue: 'FROM' },
      {
        body: Buffer.from(text),
        format: 'MQSTR',
        priority: 7,
        group: { id: 'order 4711', sequence: 2, isLast: true },
        properties: { colour: { type: 'string', value: text } },
      },
    )
  await connection?.close()

  const list = async (queue: string, search = '') => {
    const { json } = await call('GET', `${base}/${queue}/messages${search && `?search=${search}`}`, { user })
    return json as {
      messages: { messageId: string; preview: string; priority: number }[]
      total?: number
      more: boolean
    }
  }
  const transfer = (body: object) =>
    call('POST', `${base}/FROM/messages/transfer`, { user, body: JSON.stringify(body) })
  const texts = async (queue: string) => (await list(queue)).messages.map(({ preview }) => preview)
  const ids = (await list('FROM')).messages.map(({ messageId }) => messageId)
  t.is((await list('FROM')).total, 3)
  t.deepEqual(
    (await list('FROM', 'TWO')).messages.map(({ preview }) => preview),
    ['two'],
  )
  t.deepEqual((await list('FROM', 'nothing')).messages, [])

  const full = await transfer({ action: 'move', target: 'FULL', messageIds: ids })
  t.true(full.status >= 400)
  t.deepEqual([await texts('FROM'), await texts('FULL')], [['one', 'two', 'three'], []])
  const gone = await transfer({ action: 'move', target: 'TO', messageIds: [ids[0], `${'0'.repeat(47)}1`] })
  t.is(gone.json.error[0].msgId, 'MQWB0042E')
  t.deepEqual([await texts('FROM'), await texts('TO')], [['one', 'two', 'three'], []])

  for (const action of ['move', 'delete'])
    t.is((await transfer({ action, target: 'TO', messageIds: ['0'.repeat(48)] })).status, 400)
  for (const method of ['GET', 'DELETE'])
    t.is((await call(method, `${base}/FROM/messages/${'0'.repeat(48)}`, { user })).status, 400)
  t.deepEqual(await texts('FROM'), ['one', 'two', 'three'], 'zeros, which select any message in MQ, are the id of none')

  t.deepEqual((await transfer({ action: 'move', target: 'TO', messageIds: ids.slice(0, 2) })).json, { messages: 2 })
  t.deepEqual([await texts('FROM'), await texts('TO')], [['three'], ['one', 'two']])
  const moved = (await list('TO')).messages[0]
  t.like(moved, { messageId: ids[0], priority: 7 })
  const whole = await call('GET', `${base}/TO/messages/${ids[0]}`, { user })
  t.deepEqual(whole.json.group, { id: 'order 4711', sequence: 2, isLast: true })
  t.deepEqual(whole.json.properties, [{ name: 'colour', type: 'string', value: 'one' }])

  t.is((await transfer({ action: 'copy', target: 'TO', messageIds: [ids[2]] })).status, 200)
  t.deepEqual([await texts('FROM'), await texts('TO')], [['three'], ['one', 'two', 'three']])
  t.is((await transfer({ action: 'delete', messageIds: [ids[2]] })).status, 200)
  t.deepEqual(await texts('FROM'), [])

  for (const body of [
    { action: 'move', target: 'TO', messageIds: [] },
    { action: 'steal', target: 'TO', messageIds: ids },
    { action: 'move', target: 'FROM', messageIds: ids },
    { action: 'copy', messageIds: ids },
    { action: 'copy', target: 'TO', messageIds: ['x'] },
  ])
    t.is((await transfer(body)).status, 400, JSON.stringify(body))
})

test('an id in upper and in lower case is one message', async (t) => {
  const { call } = await openServer(t, { xml, console: true, commands: ['DEFINE QLOCAL(FROM)', 'DEFINE QLOCAL(TO)'] })
  const post = (path: string, body: object) => call('POST', `${base}/${path}`, { user, body: JSON.stringify(body) })
  const { messageId } = (await post('FROM/messages', { text: 'a' })).json
  const messageIds = [messageId, messageId.toUpperCase()]
  const { json } = await post('FROM/messages/transfer', { action: 'copy', target: 'TO', messageIds })
  t.deepEqual(json, { messages: 1 })
  t.is((await call('GET', `${base}/TO/messages`, { user })).json.messages.length, 1)
})

test('a file becomes a message without a format', async (t) => {
  const { call } = await openServer(t, { xml, console: true, commands: ['DEFINE QLOCAL(FILES)'] })
  const put = (body: object) => call('POST', `${base}/FILES/messages`, { user, body: JSON.stringify(body) })
  const bytes = Buffer.alloc(2_000_000, 0xff)
  const { json } = await put({ file: bytes.toString('base64') })
  const message = await call('GET', `${base}/FILES/messages/${json.messageId}`, { user })
  t.like(message.json, { format: '', length: bytes.length })
  t.is((await put({ file: 'no base64!' })).status, 400)
  t.is((await put({ file: 'AAAA', text: 'x' })).status, 400)
})
