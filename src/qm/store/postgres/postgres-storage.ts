/** A queue manager in PostgreSQL, as one of its instances uses it: creation, the lease, the message store, removal. */

import { migrateSchema } from '../../../lib/postgres/migrate-schema.ts'
import { openPostgresConnection, type PostgresConnection } from '../../../lib/postgres/postgres-connection.ts'
import { PostgresError } from '../../../lib/postgres/postgres-error.ts'
import { type PostgresLocation, parsePostgresLocation } from '../../../lib/postgres/postgres-location.ts'
import type { ActiveInstanceInfo, QueueManagerInstance } from '../../types/instances.ts'
import { type MessageStore, MessageStoreError, type StoreChange } from '../message-store.ts'
import { buildChangeValues, commitStatement } from './commit-values.ts'
import {
  defaultLeaseTimes,
  type HeldLease,
  type InstanceIdentity,
  keepLease,
  type LeaseState,
  type LeaseTimes,
  openLeaseTable,
} from './lease.ts'
import { openPostgresMessageStore } from './postgres-store.ts'
import { toPostgresStoreError } from './postgres-store-error.ts'
import { storeSchema, storeSchemaName } from './store-schema.ts'

/** Where the queue manager is, and which instance uses it. */
export interface PostgresStorageOptions {
  /** `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, with the parameters of `SLUICE_STORE` except `schema`. */
  readonly url: string
  readonly queueManager: string
  readonly instance: InstanceIdentity
  readonly times?: LeaseTimes
}

/** What the database knows of the queue manager itself. */
export interface StoredIdentity {
  readonly description: string
  /** Milliseconds since the epoch. */
  readonly created: number
}

/** All methods reject with a `MessageStoreError` that names the database. */
export interface PostgresStorage {
  /** The location without the password. */
  readonly name: string
  /** Creates the tables with the first objects. Rejects when the database has a queue manager of this name. */
  create(identity: StoredIdentity, objects: readonly StoreChange[]): Promise<void>
  /** Returns what `create` stored. Rejects when the database has no queue manager of this name. */
  read(): Promise<StoredIdentity>
  /** Makes this instance the active one; undefined while another one is. The lease is renewed until it is released. */
  acquire(permitsStandby: boolean): Promise<HeldLease | undefined>
  readLease(): Promise<LeaseState>
  /** Records that this instance waits. */
  recordStandby(): Promise<void>
  /** Removes the record that this instance waits. */
  forgetStandby(): Promise<void>
  /** Returns the instances that were seen lately. */
  listInstances(): Promise<QueueManagerInstance[]>
  /** Returns the active instance; undefined when there is none. */
  findActive(): Promise<ActiveInstanceInfo | undefined>
  /** Opens the message store. `copyFolder` is replaced. */
  open(options: {
    lease: HeldLease
    copyFolder: string
    created: number
    maxOutageMs?: number
    onLost?(error: MessageStoreError): void
  }): Promise<MessageStore>
  /** Removes the queue manager from the database. Rejects while an instance is active. */
  drop(): Promise<void>
  close(): Promise<void>
}

/** Returns the storage; it connects when it is first used. Throws a `MessageStoreError` when the URL is wrong. */
export function openPostgresStorage(options: PostgresStorageOptions): PostgresStorage {
  const { url, queueManager, instance, times = defaultLeaseTimes } = options
  const location = parseLocation(url, queueManager)
  const { schema, name } = location
  const migration = storeSchema(schema)
  let isCreating = false
  const connection = openPostgresConnection({
    location,
    async prepare(client) {
      const { rows } = await client.query('SELECT to_regclass($1) AS found', [`${schema}.owner`])
      if (rows[0].found !== null || isCreating) return migrateSchema(client, location, migration)
      throw new PostgresError('refused', `${name}: there is no queue manager ${queueManager} in this database`)
    },
  })
  const lease = openLeaseTable(connection, schema, instance, times)

  return {
    name,
    create: (identity, objects) => run(() => create(identity, objects)),
    read: () =>
      run(async () => {
        const text = `SELECT description, created, EXISTS (SELECT FROM ${schema}.object) AS is_complete FROM ${schema}.owner`
        const [row] = await query('read-owner', text)
        if (row?.is_complete !== true)
          throw new MessageStoreError('failed', `${name}: another machine creates ${queueManager} now; try again`)
        return { description: String(row?.description), created: Number(row?.created) }
      }),
    acquire: (permitsStandby) =>
      run(async () => {
        await requireKnownVersion() // a standby may have connected before a newer version changed the tables
        const requestedAt = performance.now()
        const terms = await lease.acquire(permitsStandby)
        return terms && keepLease(lease, terms, times, requestedAt)
      }),
    readLease: () => run(lease.read),
    recordStandby: () => run(() => lease.record('standby')),
    forgetStandby: () => run(lease.forget),
    listInstances: () => run(lease.list),
    findActive: () => run(lease.findActive),
    open: (given) => openPostgresMessageStore({ location, ...given }),
    drop: () =>
      run(async () => {
        // mutant constant: the row of the lease is dropped with the schema
        const held = await lease.acquire(false)
        if (!held) throw new MessageStoreError('failed', `${name}: ${queueManager} runs on another machine`)
        await query('drop', `DROP SCHEMA ${schema} CASCADE`)
      }),
    close: connection.close,
  }

  async function create({ description, created }: StoredIdentity, objects: readonly StoreChange[]): Promise<void> {
    isCreating = true
    try {
      const text = `INSERT INTO ${schema}.owner (queue_manager, description, created) VALUES ($1, $2, $3)
        ON CONFLICT DO NOTHING RETURNING 1`
      const added = await query('create', text, [queueManager, description, created])
      if (added.length === 0) {
        const hint = 'addmqinf makes it known on this machine'
        throw new MessageStoreError('failed', `${name}: it has a queue manager ${queueManager} already; ${hint}`)
      }
    } finally {
      isCreating = false
    }
    try {
      await saveObjects(connection, objects)
    } catch (error) {
      await query('undo-create', `DROP SCHEMA ${schema} CASCADE`).catch(() => {})
      throw error
    }
  }

  async function saveObjects(own: PostgresConnection, changes: readonly StoreChange[]): Promise<void> {
    const terms = await lease.acquire(false)
    if (!terms) throw new MessageStoreError('failed', `${name}: another instance became active`)
    const { fence, lastCommit } = terms
    const contents = buildChangeValues({ blocks: 0, changes })
    await own.query(commitStatement(schema), [fence, lastCommit + 1, lastCommit, ...contents])
    await lease.release(fence, true)
  }

  async function requireKnownVersion(): Promise<void> {
    const [row] = await query('read-version', `SELECT version FROM ${schema}.version`)
    const found = Number(row?.version)
    if (found <= migration.version) return
    const text = `a newer version of Sluice wrote it (schema ${found}, this version supports up to ${migration.version}); upgrade this machine`
    throw new MessageStoreError('failed', `${name}: ${text}`)
  }

  function query(statement: string, text: string, values: readonly unknown[] = []) {
    return connection.query({ name: statement, text }, values)
  }
}

function parseLocation(url: string, queueManager: string): PostgresLocation {
  try {
    const location = parsePostgresLocation(url)
    if (/[?&]schema=/.test(url))
      throw new PostgresError('refused', `${location.name}: schema cannot be chosen; each queue manager has its own`)
    return { ...location, schema: storeSchemaName(queueManager) }
  } catch (error) {
    throw toPostgresStoreError(error)
  }
}

async function run<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toPostgresStoreError(error)
  }
}
