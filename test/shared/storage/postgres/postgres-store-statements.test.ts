/** When the store sends which statement, and what it does with errors; `postgres-store.test.ts` uses a real server. */
import { mock } from 'node:test'
import test, { type ExecutionContext } from 'ava'
import type { Clock } from '../../../../src/shared/lib/time/clock.ts'
import { openStateStore, StateStoreError } from '../../../../src/shared/storage/index.ts'
import { openPostgresStore } from '../../../../src/shared/storage/postgres/postgres-store.ts'
import { FakeDatabase } from './fake-database.ts'

const url = 'postgres://anna:secret@db/sluice'
const name = 'postgres://db:5432/sluice'

/** A store on a fake database, with intervals that the test moves. */
async function open(t: ExecutionContext, clock?: Clock) {
  mock.timers.enable({ apis: ['setInterval'] })
  t.teardown(() => mock.timers.reset())
  const database = new FakeDatabase().install(t)
  const opened = await openPostgresStore({ url, clock })
  t.teardown(() => opened.store.close())
  database.statements.length = 0
  return { database, ...opened }
}

const cut = () => {
  throw new Error('the connection was cut')
}
const found = () => [{ key: 'key', value: '1' }]

test.serial('the clock is that of the database from the start, and is compared every 5 seconds', async (t) => {
  const { database, clock } = await open(t)
  t.true(clock() >= 5_000_000 && clock() < 6_000_000)
  database.now = 9_000_000
  mock.timers.tick(4_999)
  await turns()
  t.deepEqual(database.statements, [])
  mock.timers.tick(1)
  await turns()
  t.true(clock() >= 9_000_000)
})

test.serial('tables of this version are used as they are', async (t) => {
  const database = new FakeDatabase().install(t)
  const { store } = await openPostgresStore({ url })
  await store.close()
  t.true(database.statements.includes('SELECT'))
  t.false(database.statements.includes('BEGIN'))
})

test('a wrong URL is refused', async (t) => {
  await t.throwsAsync(openPostgresStore({ url: 'postgres://db/sluice' }), {
    instanceOf: StateStoreError,
    code: 'refused',
    message: /it needs a user/,
  })
})

test.serial('expired entries and changes are removed every 10 seconds, a thousand at once', async (t) => {
  const { database, store } = await open(t)
  const thousand = () => Array.from({ length: 1_000 }, () => ({}))
  database.answer('sweep', thousand, () => thousand().slice(1), thousand)
  mock.timers.tick(9_999)
  await turns()
  t.false(database.statements.includes('sweep-changes'))
  mock.timers.tick(1)
  await database.received('sweep', 2)
  await store.list('kind')
  const sweeps = database.statements.filter((each) => each.startsWith('sweep'))
  t.deepEqual(sweeps, ['sweep-changes', 'sweep', 'sweep-changes', 'sweep'])
})

test.serial('close ends the intervals and the connections', async (t) => {
  let calls = 0
  const { database, store } = await open(t, () => {
    calls += 1
    return 0
  })
  await store.close()
  t.is(database.connections, 0)
  mock.timers.tick(60_000)
  t.is(calls, 0)
})

test.serial('calls are rejected as soon as close has begun', async (t) => {
  const { store } = await open(t)
  const closed = store.close()
  const expected = { instanceOf: StateStoreError, code: 'closed', message: `${name}: it is closed` }
  await t.throwsAsync(store.find('kind', 'key'), expected)
  await t.throwsAsync(store.replace('kind', 'key', 1, 2), expected)
  await t.throwsAsync(store.save('kind', 'key', 1), expected)
  await closed
})

test.serial('a store that cannot be opened leaves no connection', async (t) => {
  const database = new FakeDatabase().install(t)
  database.answer('read-time', () => {
    throw Object.assign(new Error('out of memory'), { code: '53200' })
  })
  await t.throwsAsync(openPostgresStore({ url }), { instanceOf: StateStoreError, code: 'busy' })
  t.is(database.connections, 0)
})

test.serial('a read whose connection ends before the answer is sent again, once', async (t) => {
  const { database, store } = await open(t)
  database.answer('find', cut, found)
  t.is((await store.find('kind', 'key'))?.value, 1)
  database.answer('find', cut, cut, found)
  await t.throwsAsync(store.find('kind', 'key'), { instanceOf: StateStoreError, code: 'failed' })
})

test.serial('a read that the database rejects is not sent again', async (t) => {
  const { database, store } = await open(t)
  const busy = () => {
    throw Object.assign(new Error('cancelled'), { code: '57014' })
  }
  database.answer('find', busy, found)
  await t.throwsAsync(store.find('kind', 'key'), { instanceOf: StateStoreError, code: 'busy' })
})

test.serial('watchers look for changes every 2 seconds, and after a connection has ended', async (t) => {
  const { database, store } = await open(t)
  let calls = 0
  store.watch('kind', () => {
    calls += 1
  })
  mock.timers.tick(1_999)
  t.is(calls, 0)
  mock.timers.tick(1)
  t.is(calls, 1)
  database.cut()
  await store.list('kind')
  t.is(calls, 2)
})

test.serial('gateways on other machines share the store', async (t) => {
  new FakeDatabase().install(t)
  const { store, isShared, clock } = await openStateStore({ url, dataFolder: '/none' })
  t.true(isShared)
  t.true(clock() < 6_000_000)
  await store.close()
})

/** Lets the statements that were sent, and what follows them, end. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate)
}
