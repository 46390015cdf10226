import test, { type ExecutionContext } from 'ava'
import type { Message, NewMessage } from '../../../../src/mq/manager/types/message.ts'
import { benchFor, text } from '../_support/manager.ts'

/** Puts a message on A, moves it to B, the backout queue of A, after a second, and returns what B has. */
async function requeued(
  t: ExecutionContext,
  more: Partial<NewMessage>,
  selector?: string,
): Promise<Message | undefined> {
  const { connection, define, pass } = benchFor(t)
  await define('queue', 'QLOCAL', 'B')
  await define('queue', 'QLOCAL', 'A', { BOQNAME: 'B' })
  await connection.put({ queue: 'A' }, text('x', more))
  const unitOfWork = connection.beginUnitOfWork()
  const message = (await connection.get('A', { unitOfWork })) as Message
  pass(1000)
  t.is(await connection.requeue({ from: 'A', message, reason: 2362 }, unitOfWork), 'B')
  await unitOfWork.commit()
  return connection.open('B', { mode: 'input', selector }).get()
}

for (const persistence of ['persistent', 'nonPersistent'] as const) {
  test(`a ${persistence} message keeps its ids and its persistence on the backout queue`, async (t) => {
    const correlationId = Buffer.concat([Buffer.alloc(23), Buffer.of(1)])
    const messageId = Buffer.alloc(24, 7)
    t.like(await requeued(t, { messageId, correlationId, persistence }), { messageId, correlationId, persistence })
  })
}

test('a message that expires keeps the rest of its time, and others never expire', async (t) => {
  t.is((await requeued(t, { expiry: 5000 }))?.expiry, 5000)
  t.is((await requeued(t, {}))?.expiry, undefined)
})

for (const [title, given, kept] of [
  ['without a zero byte', Buffer.alloc(24, 7), Buffer.alloc(24, 7)],
  ['of zeros, which is none,', Buffer.alloc(24), Buffer.alloc(24)],
] as const) {
  test(`a correlation id ${title} is kept`, async (t) => {
    t.deepEqual((await requeued(t, { correlationId: given }))?.correlationId, kept)
  })
}

test('a selector finds a requeued message without a correlation id by the missing id', async (t) => {
  t.truthy(await requeued(t, {}, 'JMSCorrelationID IS NULL'))
})
