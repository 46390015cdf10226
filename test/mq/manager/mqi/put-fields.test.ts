/** What a put and a publication keep of their message, and which they refuse. */
import test, { type ExecutionContext } from 'ava'
import { removeTransmissionHeader } from '../../../../src/mq/manager/routing/message-headers.ts'
import type { Message, NewMessage } from '../../../../src/mq/manager/types/message.ts'
import { benchFor, refuses, text } from '../_support/manager.ts'

const A = { queue: 'A' }

async function open(t: ExecutionContext, attributes: Record<string, string | number> = {}) {
  const bench = benchFor(t)
  await bench.define('queue', 'QLOCAL', 'A', attributes)
  await bench.define('topic', 'LOCAL', 'T', { TOPICSTR: 'a', ...attributes })
  await bench.define('sub', 'SUB', 'S', { TOPICSTR: 'a', DEST: 'A' })
  const put = async (message: NewMessage) => {
    await bench.connection.put(A, message)
    return (await bench.connection.get('A')) as Message
  }
  const publish = async (message: NewMessage) => {
    await bench.connection.publish('a', message)
    return (await bench.connection.get('A')) as Message
  }
  return { ...bench, put, publish }
}

for (const [priority, reason] of [
  [-1, 2050],
  [0, 0],
  [9, 0],
  [10, 2050],
  [1.5, 2050],
  [Number.NaN, 2050],
] as const)
  test(`a priority of ${priority}: ${reason}`, async (t) => {
    const { put, publish } = await open(t)
    for (const call of [put, publish]) {
      const result = call(text('x', { priority }))
      if (reason === 0) t.is((await result).priority, priority)
      else t.regex((await refuses(t, result, reason)).message, new RegExp(`priority ${priority} `))
    }
  })

for (const [expiry, CAPEXPRY, expected] of [
  [undefined, 'NOLIMIT', undefined],
  [0, 'NOLIMIT', 'expired'],
  [1, 'NOLIMIT', 1],
  [Number.POSITIVE_INFINITY, 20, 2000],
  [undefined, 20, 2000],
  [1999, 20, 1999],
  [2001, 20, 2000],
  [-1, 'NOLIMIT', 2013],
  [-1, 20, 2013],
  [Number.NaN, 'NOLIMIT', 2013],
] as const)
  test(`an expiry of ${expiry} with CAPEXPRY(${CAPEXPRY}): ${expected}`, async (t) => {
    const { connection, put, publish } = await open(t, { CAPEXPRY })
    if (expected === 2013) {
      for (const call of [put, publish])
        t.regex((await refuses(t, call(text('x', { expiry })), expected)).message, new RegExp(`expiry ${expiry} `))
      return
    }
    await connection.put(A, text('x', { expiry }))
    t.is((await connection.browse('A'))?.expiry, expected === 'expired' ? undefined : expected)
    t.is((await connection.get('A')) === undefined, expected === 'expired')
    await connection.publish('a', text('x', { expiry }))
    t.is((await connection.get('A'))?.expiry, expected === 'expired' ? undefined : expected)
  })

for (const field of ['messageId', 'correlationId'] as const)
  for (const [length, reason] of [
    [0, 2026],
    [23, 2026],
    [24, 0],
    [25, 2026],
  ] as const)
    test(`a ${field} of ${length} bytes: ${reason}`, async (t) => {
      const { put } = await open(t)
      const id = Buffer.alloc(length, 1)
      const result = put(text('x', { [field]: id }))
      if (reason === 0) t.deepEqual((await result)[field], id)
      else {
        const { message } = await refuses(t, result, reason)
        t.true(
          message.includes(`a ${field === 'messageId' ? 'message' : 'correlation'} id has 24 bytes, not ${length}`),
          message,
        )
      }
    })

test('an id of zeros is none: the queue manager creates a message id', async (t) => {
  const { put } = await open(t)
  const none = Buffer.alloc(24)
  const message = await put(text('x', { messageId: none, correlationId: none }))
  t.is(message.messageId.toString('latin1', 0, 7), 'AMQ QM1')
  t.deepEqual(message.correlationId, none)
})

for (const [given, kept] of [
  [{}, { ccsid: 1208, replyTo: undefined, group: undefined, amqp: undefined, properties: {} }],
  [{ ccsid: 819 }, { ccsid: 819 }],
  [{ replyTo: { queue: 'B' } }, { replyTo: { queue: 'B', queueManager: 'QM1' } }],
  [{ replyTo: { queue: 'B', queueManager: 'QM2' } }, { replyTo: { queue: 'B', queueManager: 'QM2' } }],
  [{ group: { id: 'g', sequence: 2 } }, { group: { id: 'g', sequence: 2 } }],
  [{ amqp: '' }, { amqp: '' }],
  [{ amqp: 'AA==' }, { amqp: 'AA==' }],
] as readonly (readonly [Partial<NewMessage>, Partial<Message>])[])
  test(`a message with ${JSON.stringify(given)} is got with ${JSON.stringify(kept)}`, async (t) => {
    const { put, publish, running } = await open(t)
    for (const call of [put, publish]) {
      const message = await call(text('x', given))
      t.like(message, kept)
      t.like(message, { userId: 'admin', applicationName: 'test', backoutCount: 0, putAt: running.clock() })
    }
  })

for (const [DEFPSIST, DEFPRTY, given, persistence, priority] of [
  ['YES', 3, {}, 'persistent', 3],
  ['NO', 0, {}, 'nonPersistent', 0],
  ['YES', 3, { persistence: 'asQueueDefault', priority: 5 }, 'persistent', 5],
  ['YES', 3, { persistence: 'nonPersistent', priority: 0 }, 'nonPersistent', 0],
  ['NO', 3, { persistence: 'persistent' }, 'persistent', 3],
] as const)
  test(`with DEFPSIST(${DEFPSIST}) DEFPRTY(${DEFPRTY}), a message of ${JSON.stringify(given)} is ${persistence} with priority ${priority}`, async (t) => {
    const { put, publish } = await open(t, { DEFPSIST, DEFPRTY })
    for (const call of [put, publish]) t.like(await call(text('x', given)), { persistence, priority })
  })

for (const [bytes, reason] of [
  [100, 0],
  [101, 2031],
] as const)
  test(`a message of ${bytes} bytes with MAXMSGL(100) of the queue manager: ${reason}`, async (t) => {
    const { put, publish, define, running, connection } = await open(t)
    await define('qmgr', 'QMGR', 'QM1', { ...running.objects.find('qmgr', 'QM1')?.attributes, MAXMSGL: 100 })
    t.is(connection.maxMessageLength().bytes, 100)
    for (const call of [put, publish]) {
      const result = call(text('x'.repeat(bytes)))
      if (reason === 0) t.is((await result).length, bytes)
      else t.is((await refuses(t, result, reason)).object, 'QM1')
    }
  })

test('a publication through an alias is not retained, and has a message id', async (t) => {
  const { connection, define } = await open(t)
  await define('queue', 'QALIAS', 'B', { TARGET: 'T', TARGTYPE: 'TOPIC' })
  const { messageId } = await connection.put({ queue: 'B' }, { ...text('x'), retain: true } as NewMessage)
  t.is(messageId.length, 24)
  t.is((await connection.get('A'))?.body.toString(), 'x')
  await define('queue', 'QLOCAL', 'LATE')
  await define('sub', 'SUB', 'LATE', { TOPICSTR: 'a', DEST: 'LATE' })
  await new Promise((done) => setImmediate(done))
  t.is(await connection.get('LATE'), undefined)
})

for (const messageId of [undefined, Buffer.alloc(24, 7)])
  test(`a message for another queue manager takes its ${messageId ? 'given' : 'new'} id with it`, async (t) => {
    const { connection, define } = await open(t)
    await define('queue', 'QLOCAL', 'QM2', { USAGE: 'XMITQ' })
    const put = await connection.put({ queue: 'X', queueManager: 'QM2' }, text('x', messageId ? { messageId } : {}))
    const wrapped = (await connection.get('QM2')) as Message
    t.is(wrapped.format, 'MQXMIT')
    t.deepEqual(wrapped.messageId, put.messageId)
    const inner = removeTransmissionHeader(wrapped.body)
    t.deepEqual(inner?.remote, { queue: 'X', manager: 'QM2' })
    t.deepEqual(inner?.draft.messageId, put.messageId)
    if (messageId) t.deepEqual(put.messageId, messageId)
  })

test('a put that fails leaves the queue closed', async (t) => {
  const { connection, running } = await open(t, { MAXMSGL: 3 })
  await refuses(t, connection.put(A, text('four')), 2030)
  t.is(running.queues.find('A')?.openOutputCount, 0)
})

test('a queue without DEFPRTY, as of an earlier release, has the default priority 0', async (t) => {
  const { put, define } = await open(t)
  await define('queue', 'QLOCAL', 'A', { DEFPRTY: undefined as never })
  t.is((await put(text('x'))).priority, 0)
})

const properties = (count: number, value = 'v') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, { type: 'string' as const, value }]))

for (const [title, count, value, MAXPROPL, reason] of [
  ['1,000 properties', 1000, 'v', 'NOLIMIT', 0],
  ['1,001 properties', 1001, 'v', 'NOLIMIT', 2320],
  ['properties of 10 bytes', 2, 'äv', 10, 0],
  ['properties of 12 bytes', 2, 'ää', 10, 2320],
  ['no property', 0, '', 0, 0],
  ['one property', 1, '', 0, 2320],
] as const)
  test(`${title} with MAXPROPL(${MAXPROPL}): ${reason}`, async (t) => {
    const { put, publish, connection } = await open(t)
    t.is((await connection.command(`ALTER QMGR MAXPROPL(${MAXPROPL})`)).completionCode, 0)
    for (const call of [put, publish]) {
      const result = call(text('x', { properties: properties(count, value) }))
      if (reason === 0) t.is(Object.keys((await result).properties).length, count)
      else t.regex((await refuses(t, result, reason)).message, /1001 properties; at most 1000|bytes; MAXPROPL/)
    }
  })
