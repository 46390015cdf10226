import test from 'ava'
import pg from 'pg'
import { systemClock } from '../../../../src/shared/lib/time/clock.ts'
import { StateStoreError } from '../../../../src/shared/storage/index.ts'
import { openPostgresStore } from '../../../../src/shared/storage/postgres/postgres-store.ts'
import { eventually } from '../../../_support/eventually.ts'
import { type PostgresServer, postgresBinaries, startPostgres } from '../../../_support/postgres.ts'
import { openTcpLink } from '../../../_support/tcp-link.ts'

let server: PostgresServer
let schemas = 0
const fresh = () => `f${schemas++}`
const open = (url: string) => openPostgresStore({ url })
/** So long that watchers are called by notifications only. */
const neverMs = 2 ** 31 - 1

if (postgresBinaries) {
  test.before(async () => {
    server = await startPostgres()
  })
  test.after.always(() => server?.close())
} else {
  test.skip('PostgreSQL is not installed (Debian: postgresql)', () => {})
}
const withServer = postgresBinaries ? test.serial : test.skip

withServer('several nodes can create the tables at the same time, and see each other’s entries', async (t) => {
  const url = `${server.url}?schema=${fresh()}`
  const opened = await Promise.all(Array.from({ length: 5 }, () => open(url)))
  t.teardown(() => Promise.all(opened.map(({ store }) => store.close())))
  const [a, b] = opened.map(({ store }) => store)
  t.deepEqual((await Promise.all(opened.map(({ store }, n) => store.create('kind', 'key', n)))).filter(Boolean), [true])
  await a?.count('kind', 'sum', 1, Date.now() + 60_000)
  t.is(await b?.count('kind', 'sum', 1, Date.now() + 60_000), 2)
})

withServer('a save wakes the watchers of another node by a notification', async (t) => {
  const url = `${server.url}?schema=${fresh()}`
  const a = await open(url)
  const b = await openPostgresStore({ url, watchIntervalMs: neverMs })
  t.teardown(() => Promise.all([a.store.close(), b.store.close()]))
  await b.store.list('event') // the connection listens
  const woken = Promise.withResolvers<number>()
  const sentAt = performance.now()
  b.store.watch('event', () => woken.resolve(performance.now() - sentAt))
  await a.store.save('event', '1', true, { wakesWatchers: true })
  t.log(`after ${Math.round(await woken.promise)} ms`)
  t.pass()
})

withServer('refuses tables of a newer version, and a password that is wrong', async (t) => {
  const schema = fresh()
  const { store } = await open(`${server.url}?schema=${schema}`)
  await store.close()
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query(`UPDATE ${schema}.version SET version = 99`)
  await client.end()
  const error = await t.throwsAsync(open(`${server.url}?schema=${schema}`), { instanceOf: StateStoreError })
  t.is(error.code, 'refused')
  t.regex(error.message, /a newer version of Sluice wrote it \(schema 99, this version supports up to 1\)/)

  const missing = await t.throwsAsync(open(server.url.replace('/postgres?', '/none').replace(/\/postgres$/, '/none')), {
    instanceOf: StateStoreError,
  })
  t.regex(missing.message, /there is no such database; create it first/)
  t.notRegex(missing.message, /secret/)
})

withServer('an older node cannot write once a newer one has replaced the function', async (t) => {
  const schema = fresh()
  const { store } = await open(`${server.url}?schema=${schema}`)
  t.teardown(() => store.close())
  await store.save('kind', 'key', 1)
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const { rows } = await client.query(
    `SELECT oid::regprocedure AS name FROM pg_proc WHERE pronamespace = '${schema}'::regnamespace`,
  )
  await client.query(`DROP FUNCTION ${rows[0].name}`)
  await client.end()
  const error = await t.throwsAsync(store.save('kind', 'key', 2), { instanceOf: StateStoreError })
  t.is(error.code, 'refused')
  t.is((await store.find('kind', 'key'))?.value, 1)
})

withServer('without the server every call is rejected at once as unavailable, and works after its start', async (t) => {
  const { store } = await open(`${server.url}?schema=${fresh()}`)
  t.teardown(() => store.close())
  await store.save('kind', 'key', 1)
  await server.crash()
  for (const call of [() => store.find('kind', 'key'), () => store.save('kind', 'key', 2), () => store.list('kind')]) {
    const error = await t.throwsAsync(call, { instanceOf: StateStoreError })
    t.true(['unavailable', 'failed'].includes(error.code), error.message)
    t.regex(error.message, /postgres:\/\/127\.0\.0\.1:\d+\/postgres: /)
    t.notRegex(error.message, /secret/)
  }
  await server.start()
  t.is(await eventually(() => store.find('kind', 'key').then((entry) => entry?.value)), 1)
  t.true(await eventually(() => store.create('kind', 'other', 1)))
})

withServer('a link that is cut after a write was sent leaves it undecided: failed, and not sent twice', async (t) => {
  const link = await openTcpLink(server.port)
  t.teardown(() => link.close())
  const url = server.url.replace(String(server.port), String(link.port))
  const schema = fresh()
  const [cut, whole] = [await open(`${url}?schema=${schema}`), await open(`${server.url}?schema=${schema}`)]
  t.teardown(() => Promise.all([cut.store.close(), whole.store.close()]))
  await cut.store.count('kind', 'sum', 1, Date.now() + 60_000)

  link.swallowAnswers()
  const write = cut.store.count('kind', 'sum', 1, Date.now() + 60_000)
  await eventually(async () => (await whole.store.find('kind', 'sum'))?.value === 2 || undefined)
  link.cut()
  const error = await t.throwsAsync(write, { instanceOf: StateStoreError })
  t.is(error.code, 'failed')
  t.regex(error.message, /the connection ended before the answer .* may have been stored or not/)
  t.is((await whole.store.find('kind', 'sum'))?.value, 2)
  t.is(await eventually(() => cut.store.count('kind', 'sum', 1, Date.now() + 60_000)), 3)
})

withServer('a change of a transaction that began earlier and commits later is not missed', async (t) => {
  const schema = fresh()
  const { store } = await open(`${server.url}?schema=${schema}`)
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  t.teardown(() => Promise.all([store.close(), client.end()]))
  const keysSince = async (cursor?: string) => {
    const { entries, cursor: next } = await store.listChanges('kind', cursor)
    return { keys: entries.map(({ key }) => key).toSorted(), next }
  }
  const before = await keysSince()

  await client.query('BEGIN')
  await client.query(
    `SELECT ${schema}.write_entries_1('{save}', '{kind}', '{early}', '{1}', '{NULL}', '{NULL}', '{0}', '{NULL}', '{true}')`,
  )
  await store.save('kind', 'late', 1, { wakesWatchers: true })
  const during = await keysSince(before.next)
  t.deepEqual(during.keys, ['late'])
  await client.query('COMMIT')
  const after = await keysSince(during.next)
  t.true(after.keys.includes('early'))
  t.deepEqual((await keysSince(after.next)).keys, [])
})

withServer('a cursor of another server, in which the database was before, lists all entries', async (t) => {
  const { store } = await open(`${server.url}?schema=${fresh()}`)
  t.teardown(() => store.close())
  await store.save('kind', 'key', 1, { wakesWatchers: true })
  const { entries, cursor } = await store.listChanges('kind', String(2n ** 60n))
  t.deepEqual(
    entries.map(({ key }) => key),
    ['key'],
  )
  t.deepEqual((await store.listChanges('kind', cursor)).entries, [])
})

withServer('tables of the version before changes were recorded get the addition, and keep their entries', async (t) => {
  const schema = fresh()
  const url = `${server.url}?schema=${schema}`
  const { store: earlier } = await open(url)
  await earlier.save('kind', 'key', 1)
  await earlier.close()
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query(`DROP TABLE ${schema}.change; ALTER TABLE ${schema}.version DROP COLUMN additions`)
  await client.end()

  const { store } = await open(url)
  t.teardown(() => store.close())
  const { entries, cursor } = await store.listChanges('kind')
  t.is(entries.length, 1)
  await store.save('kind', 'key', 2, { wakesWatchers: true })
  t.is((await store.listChanges('kind', cursor)).entries[0]?.entry.value, 2)
})

withServer('expiry follows the clock of the database, not that of the machine', async (t) => {
  const { store, clock } = await open(`${server.url}?schema=${fresh()}`)
  t.teardown(() => store.close())
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const { rows } = await client.query('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now')
  await client.end()
  t.true(Math.abs(clock() - Number(rows[0].now)) < 5_000)
  t.true(Math.abs(clock() - systemClock()) < 5_000)
})
