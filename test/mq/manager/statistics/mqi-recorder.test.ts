/** What the calls of a connection count for statistics. */
import test, { type ExecutionContext } from 'ava'
import type { MqiStatistics, TransferCounts } from '../../../../src/mq/manager/monitoring/counts.ts'
import { openHeldStore } from '../_support/held-store.ts'
import { addSystemObjects, admin, type Bench, benchFor, benchOver, refuses, text } from '../_support/manager.ts'

const A = { queue: 'A' }
const persistent = { persistence: 'persistent' } as const

/** A connection whose calls alone are counted, and the queue A. */
async function counting(t: ExecutionContext, attributes = {}, bench: Bench = benchFor(t)) {
  await bench.define('queue', 'QLOCAL', 'A', attributes)
  await bench.connection.command('ALTER QMGR STATMQI(ON) STATQ(ON)')
  const counts = bench.running.statistics.mqi as MqiStatistics
  return { ...bench, app: bench.connect(admin), counts }
}

const brief = ({ messages, bytes, failures }: TransferCounts) => [...messages, ...bytes, failures]

test('puts count with their bytes and persistence, and failed ones as failures', async (t) => {
  const { app, counts, running } = await counting(t, { MAXDEPTH: 2 })
  await app.put(A, text('12345'))
  await app.put(A, text('123', persistent))
  await refuses(t, app.put(A, text('x')), 2053)
  t.deepEqual(brief(counts.puts), [1, 1, 5, 3, 1])
  t.deepEqual([counts.opens[1], counts.closes[1]], [3, 3])
  t.deepEqual(running.queues.find('A')?.openOutputCount, 0)
})

test('gets count, and those that find no message or fail as failures', async (t) => {
  const { app, counts, running, define } = await counting(t)
  const open = app.open('A', { mode: 'input' })
  await app.put(A, text('12345'))
  await open.get()
  t.deepEqual(brief(counts.gets), [1, 0, 5, 0, 0])
  t.is(await open.get(), undefined)
  t.is(counts.gets.failures, 1)
  await define('queue', 'QLOCAL', 'A', { GET: 'DISABLED' })
  await refuses(t, open.get(), 2016)
  t.is(counts.gets.failures, 2)
  t.is(running.queues.find('A')?.activity.statistics?.gets.failures, 2)
})

test('browses count, and those that find no message as failures', async (t) => {
  const { app, counts, running } = await counting(t)
  const open = app.open('A', { mode: 'browse' })
  t.is(await app.browse('A'), undefined)
  t.is(await open.browseNext(), undefined)
  t.is(counts.browses.failures, 2)
  await app.put(A, text('12345'))
  await app.browse('A')
  await open.browseNext()
  t.deepEqual(brief(counts.browses), [2, 0, 10, 0, 2])
  t.deepEqual(running.queues.find('A')?.activity.statistics?.browses.messages, [2, 0])
})

test('opens and closes count, and opens that fail as failures', async (t) => {
  const { app, counts, running } = await counting(t)
  const open = app.open('A', { mode: 'input', sharing: 'exclusive' })
  t.deepEqual([counts.opens[1], counts.closes[1], counts.openFailures[1]], [1, 0, 0])
  t.throws(() => app.open('A', { mode: 'input' }), { message: /2042/ })
  t.deepEqual([counts.opens[1], counts.closes[1], counts.openFailures[1]], [1, 0, 1])
  open.close()
  open.close()
  t.deepEqual([counts.opens[1], counts.closes[1], counts.openFailures[1]], [1, 1, 1])
  t.is(running.queues.find('A')?.openInputCount, 0)
})

test('publications count, and those that fail as failures, with the topic that they opened', async (t) => {
  const { app, counts, define } = await counting(t)
  await app.publish('a', text('12345'))
  t.deepEqual(brief(counts.topicPuts), [1, 0, 5, 0, 0])
  await define('topic', 'LOCAL', 'T', { TOPICSTR: 'a', PUB: 'DISABLED' })
  await refuses(t, app.publish('a', text('x')), 2051)
  await app.publish('b', text('123', persistent))
  t.deepEqual(brief(counts.topicPuts), [1, 1, 5, 3, 1])
  t.deepEqual([counts.opens[8], counts.closes[8]], [3, 3])
})

test('commits, backouts and failed commits count, and a unit that is absorbed does not', async (t) => {
  const store = openHeldStore()
  await addSystemObjects(store)
  const { app, counts } = await counting(t, {}, benchOver(t, store))
  await app.beginUnitOfWork().commit()
  const [first, second] = [app.beginUnitOfWork(), app.beginUnitOfWork()]
  first.absorb(second)
  t.deepEqual([counts.commits, counts.backouts, counts.commitFailures], [1, 0, 0])
  await first.backout()
  const failing = app.beginUnitOfWork()
  await app.put(A, text('x', persistent), { unitOfWork: failing })
  store.hold()
  const refused = refuses(t, failing.commit(), 2003)
  await store.isHeld()
  store.release('full')
  await refused
  t.deepEqual([counts.commits, counts.backouts, counts.commitFailures], [1, 1, 1])
})

test('subscriptions that begin and end count by their durability', async (t) => {
  const { app, counts, connect } = await counting(t)
  const durable = await app.subscribe({ topicString: 'a', durableName: 'S' })
  const other = await app.subscribe({ topicString: 'a' })
  const left = await app.subscribe({ topicString: 'a', shared: { name: 'L', isDurable: true } })
  t.deepEqual(counts.subscriptions, { durable: 2, nonDurable: 1, failures: 0 })
  await refuses(t, connect(admin).subscribe({ topicString: 'a', durableName: 'S' }), 2429)
  t.deepEqual(counts.subscriptions, { durable: 2, nonDurable: 1, failures: 1 })
  await left.close()
  t.deepEqual(counts.unsubscriptions, { durable: 0, nonDurable: 0 })
  await other.close()
  await durable.close(true)
  t.deepEqual(counts.unsubscriptions, { durable: 1, nonDurable: 1 })
})

test('the end of a connection counts once, by its kind', async (t) => {
  const { app, counts, connect, connection, running } = await counting(t)
  await app.close()
  await app.close()
  t.deepEqual(counts.disconnections, [1, 0, 0])
  const stopped = connect(admin)
  await connection.command(`STOP CONN(${running.connections.list().at(-1)?.id})`)
  await stopped.close()
  t.deepEqual(counts.disconnections, [1, 0, 1])
})
