import test from 'ava'
import { benchFor, refuses, text } from '../_support/manager.ts'

test('a message id names the queue manager and never comes twice', async (t) => {
  const { connection, define } = benchFor(t)
  await define('queue', 'QLOCAL', 'A')
  const first = await connection.put({ queue: 'A' }, text('1'))
  const second = await connection.put({ queue: 'A' }, text('2'))
  t.is(first.messageId.length, 24)
  t.is(first.messageId.toString('latin1', 0, 16), 'AMQ QM1         ')
  t.notDeepEqual(first.messageId, second.messageId)
})

test('a message carries what its getter needs', async (t) => {
  const { connection, define, running } = benchFor(t)
  await define('queue', 'QLOCAL', 'A')
  const message = text('hello', {
    persistence: 'persistent',
    priority: 7,
    expiry: 60_000,
    ccsid: 819,
    messageId: Buffer.alloc(24, 1),
    correlationId: Buffer.alloc(24, 2),
    replyTo: { queue: 'BACK' },
    properties: {
      colour: { type: 'string', value: 'green' },
      big: { type: 'long', value: 9_007_199_254_740_993n },
      yes: { type: 'boolean', value: true },
    },
  })
  const { messageId } = await connection.put({ queue: 'A' }, message)
  t.deepEqual(messageId, Buffer.alloc(24, 1))
  t.like(await connection.get('A'), {
    format: 'MQSTR',
    length: 5,
    persistence: 'persistent',
    priority: 7,
    expiry: 60_000,
    ccsid: 819,
    userId: 'admin',
    applicationName: 'test',
    backoutCount: 0,
    putAt: running.clock(),
    body: Buffer.from('hello'),
    messageId: Buffer.alloc(24, 1),
    correlationId: Buffer.alloc(24, 2),
    replyTo: { queue: 'BACK', queueManager: 'QM1' },
    properties: message.properties,
  })
})

test('an empty body is a message', async (t) => {
  const { connection, define } = benchFor(t)
  await define('queue', 'QLOCAL', 'A')
  await connection.put({ queue: 'A' }, text(''))
  t.is((await connection.get('A'))?.body.length, 0)
})

test('priority and persistence come from the definition that was named', async (t) => {
  const { connection, define } = benchFor(t)
  await define('queue', 'QLOCAL', 'A', { DEFPRTY: 3, DEFPSIST: 'YES' })
  await define('queue', 'QALIAS', 'B', { TARGET: 'A', DEFPRTY: 5, DEFPSIST: 'NO' })
  await connection.put({ queue: 'A' }, text('named'))
  await connection.put({ queue: 'B' }, text('by alias'))
  const messages = await connection.list('A', { limit: 9 })
  t.deepEqual(
    messages.map(({ priority, persistence }) => [priority, persistence]),
    [
      [5, 'nonPersistent'],
      [3, 'persistent'],
    ],
  )
})

for (const [title, attributes, message, reasonCode] of [
  ['a queue that is inhibited for puts', { PUT: 'DISABLED' }, text('x'), 2051],
  ['a message longer than the queue takes', { MAXMSGL: 3 }, text('four'), 2030],
  ['a message longer than the queue manager takes', { MAXMSGL: 104_857_600 }, text('x'.repeat(4_194_305)), 2031],
  ['a priority that does not exist', {}, text('x', { priority: 10 }), 2050],
  ['an expiry before now', {}, text('x', { expiry: -1 }), 2013],
  ['an id of another length', {}, text('x', { correlationId: Buffer.alloc(8, 1) }), 2026],
] as const) {
  test(`refuses ${title}`, async (t) => {
    const { connection, define } = benchFor(t)
    await define('queue', 'QLOCAL', 'A', attributes)
    await refuses(t, connection.put({ queue: 'A' }, message), reasonCode)
    t.deepEqual(await connection.list('A', { limit: 9 }), [])
  })
}

test('refuses a queue that is not there', async (t) => {
  const { connection } = benchFor(t)
  const error = await refuses(t, connection.put({ queue: 'NONE' }, text('x')), 2085)
  t.is(error.object, 'NONE')
})

for (const persistence of ['persistent', 'nonPersistent'] as const) {
  test(`a full queue takes no more ${persistence} messages, also of those put at once`, async (t) => {
    const { connection, define } = benchFor(t)
    await define('queue', 'QLOCAL', 'A', { MAXDEPTH: 3 })
    const puts = Array.from({ length: 5 }, () => connection.put({ queue: 'A' }, text('x', { persistence })))
    const outcomes = await Promise.allSettled(puts)
    t.deepEqual(
      outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.reasonCode : 'put')),
      ['put', 'put', 'put', 2053, 2053],
    )
    await connection.get('A')
    await t.notThrowsAsync(connection.put({ queue: 'A' }, text('x', { persistence })))
  })
}

test('the shortest CAPEXPRY on the way limits the life of a message', async (t) => {
  const { connection, define } = benchFor(t)
  await define('queue', 'QLOCAL', 'A', { CAPEXPRY: 50 })
  await define('queue', 'QALIAS', 'B', { TARGET: 'A', CAPEXPRY: 20 })
  await connection.put({ queue: 'A' }, text('x', { expiry: 60_000 }))
  await connection.put({ queue: 'B' }, text('x'))
  await connection.put({ queue: 'B' }, text('x', { expiry: 100 }))
  const messages = await connection.list('A', { limit: 9 })
  t.deepEqual(
    messages.map(({ expiry }) => expiry),
    [5000, 2000, 100],
  )
})

test('a CAPEXPRY of the alias alone, or of its queue alone, limits the life of a message', async (t) => {
  const { connection, define } = benchFor(t)
  for (const [name, ofQueue, ofAlias] of [
    ['A', {}, { CAPEXPRY: 20 }],
    ['B', { CAPEXPRY: 50 }, {}],
  ] as const) {
    await define('queue', 'QLOCAL', name, ofQueue)
    await define('queue', 'QALIAS', 'ALIAS', { TARGET: name, ...ofAlias })
    await connection.put({ queue: 'ALIAS' }, text('x'))
    await connection.command('DELETE QALIAS(ALIAS)')
  }
  t.is((await connection.get('A'))?.expiry, 2000)
  t.is((await connection.get('B'))?.expiry, 5000)
})

test('a temporary queue rejects persistent messages', async (t) => {
  const { connection } = benchFor(t)
  const queue = await connection.createDynamicQueue('SYSTEM.DEFAULT.MODEL.QUEUE')
  await refuses(t, connection.put({ queue }, text('x', { persistence: 'persistent' })), 2048)
  await connection.put({ queue }, text('x'))
  t.is((await connection.get(queue))?.body.toString(), 'x')
})
