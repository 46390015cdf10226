/** To which queue a message goes that an application cannot process, and what it keeps. */
import test, { type ExecutionContext } from 'ava'
import type { Message, NewMessage } from '../../../../src/mq/manager/types/message.ts'
import { benchFor, text } from '../_support/manager.ts'

type Attributes = Record<string, string | number>

/** The queues A with the backout queue B, and the dead-letter queue D; null leaves a queue out. */
async function open(t: ExecutionContext, backout: Attributes | null, dead: Attributes | null) {
  const bench = benchFor(t)
  const { connection, define } = bench
  if (backout) await define('queue', 'QLOCAL', 'B', backout)
  if (dead) await define('queue', 'QLOCAL', 'D', dead)
  await define('queue', 'QLOCAL', 'A', { BOQNAME: 'B' })
  await connection.command('ALTER QMGR DEADQ(D)')
  const requeue = async (more: Partial<NewMessage> = {}) => {
    await connection.put({ queue: 'A' }, text('x', more))
    const unitOfWork = connection.beginUnitOfWork()
    const message = (await connection.get('A', { unitOfWork })) as Message
    const queue = await connection.requeue({ from: 'A', message, reason: 2362 }, unitOfWork)
    await unitOfWork.commit()
    return queue
  }
  return { ...bench, requeue }
}

for (const [title, backout, dead, expected] of [
  ['both queues', {}, {}, 'B'],
  ['a full backout queue', { MAXDEPTH: 0 }, {}, 'D'],
  ['a backout queue that is inhibited', { PUT: 'DISABLED' }, {}, 'D'],
  ['no backout queue', null, {}, 'D'],
  ['no dead-letter queue', {}, null, 'B'],
  ['a full dead-letter queue alone', null, { MAXDEPTH: 0 }, undefined],
  ['two full queues', { MAXDEPTH: 0 }, { MAXDEPTH: 0 }, undefined],
  ['no queue', null, null, undefined],
] as const)
  test(`with ${title}, a message goes to ${expected ?? 'neither'}`, async (t) => {
    const { requeue, connection } = await open(t, backout, dead)
    t.is(await requeue(), expected)
    if (expected) t.is((await connection.get(expected))?.format, expected === 'D' ? 'MQDEAD' : 'MQSTR')
  })

test('a queue without BOQNAME and a queue manager without DEADQ have no destination', async (t) => {
  const { requeue, connection, define } = await open(t, {}, {})
  await define('queue', 'QLOCAL', 'A', { BOQNAME: '' })
  await connection.command("ALTER QMGR DEADQ(' ')")
  t.is(await requeue(), undefined)
})

test('the dead-letter header has the reason and the queue', async (t) => {
  const { requeue, connection } = await open(t, null, {})
  await requeue()
  const body = (await connection.get('D'))?.body as Buffer
  t.is(body.readInt32LE(8), 2362)
  t.is(body.toString('latin1', 12, 60).trim(), 'A')
  t.is(body.toString('latin1', 60, 108).trim(), 'QM1')
  t.is(body.toString('latin1', 172), 'x')
})

for (const more of [
  {},
  { replyTo: { queue: 'R', queueManager: 'QM1' } },
  { group: { id: 'g', sequence: 1 } },
  { amqp: '' },
  { properties: { p: { type: 'long', value: 5n } } },
] as readonly Partial<NewMessage>[])
  test(`a requeued message keeps its descriptor: ${Object.keys(more)}`, async (t) => {
    const { requeue, connection } = await open(t, {}, null)
    const given = { priority: 7, ccsid: 819, ...more }
    await connection.put({ queue: 'A' }, text('x', given))
    const { messageId: _, backoutCount: __, ...expected } = (await connection.get('A')) as Message
    await requeue(given)
    const { messageId: ___, backoutCount, ...kept } = (await connection.get('B')) as Message
    t.deepEqual(kept, expected)
    t.is(backoutCount, 0)
  })

test('a requeued publication keeps its topic string', async (t) => {
  const { connection, define } = await open(t, {}, null)
  await define('sub', 'SUB', 'S', { TOPICSTR: 'a', DEST: 'A', USERDATA: 'mine' })
  await connection.publish('a', text('x'))
  const unitOfWork = connection.beginUnitOfWork()
  const message = (await connection.get('A', { unitOfWork })) as Message
  await connection.requeue({ from: 'A', message, reason: 1 }, unitOfWork)
  await unitOfWork.commit()
  t.deepEqual((await connection.get('B'))?.publication, { topicString: 'a', userData: 'mine' })
})

test('a requeue that fails for another reason fails, and puts the message nowhere', async (t) => {
  const { connection, running } = await open(t, {}, {})
  await connection.put({ queue: 'A' }, text('x'))
  const unitOfWork = connection.beginUnitOfWork()
  const message = (await connection.get('A', { unitOfWork })) as Message
  running.delivery.put = () => Promise.reject(new TypeError('a defect'))
  await t.throwsAsync(connection.requeue({ from: 'A', message, reason: 1 }, unitOfWork))
  t.deepEqual(
    ['B', 'D'].map((name) => running.queues.find(name)?.uncommittedCount),
    [0, 0],
  )
})
