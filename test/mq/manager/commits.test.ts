/** What is seen while a commit is under way, and what is put back when it fails. */
import test, { type ExecutionContext } from 'ava'
import type { CommandOutcome } from '../../../src/mq/manager/types/connection.ts'
import type { UnitOfWork } from '../../../src/mq/manager/types/message.ts'
import { type HeldStore, openHeldStore } from './_support/held-store.ts'
import { addSystemObjects, type Bench, benchOver, refuses, text } from './_support/manager.ts'

const persistence = 'persistent'

test('a getter that hangs up while its commit is under way leaves the message in its place', async (t) => {
  const { bench, store } = await open(t)
  for (const body of ['a', 'b', 'c']) await bench.connection.put({ queue: 'A' }, text(body, { persistence }))
  const client = new AbortController()
  store.hold()
  const got = bench.connection.get('A', { signal: client.signal })
  await store.isHeld()
  client.abort(new Error('gone'))
  store.release()
  await t.throwsAsync(got, { message: 'gone' })
  t.deepEqual(await bodies(bench), ['a', 'b', 'c'])
  t.is(bench.running.queues.find('A')?.uncommittedCount, 0)
})

for (const [title, options] of [
  ['get', {}],
  ['get by its id', { messageId: Buffer.alloc(24, 2) }],
  ['get with a selector', { selector: 'JMSPriority = 4' }],
  ['get under syncpoint', { isUnderSyncpoint: true }],
] as const) {
  test(`a waiting ${title} receives the message of a get that cannot be committed`, async (t) => {
    const { bench, store } = await open(t)
    const { connection } = bench
    store.hold()
    const messageId = Buffer.alloc(24, 2)
    const put = connection.put({ queue: 'A' }, text('x', { persistence, messageId, priority: 4 }))
    await store.isHeld()
    const first = connection.get('A', { waitMs: 60_000 })
    const unitOfWork = 'isUnderSyncpoint' in options ? connection.beginUnitOfWork() : undefined
    const second = connection.get('A', { ...options, unitOfWork, waitMs: 60_000 })
    store.release()
    store.hold()
    await Promise.all([put, store.isHeld()])
    store.release('failed')
    await refuses(t, first, 2102)
    t.is((await second)?.body.toString(), 'x')
  })
}

for (const [title, run] of [
  ['whose commit fails', (unitOfWork: UnitOfWork) => unitOfWork.commit()],
  ['whose backout count cannot be stored', (unitOfWork: UnitOfWork) => unitOfWork.backout()],
] as const) {
  test(`a waiting get receives the message of a unit of work ${title}`, async (t) => {
    const { bench, store } = await open(t)
    const { connection } = bench
    await connection.command('ALTER QLOCAL(A) HARDENBO')
    await connection.put({ queue: 'A' }, text('x', { persistence }))
    const unitOfWork = connection.beginUnitOfWork()
    await connection.get('A', { unitOfWork })
    const waiting = connection.get('A', { waitMs: 60_000, unitOfWork: connection.beginUnitOfWork() })
    store.hold()
    const ended = run(unitOfWork)
    await store.isHeld()
    store.release('failed')
    await t.throwsAsync(ended)
    t.like(await waiting, { backoutCount: 1 })
  })
}

for (const [title, options] of [
  ['get', {}],
  ['get with a selector', { selector: 'JMSPriority = 4' }],
] as const) {
  test(`a waiting ${title} receives a message that a failed CLEAR brings back`, async (t) => {
    const { bench, store } = await open(t)
    const { connection } = bench
    for (const priority of [3, 4]) await connection.put({ queue: 'A' }, text('x', { persistence, priority }))
    store.hold()
    const cleared = connection.command('CLEAR QLOCAL(A)')
    await store.isHeld()
    const waiting = connection.get('A', { ...options, waitMs: 60_000 })
    let arrivals = 0
    bench.running.queues.find('A')?.watchArrivals(() => arrivals++)
    store.release('failed')
    t.is((await cleared).responses[0]?.reasonCode, 2102)
    t.is((await waiting)?.priority, 4)
    t.is(arrivals, 1)
    t.is(bench.running.queues.find('A')?.depth, 1)
  })
}

test('a message is not visible before its put is acknowledged', async (t) => {
  const { bench, store } = await open(t)
  const messageId = bench.running.delivery.newMessageId()
  const next = Buffer.from(messageId)
  next.writeUInt32BE(next.readUInt32BE(20) + 1, 20)
  store.hold('after')
  const put = bench.connection.put({ queue: 'A' }, text('x', { persistence, expiry: 1000 }))
  await store.isHeld()
  t.is(await bench.connection.get('A', { messageId: next }), undefined)
  bench.pass(5000)
  bench.running.sweep()
  store.release()
  t.deepEqual((await put).messageId, next)
  t.like(bench.running.queues.find('A'), { depth: 1, uncommittedCount: 0 })
  bench.running.sweep()
  await bench.define('queue', 'QLOCAL', 'B') // its commit is behind the removal
  t.like(bench.running.queues.find('A'), { depth: 0, uncommittedCount: 0 })
})

test('the messages of a cleared queue do not count when they expire', async (t) => {
  const { bench } = await open(t)
  await bench.connection.put({ queue: 'A' }, text('x', { expiry: 1000 }))
  await bench.running.queues.find('A')?.clear()
  bench.pass(5000)
  bench.running.sweep()
  t.is(bench.running.queues.find('A')?.depth, 0)
})

test('puts that wait behind a failed put are committed', async (t) => {
  const { bench, store } = await open(t)
  store.hold()
  const first = bench.connection.put({ queue: 'A' }, text('1', { persistence }))
  await store.isHeld()
  const second = bench.connection.put({ queue: 'A' }, text('2', { persistence }))
  store.release('full')
  await refuses(t, first, 2192)
  await t.notThrowsAsync(second)
  t.deepEqual(await bodies(bench), ['2'])
})

test('what was built on a failed change fails with it', async (t) => {
  const { bench, store } = await open(t)
  store.hold()
  const defined = bench.connection.command('DEFINE QLOCAL(NEW)')
  await store.isHeld()
  const onto = bench.connection.put({ queue: 'NEW' }, text('x', { persistence }))
  const altered = bench.connection.command('ALTER QLOCAL(NEW) MAXDEPTH(7)')
  store.release('full')
  t.is((await defined).responses[0]?.reasonCode, 2192)
  await refuses(t, onto, 2192)
  t.is((await altered).responses[0]?.reasonCode, 2192)
  t.is(bench.running.objects.find('queue', 'NEW'), undefined)
  t.is(bench.running.queues.find('NEW'), undefined)
  t.is((await bench.connection.command('DEFINE QLOCAL(NEW)')).completionCode, 0)
})

interface Case {
  title: string
  prepare?: string
  change(bench: Bench): Promise<CommandOutcome>
  /** What shows that nothing has changed. */
  intact(t: ExecutionContext, bench: Bench): unknown
}

const cases: readonly Case[] = [
  {
    title: 'ALTER',
    change: ({ connection }) => connection.command('ALTER QLOCAL(A) PUT(DISABLED) MAXDEPTH(3)'),
    async intact(t, { running, connection }) {
      t.is(running.objects.find('queue', 'A')?.attributes.MAXDEPTH, 5000)
      await t.notThrowsAsync(connection.put({ queue: 'A' }, text('x')))
    },
  },
  {
    title: 'DELETE',
    change: ({ connection }) => connection.command('DELETE QLOCAL(A) PURGE'),
    async intact(t, bench) {
      t.is(bench.running.queues.find('A')?.depth, 2)
      t.deepEqual(await bodies(bench), ['persistent', 'other'])
    },
  },
  {
    title: 'DELETE, with a DEFINE behind it,',
    async change({ connection }) {
      const deleted = connection.command('DELETE QLOCAL(A) PURGE')
      await connection.command('DEFINE QLOCAL(A) MAXDEPTH(3)')
      return deleted
    },
    async intact(t, bench) {
      t.is(bench.running.objects.find('queue', 'A')?.attributes.MAXDEPTH, 5000)
      t.deepEqual(await bodies(bench), ['persistent', 'other'])
    },
  },
  {
    title: 'CLEAR',
    async change({ connection }) {
      const cleared = connection.command('CLEAR QLOCAL(A)')
      await connection.put({ queue: 'A' }, text('since'))
      return cleared
    },
    async intact(t, bench) {
      t.is(bench.running.queues.find('A')?.depth, 3)
      t.deepEqual(await bodies(bench), ['persistent', 'other', 'since'])
    },
  },
  {
    title: 'SET AUTHREC',
    change: ({ connection }) => connection.command("SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) PRINCIPAL('u') AUTHADD(PUT)"),
    intact(t, { running }) {
      t.false(running.authority.allows({ name: 'u', groups: [], privileged: false }, 'QUEUE', 'A', 'PUT'))
    },
  },
  {
    title: 'DELETE AUTHREC',
    prepare: "SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) PRINCIPAL('u') AUTHADD(PUT)",
    change: ({ connection }) => connection.command("DELETE AUTHREC PROFILE(A) OBJTYPE(QUEUE) PRINCIPAL('u')"),
    intact(t, { running }) {
      t.true(running.authority.allows({ name: 'u', groups: [], privileged: false }, 'QUEUE', 'A', 'PUT'))
    },
  },
  {
    title: 'DEFINE SUB',
    change: ({ connection }) => connection.command("DEFINE SUB(S) TOPICSTR('t') DESTCLAS(MANAGED)"),
    intact(t, { running }) {
      t.is(running.subscriptions.status('S'), undefined)
      t.deepEqual(running.subscriptions.findMatching('t'), [])
      t.deepEqual(managed(running), [])
    },
  },
  {
    title: 'DELETE SUB',
    prepare: "DEFINE SUB(KEPT) TOPICSTR('kept') DESTCLAS(MANAGED)",
    change: ({ connection }) => connection.command('DELETE SUB(KEPT)'),
    async intact(t, { running, connection }) {
      t.is(managed(running).length, 1)
      await connection.publish('kept', text('x'))
      t.is(running.queues.find(managed(running)[0] as string)?.depth, 1)
    },
  },
  {
    title: 'DEFINE TOPIC',
    change: ({ connection }) => connection.command("DEFINE TOPIC(T) TOPICSTR('t') PUB(DISABLED)"),
    intact(t, { running }) {
      t.is(running.topics.resolveAttribute('t', 'PUB'), 'ENABLED')
    },
  },
  {
    title: 'STOP CHANNEL',
    prepare: "DEFINE CHANNEL(C) CHLTYPE(SDR) CONNAME('h(1414)') XMITQ(A)",
    change: ({ connection }) => connection.command('STOP CHANNEL(C)'),
    intact(t, { running }) {
      t.deepEqual(running.channels.status('C'), [])
    },
  },
]

for (const { title, prepare, change, intact } of cases) {
  test(`${title} that cannot be committed leaves everything as it was`, async (t) => {
    const { bench, store } = await open(t)
    await bench.connection.put({ queue: 'A' }, text('persistent', { persistence, priority: 1 }))
    await bench.connection.put({ queue: 'A' }, text('other', { expiry: 60_000 }))
    if (prepare) t.is((await bench.connection.command(prepare)).completionCode, 0)
    store.hold()
    const outcome = change(bench)
    await store.isHeld()
    store.release('failed')
    t.is((await outcome).responses[0]?.reasonCode, 2102)
    await intact(t, bench)
  })
}

test('a dynamic queue and a subscription that cannot be committed leave nothing behind', async (t) => {
  const { bench, store } = await open(t)
  const before = bench.running.objects.list('queue').length
  for (const call of [
    () => bench.connection.createDynamicQueue('SYSTEM.DEFAULT.MODEL.QUEUE'),
    () => bench.connection.subscribe({ topicString: 't' }),
    () => bench.connection.subscribe({ topicString: 't', durableName: 'D' }),
  ]) {
    store.hold()
    const made = call()
    await store.isHeld()
    store.release('full')
    await refuses(t, made, 2192)
  }
  t.is(bench.running.objects.list('queue').length, before)
  t.deepEqual(bench.running.subscriptions.findMatching('t'), [])
  await t.notThrowsAsync(bench.connection.close())
})

/** A queue manager with the queue A, over a store whose commits can be held. */
async function open(t: ExecutionContext): Promise<{ bench: Bench; store: HeldStore }> {
  const store = openHeldStore()
  await addSystemObjects(store)
  const bench = benchOver(t, store)
  await bench.define('queue', 'QLOCAL', 'A')
  return { bench, store }
}

async function bodies({ connection }: Bench): Promise<string[]> {
  const found: string[] = []
  for (;;) {
    const message = await connection.get('A')
    if (!message) return found
    found.push(message.body.toString())
  }
}

function managed({ objects }: Bench['running']): string[] {
  const names = objects.list('queue').map(({ name }) => name)
  return names.filter((name) => /^SYSTEM\.MANAGED\.(N?DURABLE)\.\w+$/.test(name))
}
