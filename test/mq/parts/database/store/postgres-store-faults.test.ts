import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import test, { type ExecutionContext, type TestFn } from 'ava'
import type { MessageStoreError, StoreChange } from '../../../../../src/mq/manager/store/message-store.ts'
import { openStoreWriter } from '../../../../../src/mq/manager/store/sqlite/store-writer.ts'
import type { HeldLease } from '../../../../../src/mq/parts/database/store/lease.ts'
import { PostgresStorage } from '../../../../../src/mq/parts/database/store/postgres-storage.ts'
import { eventually } from '../../../../_support/eventually.ts'
import { FakePostgres } from '../../../manager/_support/fake-postgres.ts'
import { folderFor } from '../../../manager/_support/folder.ts'
import { openFilesBelow } from '../../../manager/_support/open-files.ts'
import { add as addTo, behavesAsStore, message } from '../../../manager/store/conformance.ts'

const created = 1_700_000_000_000
const leaseTimes = { leaseMs: 120_000, pollMs: 50 }
const add = (sequence: number, body?: string) => addTo(7, message(sequence), body)
const noAnswer = () => Object.assign(new Error('Connection terminated unexpectedly'), {})
const full = () => Object.assign(new Error('could not extend file'), { code: '53100' })

/** A queue manager in a database in memory, and how to start its instances. */
async function create(t: ExecutionContext, renewMs = 60_000) {
  const times = { ...leaseTimes, renewMs }
  const database = new FakePostgres().install(t)
  const openInstance = (host: string) => {
    const copyFolder = join(folderFor(t), 'copy')
    const storage = new PostgresStorage({
      url: 'postgres://sluice:secret@db:5432/data',
      queueManager: 'QM1',
      instance: { id: host, host },
      times,
    })
    t.teardown(() => storage.close())
    const start = async (maxOutageMs?: number) => {
      const lease = (await storage.acquire(true)) as HeldLease
      t.teardown(() => lease.stop())
      const losses: MessageStoreError[] = []
      const store = await storage.open({
        lease,
        copyFolder,
        created,
        onLost: (error) => losses.push(error),
        ...(maxOutageMs !== undefined && { maxOutageMs }),
      })
      t.teardown(() => store.close())
      return { store, lease, losses }
    }
    return { storage, start, copyFolder }
  }
  const first = openInstance('first')
  await first.storage.create({ created, description: 'a text' }, [])
  /** Ends the queue manager in order, and starts it again. */
  const restart = async ({ store, lease }: Pick<Awaited<ReturnType<typeof first.start>>, 'store' | 'lease'>) => {
    await store.close()
    await lease.release(false)
    return first.start()
  }
  return { database, first, openInstance, restart }
}

/** Leaves the statements with a name without an answer, and returns how to count them. `times` has the clock after each number of them. */
function silence(t: ExecutionContext, database: FakePostgres, name: string, times: readonly number[]): () => number {
  let count = 0
  database.onStatement = (each) => {
    if (each !== name) return undefined
    count += 1
    return { before: noAnswer() }
  }
  const { now } = performance
  t.teardown(() => {
    performance.now = now
  })
  performance.now = () => times[count] ?? 0
  return () => count
}

const serial = test.serial as unknown as TestFn

behavesAsStore(serial, async (t) => {
  const { first, restart } = await create(t)
  let opened = await first.start()
  return {
    store: opened.store,
    async reopen() {
      opened = await restart(opened)
      return opened.store
    },
  }
})

serial('a start reads the lanes of all messages once, and their bodies when they are needed', async (t) => {
  const { first, restart, database } = await create(t)
  const before = await first.start()
  const foreignId = Buffer.alloc(24, 1)
  await before.store.commit([add(1), addTo(7, message(2, { foreignId, lane: 3 })), addTo(8, message(3))])
  const { store } = await restart(before)
  const lanes = store.messages.takeLaneSnapshots()
  t.deepEqual(
    [...lanes].map(([queue, each]) => [queue, [...each].map(([lane, { sequences }]) => [lane, sequences])]),
    [
      [
        7,
        [
          [0, [1]],
          [3, [2]],
        ],
      ],
      [8, [[0, [3]]]],
    ],
  )
  t.is(store.messages.takeLaneSnapshots().size, 0)
  database.statements.length = 0
  t.is(String(await store.messages.body(2)), 'body')
  t.deepEqual(database.statements, ['read-bodies'])
})

serial('bodies that no message names are removed at the start', async (t) => {
  const { database, first, restart } = await create(t)
  const before = await first.start()
  const kept = await before.store.bodies.write(Buffer.from('kept'))
  await before.store.bodies.write(Buffer.from('left by a crash'))
  await before.store.commit([addTo(7, message(1, { bodyFile: kept }), '')])
  const { store } = await restart(before)
  t.deepEqual([...database.schema.bodies.keys()], [kept])
  t.is(String(await store.bodies.read(kept)), 'kept')
})

for (const statement of ['objects', 'COPY', 'preserved', 'remove-unused-bodies'])
  serial(`a start whose statement ${statement} fails rejects, and leaves nothing open`, async (t) => {
    const { database, first } = await create(t)
    const before = database.connections
    database.onStatement = (name) => (name === statement ? { before: full() } : undefined)
    const error = await t.throwsAsync(first.start(), { name: 'MessageStoreError', message: /is full/ })
    t.is((error as { kind?: string }).kind, 'full')
    t.is(database.connections, before)
    t.deepEqual(openFilesBelow(first.copyFolder), [])
  })

serial('closing a store closes its connections and its copy, once', async (t) => {
  const { database, first } = await create(t)
  const before = database.connections
  const { store } = await first.start()
  await store.commit([add(1)])
  t.true(database.connections > before)
  await Promise.all([store.close(), store.close()])
  t.is(database.connections, before)
  t.deepEqual(openFilesBelow(first.copyFolder), [])
})

serial('closing waits for the commits in progress', async (t) => {
  const { first, database } = await create(t)
  const { store, losses } = await first.start()
  const outcomes: string[] = []
  const commits = [1, 2].map((sequence) => store.commit([add(sequence)]).then(() => outcomes.push(`${sequence}`)))
  await store.close()
  t.deepEqual(outcomes, ['1', '2'])
  await Promise.all(commits)
  t.is(database.schema.messages.size, 2)
  t.deepEqual(losses, [])
})

serial('a lease that is lost after the store was closed loses nothing', async (t) => {
  const { first, database } = await create(t, 1)
  const { store, lease, losses } = await first.start()
  await store.close()
  database.schema.lease.fence = 99
  await eventually(async () => lease.lost.aborted || undefined)
  t.deepEqual(losses, [])
})

serial('a lease that is lost while the store runs loses the store, with the reason', async (t) => {
  const { first, database } = await create(t, 1)
  const { store, lease, losses } = await first.start()
  database.schema.lease.fence = 99
  await eventually(async () => losses.length || undefined)
  t.is(losses[0]?.message, 'postgres://db:5432/data: another instance has become active')
  t.is(losses[0]?.kind, 'lost')
  for (const work of [
    store.commit([add(1)]),
    store.claimBlock(),
    store.preserve([{ queue: 7, message: message(1), body: Buffer.alloc(1) }]),
  ]) {
    const error: unknown = await t.throwsAsync(work)
    t.is(error, losses[0])
  }
  t.true(lease.lost.aborted)
  t.is(losses.length, 1)
})

serial('a lease that was lost before the store is open loses it at once', async (t) => {
  const { first, database } = await create(t, 1)
  const lease = (await first.storage.acquire(true)) as HeldLease
  database.schema.lease.fence = 99
  await eventually(async () => lease.lost.aborted || undefined)
  const losses: MessageStoreError[] = []
  const store = await first.storage.open({
    lease,
    copyFolder: first.copyFolder,
    created,
    onLost: (error) => losses.push(error),
  })
  t.teardown(() => store.close())
  t.is(losses.length, 1)
  await t.throwsAsync(store.commit([add(1)]), { message: /has become active/ })
})

serial('a store that is lost without a listener rejects its commits', async (t) => {
  const { first, database } = await create(t)
  const lease = (await first.storage.acquire(true)) as HeldLease
  const store = await first.storage.open({ lease, copyFolder: first.copyFolder, created })
  t.teardown(() => store.close())
  database.schema.owner.fence = 99
  const error = await t.throwsAsync(store.commit([add(1)]), { name: 'MessageStoreError' })
  t.is((error as { kind?: string }).kind, 'lost')
})

serial('a store is lost once, and stops the renewals of its lease', async (t) => {
  const { first, database } = await create(t)
  const lease = (await first.storage.acquire(true)) as HeldLease
  let stops = 0
  const stop = () => {
    stops += 1
    lease.stop()
  }
  const losses: MessageStoreError[] = []
  const store = await first.storage.open({
    lease: { ...lease, stop },
    copyFolder: first.copyFolder,
    created,
    onLost: (error) => losses.push(error),
  })
  t.teardown(() => store.close())
  database.schema.owner.fence = 99
  const outcomes = await Promise.allSettled([store.commit([add(1)]), store.commit([add(2)])])
  t.deepEqual(
    outcomes.map((each) => (each as PromiseRejectedResult).reason),
    [losses[0], losses[0]],
  )
  t.regex(String(losses[0]?.message), /another instance of the queue manager has become active/)
  t.deepEqual([losses.length, stops], [1, 1])
})

serial('a read of a body waits a minute for the database, and not longer', async (t) => {
  const { first, database, restart } = await create(t)
  const before = await first.start()
  await before.store.commit([add(1)])
  const { store } = await restart(before)
  const countReads = silence(t, database, 'read-bodies', [10, 10, 60_010, 60_011])
  await t.throwsAsync(async () => store.messages.body(1), { name: 'MessageStoreError' })
  t.is(countReads(), 3)
})

serial('a failed commit changes nothing, and later ones are stored', async (t) => {
  const { first, database } = await create(t)
  const { store, losses } = await first.start()
  let commits = 0
  database.onStatement = (name) => (name === 'commit' && ++commits === 1 ? { before: full() } : undefined)
  const outcomes = await Promise.allSettled([store.commit([add(1)]), store.commit([add(2)])])
  t.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'fulfilled'],
  )
  t.like((outcomes[0] as PromiseRejectedResult).reason, { name: 'MessageStoreError', kind: 'full' })
  t.deepEqual([...database.schema.messages.keys()], [2])
  t.deepEqual([store.messages.find(7, 1), store.messages.find(7, 2)?.sequence], [undefined, 2])
  t.deepEqual(losses, [])
})

const saveObjects = (count: number): StoreChange[] =>
  Array.from({ length: count }, (_, index) => ({
    type: 'saveObject',
    object: {
      id: index + 1,
      record: { kind: 'queue', name: `A${index}`, type: 'QLOCAL', attributes: {}, created: 1, altered: 2 },
    },
  }))

serial('a commit ends after the ones before it, which write objects to the copy', async (t) => {
  const { first } = await create(t)
  const { store } = await first.start()
  const ended: string[] = []
  await Promise.all([
    store.commit(saveObjects(2_000)).then(() => ended.push('objects')),
    store.commit([add(1)]).then(() => ended.push('message')),
  ])
  t.deepEqual(ended, ['objects', 'message'])
})

serial('a commit that fails while an earlier one is written to the copy is rejected', async (t) => {
  const { first, database } = await create(t)
  const { store } = await first.start()
  let commits = 0
  database.onStatement = (name) => (name === 'commit' && ++commits === 2 ? { before: full() } : undefined)
  const onUnhandled = () => t.fail('the process would end')
  process.on('unhandledRejection', onUnhandled)
  t.teardown(() => process.off('unhandledRejection', onUnhandled))
  const outcomes = await Promise.allSettled([store.commit(saveObjects(2_000)), store.commit([add(1)])])
  t.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected'],
  )
})

serial('a lease that ends after the store was lost changes nothing', async (t) => {
  const { first, database } = await create(t)
  const lease = (await first.storage.acquire(true)) as HeldLease
  const lost = new AbortController()
  const losses: MessageStoreError[] = []
  const store = await first.storage.open({
    lease: { ...lease, lost: lost.signal, stop: () => lease.stop() },
    copyFolder: first.copyFolder,
    created,
    onLost: (error) => losses.push(error),
  })
  t.teardown(() => store.close())
  database.schema.owner.fence = 99
  await t.throwsAsync(store.commit([add(1)]))
  lost.abort(new Error('the lease has ended'))
  t.is(losses.length, 1)
  await t.throwsAsync(store.commit([add(2)]), { message: /has become active/ })
})

serial('an outage that lasts longer than allowed loses the store', async (t) => {
  const { first, database } = await create(t)
  const { store, losses } = await first.start(0)
  database.onStatement = (name) => (name === 'commit' ? { before: noAnswer() } : undefined)
  const error = await t.throwsAsync(store.commit([add(1)]), { name: 'MessageStoreError' })
  t.is((error as { kind?: string }).kind, 'lost')
  t.is(losses[0], error as never)
})

serial('a commit whose answer is lost is stored once', async (t) => {
  const { first, database } = await create(t)
  const { store } = await first.start()
  let commits = 0
  database.onStatement = (name) => (name === 'commit' && ++commits === 1 ? { after: noAnswer() } : undefined)
  await store.commit([add(1)])
  t.deepEqual([...database.schema.messages.keys()], [1])
})

serial('a copy that cannot be written loses the store, because reads would not show the commit', async (t) => {
  const { first } = await create(t)
  const { store, losses } = await first.start()
  const record = { kind: 'queue', name: 'A', type: 'QLOCAL', attributes: {}, created: 1, altered: 2 } as const
  await store.commit([{ type: 'saveObject', object: { id: 1, record } }])
  await store.close()
  const again = await first.start()
  const circular = { kind: 'queue', name: Symbol('no text'), type: 'QLOCAL', attributes: {}, created: 1, altered: 2 }
  const error = await t.throwsAsync(
    again.store.commit([{ type: 'saveObject', object: { id: 2, record: circular as never } }]),
    { name: 'MessageStoreError' },
  )
  t.regex(error.message, /the copy of what was committed cannot be written: /)
  t.is((error as { kind?: string }).kind, 'lost')
  t.deepEqual(again.losses, [error as never])
  t.deepEqual(losses, [])
})

serial('blocks ascend from the one of the lease, and are claimed in the database', async (t) => {
  const { first, database, restart } = await create(t)
  const before = await first.start()
  const { block } = before.lease
  t.is(before.store.firstBlock, block)
  t.deepEqual(await Promise.all([before.store.claimBlock(), before.store.claimBlock()]), [block + 1, block + 2])
  t.is(database.schema.owner.blocks, block + 3)
  t.is((await restart(before)).store.firstBlock, block + 3)
})

serial('preserved messages are there at the next start, unless their commit failed', async (t) => {
  const { first, database, restart } = await create(t)
  const before = await first.start()
  const preserved = [1, 2].map((sequence) => ({ queue: 7, message: message(sequence), body: Buffer.from('x') }))
  database.onStatement = (name) => (name === 'commit' ? { before: full() } : undefined)
  await t.throwsAsync(before.store.preserve(preserved), { name: 'MessageStoreError', message: /is full/ })
  database.onStatement = () => undefined
  await before.store.preserve([])
  await before.store.preserve(preserved)
  t.is(database.schema.preserved.size, 2)
  const { store } = await restart(before)
  t.is(database.schema.preserved.size, 0)
  t.deepEqual(store.takePreserved(), preserved)
})

serial('a message that the database does not have is damaged while this instance is active', async (t) => {
  const { first, database, restart } = await create(t)
  const before = await first.start()
  await before.store.commit([add(1), add(2)])
  const { store, losses } = await restart(before)
  database.schema.messages.delete(1)
  const error = await t.throwsAsync(async () => store.messages.body(1), { name: 'MessageStoreError' })
  t.is((error as { kind?: string }).kind, 'damaged')
  t.regex(error.message, /^postgres:\/\/db:5432\/data: the database does not have message 1; it was lost when/)
  t.is(String(await store.messages.body(2)), 'body')
  t.deepEqual(losses, [])
})

serial('a message that another active instance has removed loses the store', async (t) => {
  const { first, database, restart } = await create(t)
  const before = await first.start()
  await before.store.commit([add(1)])
  const { store, losses } = await restart(before)
  database.schema.messages.delete(1)
  database.schema.owner.fence = 99
  const error = await t.throwsAsync(async () => store.messages.body(1), { message: /has become active/ })
  t.is((error as { kind?: string }).kind, 'lost')
  t.deepEqual(losses, [error as never])
  await t.throwsAsync(async () => store.messages.body(1), { message: /has become active/ }, 'not read again')
})

serial('a message that a commit removes while its body is read is gone', async (t) => {
  const { first, restart } = await create(t)
  const before = await first.start()
  await before.store.commit([add(1)])
  const { store } = await restart(before)
  await store.claimBlock() // opens the connection of the commits
  const removing = store.commit([{ type: 'remove', sequence: 1 }])
  t.is(await store.messages.body(1), undefined)
  await removing
})

serial('a body that was read ahead and removed is not returned', async (t) => {
  const { first, restart, database } = await create(t)
  const before = await first.start()
  await before.store.commit([add(1), add(2), add(3)])
  const { store } = await restart(before)
  t.is(String(await store.messages.body(1, () => [2, 3])), 'body')
  await store.commit([{ type: 'remove', sequence: 2 }])
  t.is(store.messages.body(2), undefined)
  database.statements.length = 0
  t.is(String(await store.messages.body(3)), 'body')
  t.deepEqual(database.statements, [], 'it was read ahead')
})

serial('a read of a body waits for the database, and not longer than allowed', async (t) => {
  const { first, database, restart } = await create(t)
  const before = await first.start()
  await before.store.commit([add(1)])
  const { store } = await restart(before)
  let reads = 0
  database.onStatement = (name) => (name === 'read-bodies' && ++reads < 3 ? { before: noAnswer() } : undefined)
  t.is(String(await store.messages.body(1)), 'body')
  t.is(reads, 3)

  database.onStatement = (name) => (name === 'read-bodies' ? { before: full() } : undefined)
  await t.throwsAsync(
    async () => store.messages.body(1),
    { name: 'MessageStoreError', message: /is full/ },
    'an answer',
  )

  await store.close()
  database.onStatement = () => undefined
  const other = await first.start(0)
  database.onStatement = (name) => (name === 'read-bodies' ? { before: noAnswer() } : undefined)
  await t.throwsAsync(async () => other.store.messages.body(1), {
    name: 'MessageStoreError',
    message: /before the answer/,
  })
  t.deepEqual(other.losses, [])
})

serial('a read of a body ends when the store is lost or closed', async (t) => {
  for (const end of ['lost', 'closed'] as const) {
    const { first, database, restart } = await create(t)
    const before = await first.start()
    await before.store.commit([add(1)])
    const { store } = await restart(before)
    let reads = 0
    database.onStatement = (name) => {
      if (name !== 'read-bodies') return undefined
      reads += 1
      if (end === 'lost') database.schema.owner.fence = 99
      return { before: noAnswer() }
    }
    const reading = t.throwsAsync(async () => store.messages.body(1), { name: 'MessageStoreError' })
    await eventually(async () => reads || undefined)
    if (end === 'lost') await t.throwsAsync(store.commit([add(5)]))
    else await store.close()
    const error = await reading
    t.is((error as { kind?: string }).kind, end === 'lost' ? 'lost' : 'failed')
  }
})

serial('the copy is made in its folder', async (t) => {
  const { first } = await create(t)
  await first.start()
  t.true(existsSync(join(first.copyFolder, 'messages.db')))
  t.true(existsSync(dirname(first.copyFolder)))
})

serial('an outage may last a minute, and not longer', async (t) => {
  const { first, database } = await create(t)
  const { store, losses } = await first.start()
  const countCommits = silence(t, database, 'commit', [0, 0, 60_000, 60_001])
  await t.throwsAsync(store.commit([add(1)]), { name: 'MessageStoreError' })
  t.deepEqual([countCommits(), losses.length], [3, 1])
})

serial('two commits may be in progress', async (t) => {
  const { first } = await create(t)
  const { store } = await first.start()
  t.is(store.maxConcurrentCommits, 2)
})

serial('commits take effect in their order, also when one of them has to write objects', async (t) => {
  const { first, database } = await create(t)
  const { store } = await first.start()
  const outcomes: string[] = []
  const commit = (name: string, changes: StoreChange[]) =>
    store.commit(changes).then(
      () => outcomes.push(`${name} stored`),
      () => outcomes.push(`${name} failed`),
    )
  let commits = 0
  database.onStatement = (name) => (name === 'commit' && ++commits === 3 ? { before: full() } : undefined)
  await Promise.all([commit('objects', saveObjects(200)), commit('put', [add(1)]), commit('full', [add(2)])])
  t.deepEqual(outcomes, ['objects stored', 'put stored', 'full failed'])
  t.is(store.objects().length, 200)
})

serial('a store that is closed while its copy is written writes no more of it', async (t) => {
  const { first } = await create(t)
  const { store, losses } = await first.start()
  const removals = (from: number): StoreChange[] =>
    Array.from({ length: 4_097 }, (_, index) => ({ type: 'remove', sequence: from + index }))
  const commits = [store.commit(removals(1)), store.commit(removals(10_001))]
  await store.close()
  await Promise.all(commits)
  const other = await openStoreWriter({ file: join(folderFor(t), 'other.db'), created: 1, isNew: true })
  await other.claimBlock() // the thread answers it after all requests of the closed store
  await other.close()
  t.deepEqual(losses, [])
})
