import test, { type ExecutionContext } from 'ava'
import type { Queue } from '../../../../src/mq/manager/queues/queue.ts'
import type { Connection } from '../../../../src/mq/manager/types/connection.ts'
import type { MessageProperty } from '../../../../src/mq/manager/types/message.ts'
import type { OpenQueue } from '../../../../src/mq/manager/types/open-objects.ts'
import { type Bench, benchFor, diskBenchFor, text } from '../_support/manager.ts'

const A = { queue: 'A' }
const persistences = ['persistent', 'nonPersistent'] as const

for (const persistence of persistences) {
  test(`browsing goes through ${persistence} messages once, in delivery order, and sees later ones`, async (t) => {
    const { connection } = await bench(t)
    for (const [body, priority] of [
      ['low', 1],
      ['high', 9],
      ['low again', 1],
    ] as const)
      await connection.put(A, text(body, { priority, persistence }))
    const queue = connection.open('A', { mode: 'browse' })
    t.deepEqual(await browseAll(queue), ['high', 'low', 'low again'])
    await connection.put(A, text('before', { priority: 5, persistence }))
    await connection.put(A, text('behind', { priority: 1, persistence }))
    t.deepEqual(await browseAll(queue), ['behind'])
    queue.close()
    t.is(await depth(connection), 5)
  })

  test(`a selector finds ${persistence} messages among others, also those that arrive or come back later`, async (t) => {
    const { connection } = await bench(t)
    for (let number = 0; number < 700; number++) await connection.put(A, coloured(number, persistence))
    const queue = connection.open('A', { mode: 'input', selector: "color = 'red'" })
    t.is((await queue.get())?.body.toString(), '600')
    t.is(await queue.get(), undefined)

    const waiting = queue.get({ waitMs: Number.POSITIVE_INFINITY })
    await connection.put(A, coloured(1, persistence))
    const unitOfWork = connection.beginUnitOfWork()
    await connection.put(A, text('urgent', { persistence, priority: 9, properties: red }))
    t.is((await waiting)?.body.toString(), 'urgent')

    await connection.put(A, text('again', { persistence, priority: 9, properties: red }))
    t.is(
      (await connection.open('A', { mode: 'input', selector: "color = 'red'" }).get({ unitOfWork }))?.body.toString(),
      'again',
    )
    t.is(await queue.get(), undefined)
    await unitOfWork.backout()
    t.like(await queue.get(), { backoutCount: 1, body: Buffer.from('again') })
    t.is(await depth(connection), 700)
  })
}

test('a selector that is not well-formed is rejected', async (t) => {
  const { connection, running } = await bench(t)
  t.throws(() => connection.open('A', { mode: 'input', selector: 'color =' }), { message: /2459/ })
  t.is(running.queues.find('A')?.openInputCount, 0)
})

test('an open queue counts as open until it or its connection is closed', async (t) => {
  const { connection, connect, running } = await bench(t)
  const first = connection.open('A', { mode: 'input' })
  const other = connect({ name: 'other', groups: [], privileged: true })
  other.open('A', { mode: 'input' })
  t.is(running.queues.find('A')?.openInputCount, 2)
  first.close()
  first.close()
  await other.close()
  t.is(running.queues.find('A')?.openInputCount, 0)
})

test('a browser after a restart starts at the first message', async (t) => {
  const disk = await diskBenchFor(t)
  await disk.bench.define('queue', 'QLOCAL', 'A')
  for (const body of ['a', 'b']) await disk.bench.connection.put(A, text(body, { persistence: 'persistent' }))
  const { connection } = await disk.reopen()
  t.deepEqual(await browseAll(connection.open('A', { mode: 'browse' })), ['a', 'b'])
})

test('a queue that is opened through an alias has the name of its target', async (t) => {
  const { connection, define } = await bench(t)
  await define('queue', 'QALIAS', 'B', { TARGET: 'A' })
  t.is(connection.open('B', { mode: 'browse' }).name, 'A')
})

test('a browse with a selector passes over expired messages and any number of others', async (t) => {
  const { connection, pass } = await bench(t)
  await connection.put(A, text('expired', { expiry: 1000, properties: red }))
  for (let number = 0; number < 700; number++) await connection.put(A, coloured(number, 'nonPersistent'))
  pass(1000)
  const queue = connection.open('A', { mode: 'browse', selector: "color = 'red'" })
  t.deepEqual(await browseAll(queue), ['600'])
})

test('a queue that is closed watches no more arrivals', async (t) => {
  const { connection, running } = await bench(t)
  const local = running.queues.find('A') as Queue
  let watches = 0
  const watch = local.watchArrivals.bind(local)
  local.watchArrivals = (watcher) => {
    const unwatch = watch(watcher)
    watches++
    return () => {
      watches--
      unwatch()
    }
  }
  const queue = connection.open('A', { mode: 'input', selector: "color = 'red'" })
  t.is(watches, 1)
  queue.close()
  t.is(watches, 0)
})

test('arrivals that no get receives are reported until this is ended', async (t) => {
  const { connection } = await bench(t)
  const queue = connection.open('A', { mode: 'browse' })
  let arrivals = 0
  const end = queue.watchArrivals(() => arrivals++)
  await connection.put(A, text('a'))
  t.is(arrivals, 1)
  end()
  await connection.put(A, text('b'))
  t.is(arrivals, 1)
})

test('browsing goes on when a get removes a message while it is read', async (t) => {
  const { connection, running } = await bench(t)
  for (const body of ['a', 'b']) await connection.put(A, text(body))
  const queue = connection.open('A', { mode: 'browse' })
  const { read } = running.delivery
  running.delivery.read = async () => {
    running.delivery.read = read
    return undefined
  }
  t.is((await queue.browseNext())?.body.toString(), 'b')
})

const red: Record<string, MessageProperty> = { color: { type: 'string', value: 'red' } }
const blue: Record<string, MessageProperty> = { color: { type: 'string', value: 'blue' } }

/** Message 600 is red, all others are blue. */
function coloured(number: number, persistence: (typeof persistences)[number]) {
  return text(String(number), { persistence, properties: number === 600 ? red : blue })
}

async function browseAll(queue: OpenQueue): Promise<string[]> {
  const bodies: string[] = []
  for (;;) {
    const message = await queue.browseNext()
    if (!message) return bodies
    bodies.push(message.body.toString())
  }
}

async function depth(connection: Connection): Promise<number> {
  return (await connection.list('A', { limit: 9999 })).length
}

async function bench(t: ExecutionContext): Promise<Bench> {
  const made = benchFor(t)
  await made.define('queue', 'QLOCAL', 'A')
  return made
}
