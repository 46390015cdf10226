/** A queue manager in PostgreSQL, as one of its instances uses it: creation, the lease, the message store, removal. */
import type pg from 'pg'
import { migrateSchema, type SchemaMigration } from '../../../../shared/lib/postgres/migrate-schema.ts'
import { openPostgresConnection, type PostgresConnection } from '../../../../shared/lib/postgres/postgres-connection.ts'
import { PostgresError } from '../../../../shared/lib/postgres/postgres-error.ts'
import { type PostgresLocation, parsePostgresLocation } from '../../../../shared/lib/postgres/postgres-location.ts'
import type { StoredIdentity } from '../../../manager/installation/queue-manager-storage.ts'
import { type MessageStore, MessageStoreError, type StoreChange } from '../../../manager/store/message-store.ts'
import { buildChangeValues, commitStatement } from './commit-values.ts'
import { defaultLeaseTimes, HeldLease, type InstanceIdentity, LeaseTable, type LeaseTimes } from './lease.ts'
import { openPostgresMessageStore, type PostgresStoreOptions } from './postgres-store.ts'
import { throwAsStoreError, toPostgresStoreError } from './postgres-store-error.ts'
import { storeSchema, storeSchemaName } from './store-schema.ts'

/** Where the queue manager is, and which instance uses it. */
export interface PostgresStorageOptions {
  /** `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, with the parameters of `SLUICE_STORE` except `schema`. */
  readonly url: string
  readonly queueManager: string
  readonly instance: InstanceIdentity
  readonly times?: LeaseTimes
}

/** The storage in a database; it connects when it is first used. All methods reject with a `MessageStoreError` that names it. */
export class PostgresStorage {
  /** The location without the password. */
  readonly name: string
  /** The lease of the queue manager and its instances. */
  readonly lease: LeaseTable
  readonly #queueManager: string
  readonly #location: PostgresLocation
  readonly #migration: SchemaMigration
  readonly #connection: PostgresConnection
  readonly #times: LeaseTimes
  #isCreating = false

  /** Throws a `MessageStoreError` when the URL is wrong. */
  constructor({ url, queueManager, instance, times = defaultLeaseTimes }: PostgresStorageOptions) {
    const location = parseLocation(url, queueManager)
    this.name = location.name
    this.#queueManager = queueManager
    this.#location = location
    this.#times = times
    this.#migration = storeSchema(location.schema)
    this.#connection = openPostgresConnection({ location, prepare: (client) => this.#prepare(client) })
    this.lease = new LeaseTable(this.#connection, location.schema, instance, times)
  }

  /** Creates the tables with the first objects. Rejects when the database has a queue manager of this name. */
  async create({ description, created }: StoredIdentity, objects: readonly StoreChange[]): Promise<void> {
    const { schema } = this.#location
    this.#isCreating = true
    try {
      const text = `INSERT INTO ${schema}.owner (queue_manager, description, created) VALUES ($1, $2, $3)
        ON CONFLICT DO NOTHING RETURNING 1`
      const added = await this.#query('create', text, [this.#queueManager, description, created])
      const hint = 'addmqinf makes it known on this machine'
      if (added.length === 0) throw this.#fault(`it has a queue manager ${this.#queueManager} already; ${hint}`)
    } finally {
      this.#isCreating = false
    }
    try {
      await this.#saveObjects(objects)
    } catch (error) {
      await this.#query('undo-create', `DROP SCHEMA ${schema} CASCADE`).catch(() => {})
      throw error
    }
  }

  /** Returns what `create` stored. Rejects when the database has no queue manager of this name. */
  async read(): Promise<StoredIdentity> {
    const { schema } = this.#location
    const text = `SELECT description, created, EXISTS (SELECT FROM ${schema}.object) AS is_complete FROM ${schema}.owner`
    const [row] = await this.#query('read-owner', text)
    if (row?.is_complete !== true) throw this.#fault(`another machine creates ${this.#queueManager} now; try again`)
    return { description: String(row?.description), created: Number(row?.created) }
  }

  /** Makes this instance the active one; undefined while another one is. The lease is renewed until it is released. */
  async acquire(permitsStandby: boolean): Promise<HeldLease | undefined> {
    await this.#requireKnownVersion() // a standby may have connected before a newer version changed the tables
    const requestedAt = performance.now()
    const terms = await this.lease.acquire(permitsStandby)
    return terms && new HeldLease(this.lease, terms, this.#times, requestedAt)
  }

  /** Opens the message store. `copyFolder` is replaced. */
  open(options: Omit<PostgresStoreOptions, 'location'>): Promise<MessageStore> {
    return openPostgresMessageStore({ location: this.#location, ...options })
  }

  /** Removes the queue manager from the database. Rejects while an instance is active. */
  async drop(): Promise<void> {
    const held = await this.lease.acquire(false)
    if (!held) throw this.#fault(`${this.#queueManager} runs on another machine`)
    await this.#query('drop', `DROP SCHEMA ${this.#location.schema} CASCADE`)
  }

  close(): Promise<void> {
    return this.#connection.close()
  }

  async #prepare(client: pg.Client): Promise<void> {
    const { schema, name } = this.#location
    const { rows } = await client.query('SELECT to_regclass($1) AS found', [`${schema}.owner`])
    if (rows[0].found !== null || this.#isCreating) return migrateSchema(client, this.#location, this.#migration)
    throw new PostgresError('refused', `${name}: there is no queue manager ${this.#queueManager} in this database`)
  }

  async #saveObjects(changes: readonly StoreChange[]): Promise<void> {
    const terms = await this.lease.acquire(false)
    if (!terms) throw this.#fault('another instance became active')
    const { fence, lastCommit } = terms
    const contents = buildChangeValues({ blocks: 0, changes })
    const statement = commitStatement(this.#location.schema)
    const query = this.#connection.query(statement, [fence, lastCommit + 1, lastCommit, ...contents])
    await query.catch(throwAsStoreError)
    await this.lease.release(fence, true)
  }

  async #requireKnownVersion(): Promise<void> {
    const { version } = this.#migration
    const [row] = await this.#query('read-version', `SELECT version FROM ${this.#location.schema}.version`)
    const found = Number(row?.version)
    if (found <= version) return
    const text = `a newer version of Sluice wrote it (schema ${found}, this version supports up to ${version}); upgrade this machine`
    throw this.#fault(text)
  }

  #query(name: string, text: string, values: readonly unknown[] = []) {
    return this.#connection.query({ name, text }, values).catch(throwAsStoreError)
  }

  #fault(text: string): MessageStoreError {
    return new MessageStoreError('failed', `${this.name}: ${text}`)
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
