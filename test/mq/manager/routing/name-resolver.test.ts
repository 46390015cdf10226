import test from 'ava'
import { benchFor, refuses, text } from '../_support/manager.ts'

test('an alias leads to its queue, for puts, gets and lists', async (t) => {
  const { connection, define } = benchFor(t)
  await define('queue', 'QLOCAL', 'A')
  await define('queue', 'QALIAS', 'B', { TARGET: 'A' })
  await connection.put({ queue: 'B' }, text('x'))
  t.is((await connection.list('B', { limit: 9 })).length, 1)
  t.is((await connection.browse('A'))?.body.toString(), 'x')
  t.is((await connection.get('B'))?.body.toString(), 'x')
})

test('the queue manager may be named, also by itself', async (t) => {
  const { connection, define } = benchFor(t)
  await define('queue', 'QLOCAL', 'A')
  await connection.put({ queue: 'A', queueManager: 'QM1' }, text('x'))
  t.truthy(await connection.get('A'))
})

for (const [title, queues, to, reasonCode] of [
  ['an alias of nothing', [['QALIAS', 'B', { TARGET: 'NONE' }]], { queue: 'B' }, 2082],
  [
    'an alias of an alias',
    [
      ['QALIAS', 'B', { TARGET: 'C' }],
      ['QALIAS', 'C', { TARGET: 'D' }],
    ],
    { queue: 'B' },
    2001,
  ],
  [
    'an alias of a queue that is inhibited',
    [
      ['QLOCAL', 'A', { PUT: 'DISABLED' }],
      ['QALIAS', 'B', { TARGET: 'A' }],
    ],
    { queue: 'B' },
    2051,
  ],
  ['an alias that is inhibited', [['QALIAS', 'B', { TARGET: 'A', PUT: 'DISABLED' }]], { queue: 'B' }, 2051],
  ['a model queue', [], { queue: 'SYSTEM.DEFAULT.MODEL.QUEUE' }, 2057],
  ['a queue manager that nobody knows', [], { queue: 'A', queueManager: 'QM9' }, 2087],
  [
    'a remote queue of a manager that nobody knows',
    [['QREMOTE', 'R', { RNAME: 'X', RQMNAME: 'QM9' }]],
    { queue: 'R' },
    2087,
  ],
  ['a remote queue without a name there', [['QREMOTE', 'R', { RQMNAME: 'QM9' }]], { queue: 'R' }, 2184],
  [
    'a remote queue whose XMITQ is not there',
    [['QREMOTE', 'R', { RNAME: 'X', RQMNAME: 'QM9', XMITQ: 'NONE' }]],
    { queue: 'R' },
    2196,
  ],
  [
    'a remote queue whose XMITQ is an ordinary queue',
    [
      ['QLOCAL', 'A', {}],
      ['QREMOTE', 'R', { RNAME: 'X', RQMNAME: 'QM9', XMITQ: 'A' }],
    ],
    { queue: 'R' },
    2092,
  ],
  [
    'a remote queue whose XMITQ is an alias',
    [
      ['QALIAS', 'B', { TARGET: 'A' }],
      ['QREMOTE', 'R', { RNAME: 'X', RQMNAME: 'QM9', XMITQ: 'B' }],
    ],
    { queue: 'R' },
    2091,
  ],
] as const) {
  test(`refuses a put to ${title} with ${reasonCode}`, async (t) => {
    const { connection, define } = benchFor(t)
    for (const [type, name, attributes] of queues) await define('queue', type, name, attributes)
    await refuses(t, connection.put(to, text('x')), reasonCode)
  })
}

test('nothing can be got from a remote queue', async (t) => {
  const { connection, define } = benchFor(t)
  await define('queue', 'QREMOTE', 'R', { RNAME: 'X', RQMNAME: 'QM9' })
  await refuses(t, connection.get('R'), 2045)
})

for (const [title, objects, to, expected] of [
  [
    'the XMITQ of a remote queue',
    [['QREMOTE', 'R', { RNAME: 'THERE', RQMNAME: 'QM9', XMITQ: 'X' }]],
    { queue: 'R' },
    ['X', 'THERE', 'QM9'],
  ],
  [
    'the transmission queue with the name of the manager',
    [
      ['QLOCAL', 'QM9', { USAGE: 'XMITQ' }],
      ['QREMOTE', 'R', { RNAME: 'THERE', RQMNAME: 'QM9' }],
    ],
    { queue: 'R' },
    ['QM9', 'THERE', 'QM9'],
  ],
  ['the default transmission queue', [], { queue: 'THERE', queueManager: 'QM8' }, ['X', 'THERE', 'QM8']],
  [
    'an alias of a queue manager',
    [['QREMOTE', 'NEAR', { RQMNAME: 'FAR', XMITQ: 'X' }]],
    { queue: 'THERE', queueManager: 'NEAR' },
    ['X', 'THERE', 'FAR'],
  ],
] as const) {
  test(`a message for elsewhere is wrapped and goes to ${title}`, async (t) => {
    const { connection, define } = benchFor(t)
    await define('queue', 'QLOCAL', 'X', { USAGE: 'XMITQ' })
    await define('qmgr', 'QMGR', 'QM1', { DEFXMITQ: 'X' })
    for (const [type, name, attributes] of objects) await define('queue', type, name, attributes)
    const { messageId } = await connection.put(to, text('hello', { priority: 4, persistence: 'persistent' }))

    const [queue, remoteQueue, remoteManager] = expected
    const message = await connection.get(queue)
    t.like(message, { format: 'MQXMIT', persistence: 'persistent', priority: 4, messageId })
    const body = message?.body as Buffer
    t.is(body.length, 428 + 5)
    t.is(body.toString('latin1', 0, 4), 'XQH ')
    t.is(body.toString('latin1', 8, 56).trimEnd(), remoteQueue)
    t.is(body.toString('latin1', 56, 104).trimEnd(), remoteManager)
    t.is(body.toString('latin1', 104, 108), 'MD  ')
    t.is(body.toString('latin1', 136, 144).trimEnd(), 'MQSTR')
    t.deepEqual(body.subarray(152, 176), messageId)
    t.is(body.toString('latin1', 428), 'hello')
  })
}

test('a remote queue of this very queue manager is its local queue', async (t) => {
  const { connection, define } = benchFor(t)
  await define('queue', 'QLOCAL', 'A')
  await define('queue', 'QREMOTE', 'R', { RNAME: 'A', RQMNAME: 'QM1' })
  await define('queue', 'QREMOTE', 'ME', { RQMNAME: 'QM1' })
  await connection.put({ queue: 'R' }, text('x'))
  await connection.put({ queue: 'A', queueManager: 'ME' }, text('x'))
  t.is((await connection.list('A', { limit: 9 })).length, 2)
})

test('an alias of a topic publishes', async (t) => {
  const { connection, define } = benchFor(t)
  await define('queue', 'QLOCAL', 'A')
  await define('topic', 'LOCAL', 'T', { TOPICSTR: 'a/b' })
  await define('queue', 'QALIAS', 'B', { TARGET: 'T', TARGTYPE: 'TOPIC' })
  await define('sub', 'SUB', 'S', { TOPICSTR: 'a/b', DEST: 'A' })
  await connection.put({ queue: 'B' }, text('x'))
  t.is((await connection.get('A'))?.publication?.topicString, 'a/b')
})

test('a dynamic queue takes after its model, and a temporary one goes with its connection', async (t) => {
  const { connect, connection, define, running } = benchFor(t)
  await define('queue', 'QMODEL', 'M', { DEFTYPE: 'PERMDYN', MAXDEPTH: 7 })
  const permanent = await connection.createDynamicQueue('M', 'MINE.*')
  t.regex(permanent, /^MINE\.[0-9A-F]{16}$/)
  t.like(running.objects.find('queue', permanent), { type: 'QLOCAL', attributes: { DEFTYPE: 'PERMDYN', MAXDEPTH: 7 } })

  const other = connect(connection.principal)
  const temporary = await other.createDynamicQueue('SYSTEM.DEFAULT.MODEL.QUEUE', 'ONCE')
  t.is(temporary, 'ONCE')
  await refuses(t, other.createDynamicQueue('SYSTEM.DEFAULT.MODEL.QUEUE', 'ONCE'), 4001)
  await refuses(t, other.createDynamicQueue('SYSTEM.DEFAULT.MODEL.QUEUE', 'no blanks*'), 2011)
  await refuses(t, other.createDynamicQueue('NONE'), 2085)
  await other.close()
  t.is(running.objects.find('queue', 'ONCE'), undefined)
  t.truthy(running.objects.find('queue', permanent))
})
