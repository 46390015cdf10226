import test, { type ExecutionContext } from 'ava'
import type { StoreChange } from '../../../../../src/mq/manager/store/message-store.ts'
import type { HeldLease } from '../../../../../src/mq/parts/database/store/lease.ts'
import { PostgresStorage } from '../../../../../src/mq/parts/database/store/postgres-storage.ts'
import { FakePostgres } from '../../../manager/_support/fake-postgres.ts'

const identity = { description: 'a text', created: 1_700_000_000_000.5 }
const full = () => Object.assign(new Error('could not extend file'), { code: '53100' })

/** An empty database, and how to open storages of a queue manager in it. */
function open(t: ExecutionContext) {
  const database = new FakePostgres().install(t)
  const openStorage = (host: string, queueManager = 'QM1'): PostgresStorage => {
    const instance = { id: host, host }
    const storage = new PostgresStorage({ url: 'postgres://sluice:secret@db:5432/data', queueManager, instance })
    t.teardown(() => storage.close())
    return storage
  }
  return { database, openStorage }
}

const record = { kind: 'queue', name: 'A', type: 'QLOCAL', attributes: { X: 1 }, created: 1, altered: 2 } as const
const objects: StoreChange[] = [{ type: 'saveObject', object: { id: 5, record } }]

test.serial('a queue manager is created with its first objects, and given back to all instances', async (t) => {
  const { database, openStorage } = open(t)
  const storage = openStorage('first')
  t.is(storage.name, 'postgres://db:5432/data')
  await storage.create(identity, objects)
  t.deepEqual(await storage.read(), identity)
  const { owner, lease, objects: stored } = database.schema
  t.deepEqual([owner.fence, owner.lastCommit, owner.blocks], [1, 1, 0])
  t.like(lease, { instance: null, is_ended: true, permits_standby: false })
  t.like([...stored.values()][0], { id: 5, name: 'A', attributes: '{"X":1}' })
})

test.serial('a queue manager that the database has is not created again', async (t) => {
  const { database, openStorage } = open(t)
  await openStorage('first').create(identity, objects)
  const again = openStorage('second')
  const error = await t.throwsAsync(again.create({ ...identity, description: 'other' }, []), {
    name: 'MessageStoreError',
    message: 'postgres://db:5432/data: it has a queue manager QM1 already; addmqinf makes it known on this machine',
  })
  t.is((error as { kind?: string }).kind, 'failed')
  t.is((await again.read()).description, 'a text')
  t.is(database.schema.objects.size, 1)
})

for (const [title, statement] of [
  ['whose objects cannot be stored', 'commit'],
  ['whose lease cannot be given back', 'release'],
] as const)
  test.serial(`a queue manager ${title} is removed again`, async (t) => {
    const { database, openStorage } = open(t)
    database.onStatement = (name) => (name === statement ? { before: full() } : undefined)
    const error = await t.throwsAsync(openStorage('first').create(identity, objects), { name: 'MessageStoreError' })
    t.is((error as { kind?: string }).kind, 'full')
    t.is(database.schemas.size, 0)
  })

test.serial('a queue manager that another instance takes during its creation is not created', async (t) => {
  const { database, openStorage } = open(t)
  database.onStatement = (name) => {
    if (name === 'acquire') database.schema.lease.instance = 'other'
    return undefined
  }
  await t.throwsAsync(openStorage('first').create(identity, objects), {
    name: 'MessageStoreError',
    message: 'postgres://db:5432/data: another instance became active',
  })
})

test.serial('the error of the creation is reported when its removal fails as well', async (t) => {
  const { database, openStorage } = open(t)
  database.onStatement = (name) =>
    name === 'commit' ? { before: full() } : name === 'undo-create' ? { before: new Error('gone') } : undefined
  await t.throwsAsync(openStorage('first').create(identity, objects), { message: /is full/ })
})

test.serial('no tables are made for a queue manager that the database does not have', async (t) => {
  const { database, openStorage } = open(t)
  const message = 'postgres://db:5432/data: there is no queue manager NONE in this database'
  for (const ask of ['read', 'drop'] as const)
    await t.throwsAsync(openStorage('first', 'NONE')[ask](), { name: 'MessageStoreError', message })
  for (const ask of ['read', 'list', 'findActive'] as const)
    await t.throwsAsync(openStorage('first', 'NONE').lease[ask](), { name: 'MessageStoreError', message })
  t.is(database.schemas.size, 0)
})

test.serial('a storage that created a queue manager does not create it again after its removal', async (t) => {
  const { database, openStorage } = open(t)
  const storage = openStorage('first')
  await storage.create(identity, [])
  await t.throwsAsync(storage.create(identity, []), { message: /already/ })
  database.schemas.clear()
  database.onStatement = (name) => (name === 'read-owner' ? { before: new Error('the connection ended') } : undefined)
  await t.throwsAsync(storage.read(), { name: 'MessageStoreError' })
  database.onStatement = () => undefined
  await t.throwsAsync(storage.read(), { message: /there is no queue manager QM1 in this database/ })
  t.is(database.schemas.size, 0)
})

test.serial('an instance does not become active over tables of a newer version', async (t) => {
  const { database, openStorage } = open(t)
  const storage = openStorage('first')
  await storage.create(identity, [])
  database.schema.version = 99
  const error = await t.throwsAsync(storage.acquire(true), {
    name: 'MessageStoreError',
    message: /^postgres:\/\/db:5432\/data: a newer version of Sluice wrote it \(schema 99, .*upgrade this machine$/,
  })
  t.is((error as { kind?: string }).kind, 'failed')
  t.is(database.schema.lease.instance, null)
})

test.serial('one instance at a time is active, and the others see it', async (t) => {
  const { openStorage } = open(t)
  const [first, second] = [openStorage('first'), openStorage('second')]
  await first.create(identity, [])
  t.is(await first.lease.findActive(), undefined)
  const lease = (await first.acquire(true)) as HeldLease
  t.teardown(() => lease.stop())
  t.like(lease, { fence: 2, lastCommit: 1, block: 0 })
  t.is(await second.acquire(true), undefined)
  t.like(await second.lease.read(), { isHeld: true, permitsStandby: true, isEnded: false })
  await second.lease.record('standby')
  t.deepEqual(await second.lease.list(), [
    { host: 'first', mode: 'active' },
    { host: 'second', mode: 'standby' },
  ])
  t.like(await second.lease.findActive(), { host: 'first', isHere: false })
  t.like(await first.lease.findActive(), { host: 'first', isHere: true })
  await second.lease.forget()
  t.is((await first.lease.list()).length, 1)
  await t.throwsAsync(second.drop(), {
    name: 'MessageStoreError',
    message: 'postgres://db:5432/data: QM1 runs on another machine',
  })

  await lease.release(true)
  t.like(await second.lease.read(), { isHeld: false, isEnded: true })
  const other = await second.acquire(false)
  t.like(await first.lease.read(), { permitsStandby: false })
  await other?.release(false)
})

test.serial('a removed queue manager is gone', async (t) => {
  const { database, openStorage } = open(t)
  const storage = openStorage('first')
  await storage.create(identity, objects)
  await storage.drop()
  t.is(database.schemas.size, 0)
})

test.serial('closing closes the connection', async (t) => {
  const { database, openStorage } = open(t)
  const storage = openStorage('first')
  await storage.create(identity, [])
  t.is(database.connections, 1)
  await storage.close()
  t.is(database.connections, 0)
  await t.throwsAsync(storage.read(), { name: 'MessageStoreError', message: /is closed/ })
})

for (const [url, message] of [
  ['postgres://sluice@db:5432/data?schema=other', /^postgres:\/\/db:5432\/data: schema cannot be chosen; each/],
  ['postgres://sluice@db:5432/data?sslmode=disable&schema=other', /schema cannot be chosen/],
  ['mysql://db', /postgres:\/\/USER:PASSWORD@HOST/],
] as const)
  test(`the URL ${url} is rejected`, (t) => {
    const error = t.throws(() => new PostgresStorage({ url, queueManager: 'QM1', instance: { id: 'a', host: 'a' } }), {
      name: 'MessageStoreError',
      message,
    })
    t.is((error as { kind?: string }).kind, 'failed')
  })
