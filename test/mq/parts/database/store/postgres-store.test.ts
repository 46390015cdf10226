import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import pg from 'pg'
import type { MessageStoreError } from '../../../../../src/mq/manager/store/message-store.ts'
import type { HeldLease, LeaseTimes } from '../../../../../src/mq/parts/database/store/lease.ts'
import { messagePageQuery } from '../../../../../src/mq/parts/database/store/load-copy.ts'
import { PostgresStorage } from '../../../../../src/mq/parts/database/store/postgres-storage.ts'
import { storeSchemaName } from '../../../../../src/mq/parts/database/store/store-schema.ts'
import { eventually } from '../../../../_support/eventually.ts'
import { type PostgresServer, postgresBinaries, startPostgres } from '../../../../_support/postgres.ts'
import { openTcpLink } from '../../../../_support/tcp-link.ts'
import { add as addTo, behavesAsStore, message } from '../../../manager/store/conformance.ts'

const created = 1_700_000_000_000
/** A slow machine renews these leases in time. */
const times = { leaseMs: 120_000, renewMs: 100, pollMs: 50 }
/** The times of an instance that stops renewing its lease, and that another one replaces soon. */
const shortTimes = { ...times, leaseMs: 1_000 }
let server: PostgresServer
let count = 0

if (postgresBinaries) {
  test.before(async () => {
    server = await startPostgres()
  })
  test.after.always(() => server?.close())
  behavesAsStore(test, openStore)
} else {
  test.skip('PostgreSQL is not installed (Debian: postgresql)', () => {})
}
const withServer = postgresBinaries ? test : test.skip

const add = (sequence: number) => addTo(7, message(sequence))

/** Creates a queue manager in the database, and returns its first instance. */
async function createQueueManager(t: ExecutionContext, options?: InstanceOptions) {
  const instance = openInstance(t, `QM${count++}`, 'first', options)
  await instance.storage.create({ created, description: '' }, [])
  return instance
}

interface InstanceOptions {
  port?: number
  times?: LeaseTimes
}

/** Opens an instance of a queue manager, which has the name of its host as its id. */
function openInstance(t: ExecutionContext, queueManager: string, host: string, options: InstanceOptions = {}) {
  const { port = server.port } = options
  const folder = mkdtempSync(join(tmpdir(), 'sluice-qm-pg-'))
  const url = server.url.replace(String(server.port), String(port))
  const instance = { id: host, host }
  const storage = new PostgresStorage({ url, queueManager, instance, times: options.times ?? times })
  t.teardown(async () => {
    await storage.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  })
  return {
    storage,
    queueManager,
    start: async (maxOutageMs?: number) => {
      const lease = (await eventually(() => storage.acquire(true))) as HeldLease
      let loss: MessageStoreError | undefined
      const store = await storage.open({
        lease,
        copyFolder: join(folder, 'copy'),
        created,
        ...(maxOutageMs !== undefined && { maxOutageMs }),
        onLost: (error) => {
          loss = error
        },
      })
      t.teardown(async () => {
        lease.stop()
        await store.close()
      })
      return { store, lease, lossOf: () => loss }
    },
  }
}

/** Opens the store of a new queue manager. `reopen` closes it in order and opens it again. */
async function openStore(t: ExecutionContext) {
  const instance = await createQueueManager(t)
  let opened = await instance.start()
  return {
    queueManager: instance.queueManager,
    get store() {
      return opened.store
    },
    async reopen() {
      await opened.store.close()
      await opened.lease.release(false)
      opened = await instance.start()
      return opened.store
    },
  }
}

/** Returns the sequence numbers that the database has. */
async function storedSequences(queueManager: string): Promise<number[]> {
  const rows = await query(`SELECT sequence FROM ${storeSchemaName(queueManager)}.message ORDER BY sequence`)
  return rows.map(({ sequence }) => Number(sequence))
}

/** Runs a statement on the server of all tests. */
async function query(text: string): Promise<{ sequence: string }[]> {
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

withServer('a start reads messages back with all their columns, and their bodies when they are needed', async (t) => {
  const { store, reopen } = await openStore(t)
  const messages = [
    message(1, { foreignId: Buffer.alloc(24, 1), correlationId: Buffer.alloc(24, 2), expiresAt: 5000 }),
    message(2, { lane: 3, descriptor: { ...message(2).descriptor, format: 'Grüße', userId: '"' } }),
    message(2 ** 40, { length: 0 }),
    message(2 ** 40 + 1, { bodyFile: 'a.b' }),
  ]
  await store.commit(messages.map((each) => addTo(7, each, each.length === 0 ? '' : `body ${each.sequence}`)))
  await store.commit([{ type: 'setBackoutCount', sequence: 2, backoutCount: 3 }])
  const again = await reopen()
  const counted = messages.map((each) =>
    each.sequence === 2 ? { ...each, descriptor: { ...each.descriptor, backoutCount: 3 } } : each,
  )
  t.deepEqual(
    counted.map(({ sequence }) => again.messages.read(7, sequence)),
    counted.map((each) => ({ message: each, body: undefined })),
  )
  const bodies = await Promise.all(counted.map(({ sequence }) => again.messages.body(sequence)))
  t.deepEqual(bodies.map(String), ['body 1', 'body 2', '', `body ${2 ** 40 + 1}`])
  const lanes = again.messages.takeLaneSnapshots().get(7)
  t.deepEqual(
    [...(lanes ?? [])].map(([number, { sequences }]) => [number, sequences]),
    [
      [0, [1, 2 ** 40, 2 ** 40 + 1]],
      [3, [2]],
    ],
  )
  t.deepEqual([lanes?.get(0)?.foreignIds.length, lanes?.get(0)?.correlationIds.length], [2, 2])
  t.is(again.messages.takeLaneSnapshots().size, 0)
})

withServer('a start reads more messages than one statement returns', async (t) => {
  const { queueManager, store, reopen } = await openStore(t)
  await store.commit([add(1)])
  await query(`INSERT INTO ${storeSchemaName(queueManager)}.message
    SELECT n, 7, 0, NULL, NULL, NULL, 5, NULL, descriptor, NULL, body
    FROM ${storeSchemaName(queueManager)}.message, generate_series(2, 70000) AS n`)
  const again = await reopen()
  const sequences = again.messages.takeLaneSnapshots().get(7)?.get(0)?.sequences
  t.deepEqual(
    sequences,
    Array.from({ length: 70_000 }, (_, index) => index + 1),
  )
  t.deepEqual(again.messages.find(7, 70_000), message(70_000))
})

withServer('a message that the database has lost is damaged, and the others are there', async (t) => {
  const { queueManager, store, reopen } = await openStore(t)
  await store.commit([add(1), add(2)])
  const again = await reopen()
  await query(`DELETE FROM ${storeSchemaName(queueManager)}.message WHERE sequence = 1`)
  await t.throwsAsync(async () => again.messages.body(1), {
    name: 'MessageStoreError',
    message: /does not have message 1; it was lost when a standby of the database took over/,
  })
  t.is(String(await again.messages.body(2)), 'body')
})

withServer('a body that was removed while it was read is gone, and not damaged', async (t) => {
  const { store, reopen } = await openStore(t)
  await store.commit([add(1)])
  const again = await reopen()
  const removing = again.commit([{ type: 'remove', sequence: 1 }])
  const bodies = await Promise.all([again.messages.body(1), again.messages.body(1)])
  await removing
  t.true(bodies.every((body) => body === undefined || String(body) === 'body'))
  t.is(again.messages.body(1), undefined)
})

withServer('an instance that reads a body after a takeover ends', async (t) => {
  const first = await createQueueManager(t, { times: shortTimes })
  const before = await first.start()
  await before.store.commit([add(1)])
  await before.store.close()
  await before.lease.release(false)
  const active = await first.start()
  active.lease.stop() // as in a process that hangs
  const after = await openInstance(t, first.queueManager, 'second').start()
  await after.store.commit([{ type: 'remove', sequence: 1 }])
  await t.throwsAsync(async () => active.store.messages.body(1), { message: /has become active/ })
  t.regex(String(active.lossOf()?.message), /has become active/)
})

withServer('a read of a body waits for a database that starts again', async (t) => {
  const own = await startPostgres()
  t.teardown(own.close)
  const instance = await createQueueManager(t, { port: own.port })
  const { store, lease } = await instance.start()
  await store.commit([add(1)])
  await store.close()
  await lease.release(false)
  const again = await instance.start()
  await own.crash()
  const reading = again.store.messages.body(1)
  await own.start()
  t.is(String(await reading), 'body')
})

withServer('large bodies are read back in parts, and removed', async (t) => {
  const { store } = await (await createQueueManager(t)).start()
  const body = Buffer.alloc(2_500_000, 'large ')
  const name = await store.bodies.write(body)
  t.true(body.equals(await store.bodies.read(name)))
  await store.bodies.remove(name)
  await t.throwsAsync(store.bodies.read(name), { name: 'MessageStoreError' })
})

withServer('a second instance cannot become active while the first one renews its lease', async (t) => {
  const first = await createQueueManager(t)
  const { lease } = await first.start()
  const second = openInstance(t, first.queueManager, 'second')
  t.is(await second.storage.acquire(true), undefined)
  t.like(await second.storage.lease.read(), { isHeld: true, permitsStandby: true })
  await second.storage.lease.record('standby')
  t.deepEqual(
    (await second.storage.lease.list()).map(({ host, mode }) => `${host} ${mode}`),
    ['first active', 'second standby'],
  )
  await lease.release(true)
  t.like(await second.storage.lease.read(), { isHeld: false, isEnded: true })
})

withServer('after a takeover the former active instance can commit nothing', async (t) => {
  const first = await createQueueManager(t, { times: shortTimes })
  const before = await first.start()
  await before.store.commit([add(1)])
  before.lease.stop() // as in a process that hangs
  const after = await openInstance(t, first.queueManager, 'second').start()
  await t.throwsAsync(before.store.commit([add(2)]), { message: /another instance .*has become active/ })
  await t.throwsAsync(before.store.claimBlock(), { name: 'MessageStoreError' })
  t.regex(String(before.lossOf()?.message), /has become active/)

  await after.store.commit([add(after.lease.block * 100)])
  t.is(after.store.messages.find(7, 1)?.sequence, 1)
  t.deepEqual(await storedSequences(first.queueManager), [1, after.lease.block * 100])
})

withServer('an instance that renews its lease too late learns that another one is active', async (t) => {
  const first = await createQueueManager(t)
  const link = await openTcpLink(server.port)
  t.teardown(link.close)
  const far = openInstance(t, first.queueManager, 'far', { port: link.port, times: shortTimes })
  const before = await far.start()
  link.isolate()
  await openInstance(t, first.queueManager, 'second').start()
  link.reconnect()
  t.regex(String((await eventually(async () => before.lossOf()))?.message), /has become active/)
})

withServer('a commit whose answer is lost is stored once', async (t) => {
  const link = await openTcpLink(server.port)
  t.teardown(link.close)
  const instance = await createQueueManager(t, { port: link.port })
  const { store } = await instance.start()
  await store.commit([add(1)])
  link.swallowAnswers()
  const committing = store.commit([add(2)])
  await eventually(async () => (await storedSequences(instance.queueManager)).length === 2 || undefined)
  link.cut()
  await committing
  t.is(store.messages.find(7, 2)?.sequence, 2)
  await store.commit([add(3)])
  t.deepEqual(await storedSequences(instance.queueManager), [1, 2, 3])
})

withServer('commits of several calls whose answers are lost are stored once, in order', async (t) => {
  const link = await openTcpLink(server.port)
  t.teardown(link.close)
  const instance = await createQueueManager(t, { port: link.port })
  const { store } = await instance.start()
  await store.commit([add(1)])
  link.swallowAnswers()
  const committing = [2, 3, 4].map((sequence) => store.commit([add(sequence)]))
  await eventually(async () => (await storedSequences(instance.queueManager)).length === 4 || undefined)
  link.cut()
  await Promise.all(committing)
  t.deepEqual(await storedSequences(instance.queueManager), [1, 2, 3, 4])
})

withServer('a start reads pages of messages by their index, and sorts nothing', async (t) => {
  const { queueManager } = await createQueueManager(t)
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  t.teardown(() => client.end())
  await client.query('SET enable_seqscan = off')
  await client.query('SET enable_bitmapscan = off')
  const { rows } = await client.query(`EXPLAIN ${messagePageQuery(storeSchemaName(queueManager), 5)}`)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  t.regex(plan, /Index Scan using message_pkey/)
  t.notRegex(plan, /Sort/)
})

withServer('tables of an earlier version get what this version needs', async (t) => {
  const instance = await createQueueManager(t)
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  t.teardown(() => client.end())
  const schema = storeSchemaName(instance.queueManager)
  await client.query(`UPDATE ${schema}.version SET version = 1`)
  await client.query(`DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT oid::regprocedure FROM pg_proc WHERE proname = 'commit_2'
      AND pronamespace = '${schema}'::regnamespace LOOP EXECUTE 'DROP FUNCTION ' || name; END LOOP; END $$`)
  const { store } = await openInstance(t, instance.queueManager, 'second').start()
  await store.commit([add(1)])
  t.deepEqual(await storedSequences(instance.queueManager), [1])
})

withServer('commits wait for a database that starts again, and fail when it stays away', async (t) => {
  const own = await startPostgres()
  t.teardown(own.close)
  const instance = await createQueueManager(t, { port: own.port })
  const { store } = await instance.start()
  await own.crash()
  const committing = store.commit([add(1)])
  await own.start()
  await committing
  t.is(store.messages.find(7, 1)?.sequence, 1)

  const impatient = await (await createQueueManager(t, { port: own.port })).start(100)
  await own.crash()
  await t.throwsAsync(impatient.store.commit([add(2)]), { name: 'MessageStoreError', message: /127\.0\.0\.1/ })
  t.truthy(impatient.lossOf())
})

withServer('names what is wrong: an unknown queue manager, one that exists, a URL with a schema', async (t) => {
  const first = await createQueueManager(t)
  await t.throwsAsync(first.storage.create({ created, description: '' }, []), {
    message: /has a queue manager QM\d+ already; addmqinf/,
  })
  const other = openInstance(t, 'NONE', 'first')
  await t.throwsAsync(other.storage.read(), { message: /no queue manager NONE in this database/ })
  const url = `${server.url}?schema=other`
  t.throws(() => new PostgresStorage({ url, queueManager: 'A', instance: { id: 'a', host: 'a' } }), {
    message: /schema cannot be chosen/,
  })
})

withServer('an instance that created a queue manager does not create it again after its removal', async (t) => {
  const link = await openTcpLink(server.port)
  t.teardown(link.close)
  const first = await createQueueManager(t, { port: link.port })
  await openInstance(t, first.queueManager, 'second').storage.drop()
  link.cut()
  const refusal = await eventually(() =>
    first.storage.read().then(
      () => undefined,
      (error: Error) => (error.message.includes('no queue manager') ? error.message : undefined),
    ),
  )
  t.regex(String(refusal), /there is no queue manager QM\d+ in this database/)
})

withServer('a queue manager is removed while no other instance is active', async (t) => {
  const first = await createQueueManager(t)
  const second = openInstance(t, first.queueManager, 'second')
  const { lease, store } = await second.start()
  await t.throwsAsync(first.storage.drop(), { message: /runs on another machine/ })
  await store.close()
  await lease.release(true)
  await first.storage.drop()
  await t.throwsAsync(second.storage.read(), { name: 'MessageStoreError' })
})
