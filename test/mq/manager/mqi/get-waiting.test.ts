/** Gets that wait, that fail while they search, and that leave nothing behind. */
import { getEventListeners } from 'node:events'
import test, { type ExecutionContext } from 'ava'
import { browseMessage, getMessage } from '../../../../src/mq/manager/mqi/get.ts'
import type { Queue } from '../../../../src/mq/manager/queues/queue.ts'
import type { WaitingGetter } from '../../../../src/mq/manager/queues/waiting-getters.ts'
import { SmallSet } from '../../../../src/mq/manager/types/small-set.ts'
import { openHeldStore } from '../_support/held-store.ts'
import { addSystemObjects, type Bench, benchFor, benchOver, refuses, text } from '../_support/manager.ts'
import { queuedMessage } from '../queues/queued-messages.ts'

const A = { queue: 'A' }

async function open(t: ExecutionContext, bench: Bench = benchFor(t)) {
  await bench.define('queue', 'QLOCAL', 'A')
  const queue = bench.running.queues.find('A') as Queue
  const waiting = new SmallSet<WaitingGetter>()
  const signal = new AbortController()
  const get = (waitMs: number) => getMessage(bench.running, { queue, waiting }, { waitMs, signal: signal.signal })
  const isForgotten = () => waiting.size === 0 && getEventListeners(signal.signal, 'abort').length === 0
  return { ...bench, queue, waiting, signal, get, isForgotten }
}

const countTimers = () => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length

test.serial('a waiting get that ends leaves no timer behind', async (t) => {
  const { get, connection, queue } = await open(t)
  const before = countTimers()
  const endless = get(Number.POSITIVE_INFINITY)
  t.is(countTimers(), before, 'an endless wait has no timer')
  const limited = get(60_000)
  t.is(countTimers(), before + 1)
  for (const body of ['a', 'b']) await connection.put(A, text(body))
  t.is((await endless)?.body.toString(), 'a')
  t.is((await limited)?.body.toString(), 'b')
  t.is(countTimers(), before)
  t.is(queue.depth, 0)
})

test('a waiting get is forgotten when it has a message', async (t) => {
  const { get, connection, waiting, isForgotten } = await open(t)
  const got = get(60_000)
  t.is(waiting.size, 1)
  t.false(isForgotten())
  await connection.put(A, text('x'))
  await got
  t.true(isForgotten())
})

test('a waiting get is forgotten when its time ends', async (t) => {
  const { get, connection, isForgotten, queue } = await open(t)
  t.is(await get(1), undefined)
  t.true(isForgotten())
  await connection.put(A, text('x'))
  t.is(queue.depth, 1)
})

test('a waiting get is forgotten when it is aborted, and reports the reason', async (t) => {
  const { get, signal, isForgotten, connection, queue } = await open(t)
  const got = get(60_000)
  signal.abort(new Error('gone'))
  await t.throwsAsync(got, { message: 'gone' })
  t.true(isForgotten())
  await connection.put(A, text('x'))
  t.is(queue.depth, 1)
})

for (const [waitMs, waits] of [
  [undefined, false],
  [0, false],
  [1, true],
] as const)
  test(`a get with a wait of ${waitMs} ms ${waits ? 'waits' : 'does not wait'}`, async (t) => {
    const { running, queue } = await open(t)
    const waiting = new SmallSet<WaitingGetter>()
    const got = getMessage(running, { queue, waiting }, waitMs === undefined ? {} : { waitMs })
    t.is(waiting.size, waits ? 1 : 0)
    t.is(await got, undefined)
  })

test('a get through an alias is refused when its target is get-inhibited', async (t) => {
  const { connection, define } = await open(t)
  await define('queue', 'QALIAS', 'B', { TARGET: 'A' })
  await connection.put(A, text('x'))
  const queue = connection.open('B', { mode: 'browse' })
  await define('queue', 'QLOCAL', 'A', { GET: 'DISABLED' })
  await refuses(t, connection.get('B'), 2016)
  await refuses(t, connection.browse('B'), 2016)
  await refuses(t, queue.browseNext(), 2016)
  t.deepEqual(await connection.list('B', { limit: 9 }), [])
})

for (const [title, change, reason] of [
  ['inhibited', 'ALTER QLOCAL(A) GET(DISABLED)', 2016],
  ['deleted', 'DELETE QLOCAL(A) PURGE', 2052],
] as const)
  test(`a get that discards expired messages fails when the queue is ${title} meanwhile`, async (t) => {
    const { get, connection, pass } = await open(t)
    for (let count = 0; count < 200; count++) await connection.put(A, text('x', { expiry: 1000 }))
    await connection.put(A, text('live'))
    pass(1000)
    const refused = refuses(t, get(0), reason)
    await connection.command(change)
    await refused
  })

test('a get that is aborted while it discards expired messages takes none', async (t) => {
  const { get, connection, pass, signal, queue } = await open(t)
  for (let count = 0; count < 200; count++) await connection.put(A, text('x', { expiry: 1000 }))
  await connection.put(A, text('live'))
  pass(1000)
  const got = get(0)
  signal.abort(new Error('gone'))
  await t.throwsAsync(got, { message: 'gone' })
  t.is(queue.depth, 1)
})

test('a get returns its message although an expired one before it could not be removed', async (t) => {
  const store = openHeldStore()
  await addSystemObjects(store)
  const { get, connection, pass, queue } = await open(t, benchOver(t, store))
  await connection.put(A, text('expired', { expiry: 1000, persistence: 'persistent' }))
  await connection.put(A, text('live'))
  pass(1000)
  store.hold()
  t.is((await get(0))?.body.toString(), 'live')
  await store.isHeld()
  store.release('failed')
  await new Promise((done) => setImmediate(done))
  t.is(queue.depth, 1, 'the next sweep removes it')
})

test('a unit of work has room for exactly MAXUMSGS messages', async (t) => {
  const { connection } = await open(t)
  await connection.command('ALTER QMGR MAXUMSGS(2)')
  for (const body of ['a', 'b', 'c']) await connection.put(A, text(body))
  const unitOfWork = connection.beginUnitOfWork()
  t.is((await connection.get('A', { unitOfWork }))?.body.toString(), 'a')
  t.is((await connection.get('A', { unitOfWork }))?.body.toString(), 'b')
  await refuses(t, connection.get('A', { unitOfWork, waitMs: 60_000 }), 2024)
})

test('a waiting get that does not take the format ends, and leaves the message', async (t) => {
  const { connection, queue } = await open(t)
  const accepts = ({ format }: { format: string }) => format !== 'MQHRF2'
  const refused = refuses(t, connection.get('A', { waitMs: 60_000, accepts }), 2110)
  const { messageId } = await connection.put(A, text('x', { format: 'MQHRF2' }))
  const { message } = await refused
  t.true(message.includes(messageId.toString('hex')) && message.includes('"MQHRF2"'), message)
  t.is(queue.depth, 1)
  const taken = connection.get('A', { waitMs: 60_000, correlationId: Buffer.alloc(24, 1), accepts })
  await connection.put(A, text('y', { correlationId: Buffer.alloc(24, 1) }))
  t.is((await taken)?.body.toString(), 'y')
})

test('a browse goes on to the next message when another get removes the first during the read', async (t) => {
  const { running } = await open(t)
  const entries = [1, 2].map((sequence) => queuedMessage(sequence))
  let checks = 0
  const queue = { checkGet: () => checks++, list: () => entries, activity: {} } as unknown as Queue
  const delivery = {
    ...running.delivery,
    async read(_: Queue, entry: { sequence: number }) {
      entries.shift()
      return entry.sequence === 1 ? undefined : Buffer.from('second')
    },
  }
  const clock = running.clock
  const message = await browseMessage({ delivery, clock } as never, queue, {})
  t.is(message?.body.toString(), 'second')
  t.is(checks, 2, 'the queue may be inhibited meanwhile')
})

test('a get that is aborted with any value rejects with this value', async (t) => {
  const { connection } = await open(t)
  const reasonOf = (reason: unknown) =>
    connection.get('A', { signal: AbortSignal.abort(reason) }).catch((error: unknown) => error)
  t.is(await reasonOf('gone'), 'gone')
  t.is(await reasonOf(null), null)
})
