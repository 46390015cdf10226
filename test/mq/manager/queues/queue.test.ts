import test from 'ava'
import { MqError } from '../../../../src/mq/manager/types/errors.ts'
import { admin, benchFor, refuses, text } from '../_support/manager.ts'
import { objectHandle, openTestQueue, waitingGetter } from './open-test-queue.ts'
import { queuedMessage } from './queued-messages.ts'

test('an altered attribute applies to the next call', async (t) => {
  const { connection, define } = benchFor(t)
  await define('queue', 'QLOCAL', 'A')
  await connection.command('ALTER QLOCAL(A) PUT(DISABLED)')
  await refuses(t, connection.put({ queue: 'A' }, text('x')), 2051)
})

test('a waiting get receives the message that it selects, the longest waiting one first', async (t) => {
  const { connection, define } = benchFor(t)
  await define('queue', 'QLOCAL', 'A')
  const [one, two] = [Buffer.alloc(24, 1), Buffer.alloc(24, 2)]
  const wait = async (selection: object) =>
    (await connection.get('A', { ...selection, waitMs: 60_000 }))?.body.toString()
  const waits = [
    wait({ correlationId: two }),
    wait({ correlationId: one }),
    wait({ messageId: one }),
    wait({}),
    wait({ correlationId: one }),
  ]
  await connection.put({ queue: 'A' }, text('by correlation id', { correlationId: one }))
  await connection.put({ queue: 'A' }, text('by message id', { messageId: one }))
  await connection.put({ queue: 'A' }, text('any', { correlationId: one }))
  await connection.put({ queue: 'A' }, text('the second', { correlationId: one }))
  await connection.put({ queue: 'A' }, text('the other', { correlationId: two }))
  t.deepEqual(await Promise.all(waits), ['the other', 'by correlation id', 'by message id', 'any', 'the second'])
})

test('a waiting get receives the message that a backout makes available again', async (t) => {
  const { connection, connect, define } = benchFor(t)
  await define('queue', 'QLOCAL', 'A')
  await connection.put({ queue: 'A' }, text('x'))
  const unit = connection.beginUnitOfWork()
  await connection.get('A', { unitOfWork: unit })
  const waiting = connect(admin).get('A', { waitMs: 60_000 })
  await unit.backout()
  t.is((await waiting)?.body.toString(), 'x')
})

/** Returns the reason code with which a call fails, or 0. */
function reasonOf(call: () => unknown): number {
  try {
    call()
    return 0
  } catch (error) {
    return (error as MqError).reasonCode
  }
}

test('every change of the depth and of the handles has a new number, from the first one', (t) => {
  const { queue, put, replace } = openTestQueue()
  let last = queue.changedAt
  t.is(last, 0)
  const changes = (title: string, change: () => unknown) => {
    change()
    t.true(queue.changedAt > last, title)
    last = queue.changedAt
  }
  const handle = objectHandle()
  changes('open', () => queue.open(handle, 'output'))
  changes('close', () => queue.close(handle))
  const [first, second] = [put(1), put(2, { persistent: true })]
  changes('put', () => put(3))
  queue.messages.lock(first)
  changes('removal', () => queue.removeLocked(first))
  queue.messages.lock(second)
  changes('damage', () => queue.messages.setAsideDamaged(second))
  let restore = () => {}
  changes('replacement', () => {
    restore = replace()
  })
  changes('restored messages', () => restore())
})

test('waiting gets fail when the queue becomes get-inhibited, and with no other change', (t) => {
  const { queue, configure } = openTestQueue()
  const { waiter, received } = waitingGetter()
  queue.addWaitingGetter(waiter)
  configure({ PUT: 'DISABLED' })
  t.deepEqual(received, [])
  configure({ GET: 'DISABLED' })
  t.like(received[0], { reasonCode: 2016, object: 'A' })
})

test('a deleted queue accepts no call until its deletion is reverted', (t) => {
  const { queue } = openTestQueue()
  const { waiter, received } = waitingGetter()
  queue.addWaitingGetter(waiter)
  const reasons = () =>
    [
      () => queue.open(objectHandle(), 'output'),
      () => queue.checkOpen(),
      () => queue.checkGet(),
      () => queue.checkPut(1),
      () => queue.reservePut(1),
    ].map(reasonOf)
  const restore = queue.markDeleted()
  t.deepEqual(reasons(), [2052, 2052, 2052, 2052, 2052])
  t.true(queue.isDeleted)
  t.deepEqual([queue.openOutputCount, queue.uncommittedCount], [0, 0])
  t.like(received[0], { reasonCode: 2052, object: 'A' })
  restore()
  t.deepEqual(reasons(), [0, 0, 0, 0, 0])
  t.false(queue.isDeleted)
})

for (const [attributes, first, second, reason] of [
  [{}, ['input', 'shared'], ['input', 'shared'], 0],
  [{}, ['input', 'shared'], ['input', 'exclusive'], 2042],
  [{}, ['input', 'exclusive'], ['input', 'shared'], 2042],
  [{}, ['input', 'exclusive'], ['input', 'exclusive'], 2042],
  [{}, ['input', 'exclusive'], ['output', undefined], 0],
  [{}, ['input', 'exclusive'], ['browse', undefined], 0],
  [{}, ['output', undefined], ['input', 'exclusive'], 0],
  [{}, ['browse', undefined], ['input', 'exclusive'], 0],
  [{ SHARE: 'NO' }, ['input', 'shared'], ['input', 'shared'], 2042],
  [{ SHARE: 'NO' }, ['output', undefined], ['output', undefined], 0],
  [{ DEFSOPT: 'EXCL' }, ['input', undefined], ['input', 'shared'], 2042],
  [{ DEFSOPT: 'EXCL' }, ['input', 'shared'], ['input', undefined], 2042],
  [{ DEFSOPT: 'EXCL' }, ['input', 'shared'], ['input', 'shared'], 0],
] as const)
  test(`open for ${first.join(' ')}, then for ${second.join(' ')}, with ${JSON.stringify(attributes)}: ${reason}`, (t) => {
    const { queue } = openTestQueue(attributes)
    const handle = objectHandle()
    queue.open(handle, first[0], first[1])
    const again = () => reasonOf(() => queue.open(objectHandle(), second[0], second[1]))
    t.is(again(), reason)
    t.is(queue.handles().length, reason === 0 ? 2 : 1)
    queue.close(handle)
    if (reason !== 0) t.is(again(), 0)
  })

test('a check of a put fails like the put', (t) => {
  const { queue, put } = openTestQueue({ MAXDEPTH: 1, MAXMSGL: 10 })
  t.is(
    reasonOf(() => queue.checkPut(10)),
    0,
  )
  t.is(t.throws(() => queue.checkPut(11), { instanceOf: MqError }).reasonCode, 2030)
  put(1)
  t.is(t.throws(() => queue.checkPut(1), { instanceOf: MqError }).reasonCode, 2053)
})

for (const [TRIGGER, triggered] of [
  ['YES', [7, 0]],
  ['NO', []],
] as const)
  test(`with TRIGGER(${TRIGGER}), ${triggered.length} of 2 puts are reported with their priority`, (t) => {
    const { put, reported } = openTestQueue({ TRIGGER })
    for (const priority of [7, 0]) put(priority, { descriptor: { ...queuedMessage(1).descriptor, priority } })
    t.deepEqual(reported.triggered, [...triggered])
  })

for (const [persistent, expiresAt, isTracked] of [
  [false, 5000, true],
  [false, undefined, false],
  [true, 5000, false],
  [true, undefined, false],
] as const)
  test(`a ${persistent ? 'persistent' : 'non-persistent'} message that ${expiresAt ? 'expires' : 'never expires'} is ${isTracked ? 'tracked' : 'not tracked'} after its put and its backout`, (t) => {
    const { queue, put, reported } = openTestQueue()
    const entry = put(1, { persistent, expiresAt })
    t.deepEqual(reported.tracked, isTracked ? [1] : [])
    queue.messages.lock(entry)
    queue.backOut(entry, 3)
    t.deepEqual(reported.tracked, isTracked ? [1, 1] : [])
    t.is(entry.descriptor.backoutCount, 3)
    t.is(entry.state, 'available')
    t.is(queue.messages.lockFirst({ messageId: undefined, correlationId: undefined }), entry)
  })

test('a preserved message is tracked, and is not a put', (t) => {
  const { queue, put, reported } = openTestQueue()
  put(1)
  queue.addPreserved({ ...put(2), sequence: 3, expiresAt: 5000 })
  t.deepEqual([queue.depth, queue.puts, reported.tracked], [3, 2, [3]])
})

test('a clear removes every message', async (t) => {
  const { queue, put } = openTestQueue()
  for (const sequence of [1, 2, 3]) put(sequence)
  await queue.clear()
  t.is(queue.depth, 0)
})

test('messages that were replaced are gone, and restored ones are available beside later ones', (t) => {
  const { queue, put, replace } = openTestQueue()
  const [first, second] = [put(1), put(2, { persistent: true })]
  const restore = replace()
  t.is(first.state, 'gone')
  t.deepEqual([queue.id, queue.depth], [8, 0])
  const later = put(3)
  restore()
  t.deepEqual([queue.id, queue.depth, first.state, second.state], [7, 3, 'available', 'available'])
  t.deepEqual(queue.list({ messageId: undefined, correlationId: undefined }, 9), [first, second, later])
})

test('restored messages are offered to waiting gets', (t) => {
  const { queue, put, replace } = openTestQueue()
  put(1)
  const restore = replace()
  const { waiter, received } = waitingGetter()
  queue.addWaitingGetter(waiter)
  restore()
  t.deepEqual(received, [1])
})

test('a message from the store is locked once, and not after it has left the queue', (t) => {
  const { queue, put } = openTestQueue()
  const entry = put(1, { persistent: true })
  t.is(queue.messages.lockStored(entry), entry)
  t.is(queue.messages.lockStored(entry), undefined)
  t.is(queue.uncommittedCount, 1)
  queue.removeLocked(entry)
  t.is(queue.messages.lockStored(entry), undefined)
  t.deepEqual([queue.depth, queue.uncommittedCount], [0, 0])
})

test('a put that is cancelled gives its place back', (t) => {
  const { queue } = openTestQueue({ MAXDEPTH: 1 })
  const reserve = () => reasonOf(() => queue.reservePut(1))
  t.deepEqual([reserve(), reserve(), queue.uncommittedCount], [0, 2053, 1])
  queue.cancelPut()
  t.is(queue.uncommittedCount, 0)
  t.is(reserve(), 0)
})
