import test from 'ava'
import type { Connection, NewMessage } from '../../../../../src/mq/manager/index.ts'
import { bindingsOf, openServer, settings } from '../../../web/_support/server.ts'

const base = '/ibmmq/console/api/v1/qmgr/QM1/queue'
const user = 'mqadmin:mqadmin'
const xml = settings('', bindingsOf('com.ibm.mq.console'))

/** Puts a message with the header of a dead-letter queue. */
async function putDead(
  connection: Connection,
  text: string,
  { queue = 'ORDERS', manager = 'QM1', reason = 2053, ...message }: DeadOptions = {},
): Promise<string> {
  const header = Buffer.alloc(172, ' ')
  header.write('DLH ')
  header.writeInt32LE(1, 4)
  header.writeInt32LE(reason, 8)
  header.write(queue, 12)
  header.write(manager, 60)
  header.writeInt32LE(273, 108)
  header.writeInt32LE(819, 112)
  header.write('MQSTR', 116)
  const { messageId } = await connection.put(
    { queue: 'DEAD' },
    { body: Buffer.concat([header, Buffer.from(text)]), format: 'MQDEAD', ...message },
    { context: { putAt: 1_700_000_000_000, userId: 'alice', applicationName: 'orders' } },
  )
  return messageId.toString('hex')
}

interface DeadOptions extends Partial<NewMessage> {
  queue?: string
  manager?: string
  reason?: number
}

async function openDeadLetters(t: Parameters<typeof openServer>[0]) {
  const server = await openServer(t, {
    xml,
    console: true,
    commands: [
      ...['DEFINE QLOCAL(DEAD)', 'DEFINE QLOCAL(ORDERS)', 'DEFINE QLOCAL(FULL) MAXDEPTH(1)'],
      ...['DEFINE QLOCAL(OTHER)', 'DEFINE QLOCAL(QM2) USAGE(XMITQ)', 'ALTER QMGR DEADQ(DEAD)'],
    ],
  })
  const connection = server.installation.find('QM1')?.connect({ name: 'x', groups: [], privileged: true })
  if (!connection) throw new Error('QM1 does not run')
  const putBack = (body: object) =>
    server.call('POST', `${base}/DEAD/messages/put-back`, { user, body: JSON.stringify(body) })
  const depths = async (...queues: string[]) =>
    Promise.all(queues.map(async (queue) => (await connection.list(queue, { limit: 99 })).length))
  return { ...server, connection, putBack, depths }
}

test('a message that is put back is as it was before its dead-letter header', async (t) => {
  const { connection, putBack, depths } = await openDeadLetters(t)
  const properties = { colour: { type: 'string', value: 'green' } } as const
  const correlationId = Buffer.alloc(24, 7)
  const id = await putDead(connection, 'tea', {
    correlationId,
    properties,
    persistence: 'persistent',
    priority: 7,
    expiry: 600_000,
    replyTo: { queue: 'ANSWERS', queueManager: 'QM2' },
    group: { id: 'g', sequence: 2 },
  })
  t.deepEqual((await putBack({ messageIds: [id] })).json, { messages: 1, queues: ['ORDERS'], failures: [] })

  t.deepEqual(await depths('DEAD', 'ORDERS'), [0, 1])
  const message = await connection.get('ORDERS')
  t.is(String(message?.body), 'tea')
  t.like(message, {
    format: 'MQSTR',
    ccsid: 819,
    persistence: 'persistent',
    priority: 7,
    properties,
    messageId: Buffer.from(id, 'hex'),
    correlationId,
    group: { id: 'g', sequence: 2 },
    replyTo: { queue: 'ANSWERS', queueManager: 'QM2' },
    putAt: 1_700_000_000_000,
    userId: 'alice',
    applicationName: 'orders',
  })
  t.true((message?.expiry ?? 0) > 0 && (message?.expiry ?? 0) <= 600_000)
})

test('each of several messages is put back or has its error, and none is lost or there twice', async (t) => {
  const { connection, putBack, depths } = await openDeadLetters(t)
  const ids = [
    await putDead(connection, 'fits'),
    await putDead(connection, 'first', { queue: 'FULL' }),
    await putDead(connection, 'second', { queue: 'FULL' }),
    await putDead(connection, 'nowhere', { queue: 'NONE', reason: 2085 }),
    await putDead(connection, 'itself', { queue: 'DEAD' }),
    await putDead(connection, 'remote', { queue: 'THERE', manager: 'QM2', reason: 2087 }),
  ]
  const { messageId } = await connection.put({ queue: 'DEAD' }, { body: Buffer.from('plain'), format: 'MQSTR' })
  const gone = `${'0'.repeat(47)}1`
  const { status, json } = await putBack({ messageIds: [...ids, messageId.toString('hex'), gone] })
  t.is(status, 200)
  t.is(json.messages, 3)
  const failures = json.failures as { messageId: string; error: { msgId: string; reasonCode: number } }[]
  t.deepEqual(
    failures.map((each) => [each.messageId, each.error.msgId, each.error.reasonCode]),
    [
      [ids[2], 'MQWB0303E', 2053],
      [ids[3], 'MQWB0300E', 2085],
      [ids[4], 'MQWB0048E', 0],
      [messageId.toString('hex'), 'MQWB0047E', 0],
      [gone, 'MQWB0042E', 0],
    ],
  )
  t.deepEqual(await depths('DEAD', 'ORDERS', 'FULL', 'QM2'), [4, 1, 1, 1])
  for (const { backoutCount } of await connection.list('DEAD', { limit: 9 })) t.is(backoutCount, 0)

  t.like((await putBack({ messageIds: ids.slice(2, 5), target: 'OTHER' })).json, { messages: 3, failures: [] })
  t.deepEqual(await depths('DEAD', 'OTHER'), [1, 3])
})

test('two requests for the same messages put each back once', async (t) => {
  const { connection, putBack, depths } = await openDeadLetters(t)
  const messageIds: string[] = []
  for (let number = 0; number < 20; number++) messageIds.push(await putDead(connection, `order ${number}`))
  const results = await Promise.all([putBack({ messageIds }), putBack({ messageIds: messageIds.toReversed() })])
  t.is(
    results.reduce((sum, { json }) => sum + Number(json.messages), 0),
    20,
  )
  t.deepEqual(await depths('DEAD', 'ORDERS'), [0, 20])
})

test('the list of a dead-letter queue has the reason, the target and the text after the header', async (t) => {
  const { connection, call } = await openDeadLetters(t)
  const id = await putDead(connection, 'tea', { reason: 2035 })
  await putDead(connection, 'x'.repeat(100_000))
  const { json } = await call('GET', `${base}/DEAD/messages`, { user })
  const deadLetter = {
    reason: 2035,
    reasonName: 'MQRC_NOT_AUTHORIZED',
    queue: 'ORDERS',
    manager: 'QM1',
    format: 'MQSTR',
  }
  t.like(json.messages[0], { messageId: id, preview: 'tea', deadLetter })
  t.like(json.messages[1], { deadLetter: { reason: 2053 } })
  const found = await call('GET', `${base}/DEAD/messages?search=tea`, { user })
  t.like(found.json.messages[0], { preview: 'tea', deadLetter })
  const shown = await call('GET', `${base}/DEAD/messages/${id}`, { user })
  t.like(shown.json, { deadLetter })
  t.like(shown.json.headers[0], { name: 'MQDLH', length: 172 })
})

test('a user who may not put on the queue of a message gets an error for it, and it stays', async (t) => {
  const { connection, call, depths } = await openDeadLetters(t)
  await connection.command("SET AUTHREC PROFILE(DEAD) OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(GET,BROWSE)")
  await connection.command("SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT)")
  const id = await putDead(connection, 'tea')
  const { json } = await call('POST', `${base}/DEAD/messages/put-back`, {
    user: 'app:passw0rd',
    body: JSON.stringify({ messageIds: [id] }),
  })
  t.like(json, { messages: 0, failures: [{ messageId: id, error: { msgId: 'MQWB0103E', reasonCode: 2035 } }] })
  t.deepEqual(await depths('DEAD', 'ORDERS'), [1, 0])
})

test('a request without ids or with a wrong target is rejected', async (t) => {
  const { putBack } = await openDeadLetters(t)
  for (const body of [{}, { messageIds: [] }, { messageIds: ['x'] }, { messageIds: ['0'], target: 5 }])
    t.is((await putBack(body)).status, 400, JSON.stringify(body))
})
