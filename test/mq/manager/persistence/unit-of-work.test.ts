import test, { type ExecutionContext } from 'ava'
import type { MessageUnitOfWork } from '../../../../src/mq/manager/persistence/unit-of-work.ts'
import type { Connection } from '../../../../src/mq/manager/types/connection.ts'
import { openHeldStore } from '../_support/held-store.ts'
import {
  addSystemObjects,
  type Bench,
  benchFor,
  benchOver,
  committed,
  diskBenchFor,
  refuses,
  text,
} from '../_support/manager.ts'

const kinds = ['persistent', 'nonPersistent'] as const
const A = { queue: 'A' }

for (const persistence of kinds) {
  const put = (connection: Connection, body: string, options = {}) =>
    connection.put(A, text(body, { persistence }), options)

  test(`a ${persistence} message that is put under syncpoint appears with the commit`, async (t) => {
    const { connection, running } = await bench(t)
    const unitOfWork = connection.beginUnitOfWork()
    const { messageId } = await put(connection, 'early', { unitOfWork })
    await put(connection, 'late')
    t.is(running.queues.find('A')?.uncommittedCount, 1)
    t.is(await connection.get('A', { messageId }), undefined)

    await unitOfWork.commit()
    t.is(running.queues.find('A')?.uncommittedCount, 0)
    t.is(await drain(connection), 'early late')
  })

  test(`a ${persistence} message that is put under syncpoint disappears with the backout`, async (t) => {
    const { connection, running } = await bench(t, { MAXDEPTH: 1 })
    const unitOfWork = connection.beginUnitOfWork()
    await put(connection, 'a', { unitOfWork })
    await refuses(t, put(connection, 'b'), 2053)
    await unitOfWork.backout()
    t.is(running.queues.find('A')?.uncommittedCount, 0)
    await put(connection, 'c')
    t.is(await drain(connection), 'c')
  })

  test(`a ${persistence} message that was got comes back at its place, with a backout count`, async (t) => {
    const { connection } = await bench(t)
    for (const body of ['a', 'b', 'c']) await put(connection, body)
    const unitOfWork = connection.beginUnitOfWork()
    t.is((await connection.get('A', { unitOfWork }))?.body.toString(), 'a')
    const second = await connection.get('A', { unitOfWork })
    t.is(second?.body.toString(), 'b')
    t.is((await connection.browse('A'))?.body.toString(), 'c')

    await unitOfWork.backout()
    t.deepEqual(
      (await connection.list('A', { limit: 9 })).map(({ backoutCount }) => backoutCount),
      [1, 1, 0],
    )
    const again = await connection.get('A', { messageId: second?.messageId as Buffer })
    t.like(again, { backoutCount: 1, body: Buffer.from('b') })
    t.is(await drain(connection), 'a c')
  })

  test(`a release gives ${persistence} messages back uncounted`, async (t) => {
    const { connection } = await bench(t)
    await put(connection, 'a')
    const unitOfWork = connection.beginUnitOfWork()
    await connection.get('A', { unitOfWork })
    await unitOfWork.backout({ countsBackout: false })
    t.is((await connection.get('A'))?.backoutCount, 0)
  })

  test(`a ${persistence} message that was got is gone after the commit`, async (t) => {
    const { connection, running } = await bench(t)
    await put(connection, 'a')
    const unitOfWork = connection.beginUnitOfWork()
    await connection.get('A', { unitOfWork })
    t.is(await connection.get('A'), undefined)
    await unitOfWork.commit()
    t.like(running.queues.find('A'), { depth: 0, uncommittedCount: 0 })
  })

  test(`a waiting get receives a ${persistence} message that a backout gives back`, async (t) => {
    const { connection, connect } = await bench(t)
    await put(connection, 'a')
    const unitOfWork = connection.beginUnitOfWork()
    await connection.get('A', { unitOfWork })
    const other = connect({ name: 'other', groups: [], privileged: true })
    const own = other.beginUnitOfWork()
    const waiting = other.get('A', { waitMs: 60_000, unitOfWork: own })
    await unitOfWork.backout()
    t.like(await waiting, { backoutCount: 1 })
    t.is(own.size, 1)
    await own.commit()
    t.is(await connection.get('A'), undefined)
  })

  test(`an expired ${persistence} message that comes back makes room at the next sweep`, async (t) => {
    const { connection, running, pass } = await bench(t)
    await connection.put(A, text('a', { persistence, expiry: 1000 }))
    const unitOfWork = connection.beginUnitOfWork()
    await connection.get('A', { unitOfWork })
    pass(1000)
    running.sweep()
    await unitOfWork.backout()
    running.sweep()
    await committed()
    t.is(running.queues.find('A')?.depth, 0)
  })
}

test('the end of the connection backs out its units of work', async (t) => {
  const { connection, connect, running } = await bench(t)
  await connection.put(A, text('a'))
  const other = connect({ name: 'other', groups: [], privileged: true })
  const unitOfWork = other.beginUnitOfWork()
  await other.get('A', { unitOfWork })
  await other.put(A, text('b'), { unitOfWork })
  await other.close()
  t.is(running.queues.find('A')?.uncommittedCount, 0)
  t.like(await connection.get('A'), { backoutCount: 1 })
  t.is(await connection.get('A'), undefined)
  await refuses(t, unitOfWork.commit(), 2255)
})

test('MAXUMSGS limits the messages of a unit of work', async (t) => {
  const { connection, running } = await bench(t)
  await connection.command('ALTER QMGR MAXUMSGS(2)')
  await connection.put(A, text('there'))
  const unitOfWork = connection.beginUnitOfWork()
  await connection.get('A', { unitOfWork })
  await connection.put(A, text('a'), { unitOfWork })
  await refuses(t, connection.put(A, text('b'), { unitOfWork }), 2024)
  await refuses(t, connection.get('A', { unitOfWork }), 2024)
  t.is(running.queues.find('A')?.uncommittedCount, 2)
  const another = connection.beginUnitOfWork()
  await connection.put(A, text('c'), { unitOfWork: another })
  t.throws(() => unitOfWork.absorb(another), { message: /2024/ })
  await another.commit()
  await unitOfWork.commit()
  t.is(await drain(connection), 'a c')
})

test('a unit of work that absorbs another ends it and commits both', async (t) => {
  const { connection } = await bench(t)
  await connection.put(A, text('there'))
  const [unitOfWork, other] = [connection.beginUnitOfWork(), connection.beginUnitOfWork()]
  await connection.get('A', { unitOfWork: other })
  await connection.put(A, text('new'), { unitOfWork })
  unitOfWork.absorb(other)
  t.deepEqual([other.isActive, unitOfWork.size], [false, 2])
  await refuses(t, connection.get('A', { unitOfWork: other }), 2255)
  await unitOfWork.commit()
  t.is(await drain(connection), 'new')
})

test('units of work that are committed together are stored with one commit, or all backed out', async (t) => {
  const store = openHeldStore()
  await addSystemObjects(store)
  const { connection, define } = benchOver(t, store)
  await define('queue', 'QLOCAL', 'A')
  for (const body of ['a', 'b', 'c']) await connection.put(A, text(body, { persistence: 'persistent' }))
  const getOne = async () => {
    const unitOfWork = connection.beginUnitOfWork()
    await connection.get('A', { unitOfWork })
    return unitOfWork
  }
  const [first, second] = [await getOne(), await getOne()]
  store.hold()
  const refused = refuses(t, first.commit([second]), 2003)
  await store.isHeld()
  store.release('full')
  await refused
  t.deepEqual([first.isActive, second.isActive], [false, false])
  const [again, next] = [await getOne(), await getOne()]
  await again.commit([next])
  await refuses(t, next.commit(), 2255)
  t.is(await drain(connection), 'c')
})

test('a commit that fails backs the unit of work out', async (t) => {
  const store = openHeldStore()
  await addSystemObjects(store)
  const { connection, define, running } = benchOver(t, store)
  await define('queue', 'QLOCAL', 'A')
  await connection.put(A, text('there', { persistence: 'persistent' }))
  const unitOfWork = connection.beginUnitOfWork()
  await connection.get('A', { unitOfWork })
  await connection.put(A, text('new', { persistence: 'persistent' }), { unitOfWork })
  store.hold()
  const refused = refuses(t, unitOfWork.commit(), 2003)
  await store.isHeld()
  t.is(await connection.get('A'), undefined)
  store.release('full')
  await refused
  t.is(running.queues.find('A')?.uncommittedCount, 0)
  t.like(await connection.get('A'), { body: Buffer.from('there'), backoutCount: 1 })
  t.is(await connection.get('A'), undefined)
})

test('a record is stored and shown with the commit', async (t) => {
  const disk = await diskBenchFor(t)
  const { connection, running } = disk.bench
  const unitOfWork = connection.beginUnitOfWork() as MessageUnitOfWork
  unitOfWork.addRecord(running.objects.prepareRecord(state(7)))
  t.is(running.objects.findRecord('channel-state', 'C'), undefined)
  await unitOfWork.commit()
  t.deepEqual(running.objects.findRecord('channel-state', 'C')?.attributes, { SEQNUM: 7 })

  const forgotten = connection.beginUnitOfWork() as MessageUnitOfWork
  forgotten.addRecord(running.objects.prepareRecord(state(8)))
  await forgotten.backout()
  const again = await disk.reopen()
  t.deepEqual(again.running.objects.findRecord('channel-state', 'C')?.attributes, { SEQNUM: 7 })
})

for (const [HARDENBO, expected] of [
  ['YES', 2],
  ['NO', 0],
] as const) {
  test(`with HARDENBO ${HARDENBO}, the backout count after a restart is ${expected} of 2`, async (t) => {
    const disk = await diskBenchFor(t)
    await disk.bench.define('queue', 'QLOCAL', 'A', { HARDENBO })
    const { connection } = disk.bench
    await connection.put(A, text('a', { persistence: 'persistent' }))
    for (const _ of [1, 2]) {
      const unitOfWork = connection.beginUnitOfWork()
      await connection.get('A', { unitOfWork })
      await unitOfWork.backout()
    }
    t.is((await connection.browse('A'))?.backoutCount, 2)
    const again = await disk.reopen()
    t.is((await again.connection.browse('A'))?.backoutCount, expected)
  })
}

test('large bodies are stored with the commit and removed with the backout', async (t) => {
  const { connection, running } = (await diskBench(t)).bench
  const body = Buffer.alloc(300_000, 'x')
  const large = { body, format: '', persistence: 'persistent' } as const
  const [kept, dropped] = [connection.beginUnitOfWork(), connection.beginUnitOfWork()]
  await connection.put(A, large, { unitOfWork: kept })
  await connection.put(A, large, { unitOfWork: dropped })
  await Promise.all([kept.commit(), dropped.backout()])
  const unitOfWork = connection.beginUnitOfWork()
  t.true((await connection.get('A', { unitOfWork }))?.body.equals(body))
  await unitOfWork.backout()
  t.true((await connection.get('A'))?.body.equals(body))
  t.is(running.queues.find('A')?.depth, 0)
})

test('publications under syncpoint reach their subscribers with the commit', async (t) => {
  const { connection } = await bench(t)
  const subscription = await connection.subscribe({ topicString: 'news' })
  const unitOfWork = connection.beginUnitOfWork()
  await connection.publish('news', { ...text('p'), retain: true }, { unitOfWork })
  t.is(await subscription.get(), undefined)
  await unitOfWork.commit()
  t.is((await subscription.get())?.body.toString(), 'p')
  const late = await connection.subscribe({ topicString: 'news' })
  await committed()
  t.is((await late.get())?.body.toString(), 'p')
})

test('a queue with uncommitted messages is neither cleared nor deleted, and QSTATUS and CONN show the work', async (t) => {
  const { connection } = await bench(t)
  const unitOfWork = connection.beginUnitOfWork()
  const show = async (command: string, keyword: string) => {
    const { responses } = await connection.command(command)
    return responses[0]?.attributes?.find(([key]) => key === keyword)?.[1]
  }
  t.is(await show('DISPLAY CONN(*) UOWSTATE', 'UOWSTATE'), 'NONE')
  await connection.put(A, text('a'), { unitOfWork })
  t.is(await show('DISPLAY QSTATUS(A) ALL', 'UNCOM'), 'YES')
  t.is(await show('DISPLAY CONN(*) UOWSTATE', 'UOWSTATE'), 'ACTIVE')
  t.is(await show('DISPLAY CONN(*) UOWSTDA UOWSTTI', 'UOWSTDA'), '2024-01-01')
  for (const command of ['CLEAR QLOCAL(A)', 'DELETE QLOCAL(A) PURGE']) {
    const { responses } = await connection.command(command)
    t.regex(String(responses[0]?.messages), /AMQ8148E/)
  }
  await unitOfWork.backout()
  t.is(await show('DISPLAY QSTATUS(A) ALL', 'UNCOM'), 'NO')
  t.is((await connection.command('DELETE QLOCAL(A)')).completionCode, 0)
})

test('the context of a message that is passed on needs SETALL for the queue and the queue manager', async (t) => {
  const { connection, connect } = await bench(t)
  const context = { putAt: 5, userId: 'first', applicationName: 'origin' }
  await connection.put(A, text('a'), { context })
  t.like(await connection.get('A'), context)
  await connection.command("SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD(CONNECT)")
  await connection.command("SET AUTHREC PROFILE(A) OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD(PUT)")
  const app = connect({ name: 'app', groups: [], privileged: false })
  await refuses(t, app.put(A, text('a'), { context }), 2035)

  const change = (command: string) => connection.command(`SET AUTHREC ${command}(SETALL)`)
  await change("OBJTYPE(QMGR) PRINCIPAL('app') AUTHADD")
  await refuses(t, app.put(A, text('a'), { context }), 2035)
  await change("PROFILE(A) OBJTYPE(QUEUE) PRINCIPAL('app') AUTHADD")
  await app.put(A, text('a'), { context })
  await change("OBJTYPE(QMGR) PRINCIPAL('app') AUTHRMV")
  await refuses(t, app.put(A, text('a'), { context }), 2035)
})

async function bench(t: ExecutionContext, attributes = {}): Promise<Bench> {
  const made = benchFor(t)
  await made.define('queue', 'QLOCAL', 'A', attributes)
  return made
}

async function diskBench(t: ExecutionContext) {
  const disk = await diskBenchFor(t)
  await disk.bench.define('queue', 'QLOCAL', 'A')
  return disk
}

function state(SEQNUM: number) {
  const kind = 'channel-state' as const
  return { kind, name: 'C', type: 'STATE', attributes: { SEQNUM }, created: 1, altered: 1 }
}

async function drain(connection: Connection): Promise<string> {
  const bodies: string[] = []
  for (;;) {
    const message = await connection.get('A')
    if (!message) return bodies.join(' ')
    bodies.push(message.body.toString())
  }
}
