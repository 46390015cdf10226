/**
 * The state store of several machines: one table in PostgreSQL. Every process has two connections: one for writes,
 * which commit in groups, and one for reads and notifications.
 */

import { migrateSchema } from '../../lib/postgres/migrate-schema.ts'
import type { PostgresStatement } from '../../lib/postgres/postgres-connection.ts'
import { type PostgresLocation, parsePostgresLocation } from '../../lib/postgres/postgres-location.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { openGroupQueue } from '../contract/group-queue.ts'
import type { SaveOptions, StateEntry, StateStore } from '../contract/state-store.ts'
import { StateStoreError } from '../contract/state-store-error.ts'
import { parseValue, renderValue, requireFiniteExpiry, requireFiniteIncrement } from '../contract/value.ts'
import { openWatchers } from '../contract/watchers.ts'
import { openDatabaseClock } from './database-clock.ts'
import { stateSchema } from './schema.ts'
import { openStateConnection, toStateStoreError } from './state-connection.ts'
import { buildGroupWriter, type PostgresOperation } from './write-group.ts'

const maxGroupSize = 256
/** How often the clock is compared, which also finds a connection that died in silence, in milliseconds. */
const measureIntervalMs = 5_000
/** How often watchers look for changes whose notification was lost, in milliseconds. */
const watchIntervalMs = 2_000
/** How often expired entries are removed, and how many at once. */
const sweepIntervalMs = 10_000
const maxSweptEntries = 1_000

/** A store and the clock of its database. */
export interface OpenedPostgresStore {
  store: StateStore
  /** The time that all nodes share, in milliseconds since the epoch. */
  clock: Clock
}

/** The URL of the database. `clock` replaces the clock of the database, for tests. */
export interface PostgresStoreOptions {
  url: string
  clock?: Clock | undefined
}

/**
 * Opens the store, and creates or migrates its tables. Rejects with a `StateStoreError` that names the database when
 * the URL is wrong, or the database cannot be reached or refuses the connection.
 */
export async function openPostgresStore({
  url,
  clock: givenClock,
}: PostgresStoreOptions): Promise<OpenedPostgresStore> {
  const location = parseLocation(url)
  const { schema, name } = location
  const databaseClock = openDatabaseClock()
  const clock = givenClock ?? databaseClock.now
  const watchers = openWatchers(watchIntervalMs)
  const reads = openStateConnection({
    location,
    async prepare(client) {
      await client.query(`LISTEN ${schema}`)
      watchers.wakeAll() // notifications of the time without a connection are lost
    },
    onNotification: watchers.wake,
  })
  const writes = openStateConnection({
    location,
    prepare: (client) => migrateSchema(client, location, stateSchema(schema)),
  })
  const queue = openGroupQueue({ name, maxGroupSize, commit: buildGroupWriter(writes, schema) })
  const statements = prepareStatements(schema)
  const timers = [
    setInterval(() => void measure().catch(() => {}), measureIntervalMs).unref(), // the next statement reports the error
    setInterval(() => void sweep().catch(() => {}), sweepIntervalMs).unref(),
  ]
  let closing: Promise<void> | undefined

  try {
    await writes.query(statements.readTime, [])
    await measure()
  } catch (error) {
    await close()
    throw error
  }

  const store: StateStore = {
    async find(kind, key) {
      const [row] = await read(statements.find, [kind, encodeText(key), clock()])
      return row && entryOf(row)
    },

    async list(kind) {
      const rows = await read(statements.list, [kind, clock()])
      return rows.map((row) => ({ key: decodeText(String(row.key)), entry: entryOf(row) }))
    },

    async save(kind, key, value, options) {
      await write({ verb: 'save', kind, key, value: renderValue(kind, value), ...fields(options) })
    },

    async create(kind, key, value, options) {
      const row = { kind, key, value: renderValue(kind, value), ...fields(options) }
      return (await write({ verb: 'create', ...row })) as boolean
    },

    /** A statement of its own: it is rare, and `write_entries_1` is the function of all versions. */
    async replace(kind, key, expected, value, options) {
      if (closing) throw new StateStoreError('closed', `${name}: it is closed`)
      const { expiresAt, family, wakesWatchers } = fields(options)
      const replaced = await writes.query(statements.replace, [
        ...[kind, encodeText(key), renderValue(kind, expected), renderValue(kind, value)],
        ...[expiresAt, family, clock(), wakesWatchers],
      ])
      return replaced.length === 1
    },

    async consume(kind, key) {
      return (await write({ verb: 'consume', kind, key })) as boolean
    },

    async remove(kind, key) {
      await write({ verb: 'remove', kind, key })
    },

    async removeGroup(family) {
      await write({ verb: 'removeGroup', family: encodeText(family) })
    },

    async count(kind, key, by, expiresAt) {
      const step = { by: requireFiniteIncrement(by), expiresAt: requireFiniteExpiry(expiresAt) }
      return (await write({ verb: 'count', kind, key, ...step })) as number
    },

    watch: watchers.add,

    close() {
      closing ??= close()
      return closing
    },
  }
  return { store, clock }

  async function close(): Promise<void> {
    for (const timer of timers) clearInterval(timer)
    watchers.close()
    await queue.close()
    await Promise.all([reads.close(), writes.close()])
  }

  /** Runs a read, and a second time on a new connection when the first one ended before the answer. */
  async function read(statement: PostgresStatement, values: readonly unknown[]) {
    if (closing) throw new StateStoreError('closed', `${name}: it is closed`)
    try {
      return await reads.query(statement, values)
    } catch (error) {
      if (!(error instanceof StateStoreError) || error.code !== 'failed' || closing) throw error
      return reads.query(statement, values)
    }
  }

  function write(operation: Partial<PostgresOperation> & Pick<PostgresOperation, 'verb'>): Promise<unknown> {
    const { key = '', kind = '', value = null, expiresAt = null, family = null, by = null } = operation
    const { verb, wakesWatchers = false } = operation
    return queue.add({
      ...{ verb, kind, key: encodeText(key), value, expiresAt, family, by, wakesWatchers },
      now: clock(),
    })
  }

  async function measure(): Promise<void> {
    await databaseClock.measure(async () => {
      const [row] = await reads.query(statements.readTime, [])
      return Number(row?.now_ms)
    })
  }

  async function sweep(): Promise<void> {
    const removed = await writes.query(statements.sweep, [clock()])
    if (removed.length === maxSweptEntries && !closing) await sweep()
  }
}

function parseLocation(url: string): PostgresLocation {
  try {
    return parsePostgresLocation(url)
  } catch (error) {
    throw toStateStoreError(error)
  }
}

function prepareStatements(
  schema: string,
): Record<'find' | 'list' | 'replace' | 'readTime' | 'sweep', PostgresStatement> {
  const columns = 'key, value, consumed_at, expires_at'
  const live = (now: string) => `(expires_at IS NULL OR expires_at > ${now})`
  const table = `${schema}.entry`
  return {
    find: {
      name: 'find',
      text: `SELECT ${columns} FROM ${table} WHERE kind = $1 AND key = $2 AND ${live('$3')}`,
    },
    list: {
      name: 'list',
      text: `SELECT ${columns} FROM ${table} WHERE kind = $1 AND ${live('$2')} ORDER BY key`,
    },
    // `consumed_at` stays. The notification is sent when the transaction commits.
    replace: {
      name: 'replace',
      text: `WITH changed AS (
          UPDATE ${table} SET value = $4, expires_at = $5, family = $6
          WHERE kind = $1 AND key = $2 AND value = $3 AND ${live('$7')} RETURNING kind
        ) SELECT CASE WHEN $8::boolean THEN pg_notify('${schema}', kind) END AS notified FROM changed`,
    },
    readTime: { name: 'read-time', text: 'SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now_ms' },
    // Rows that another node removes at the same time are skipped.
    sweep: {
      name: 'sweep',
      text: `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE expires_at <= $1
        LIMIT ${maxSweptEntries} FOR UPDATE SKIP LOCKED)) RETURNING 1`,
    },
  }
}

function fields({ expiresAt, group, wakesWatchers = false }: SaveOptions = {}) {
  return {
    expiresAt: requireFiniteExpiry(expiresAt) ?? null,
    family: group === undefined ? null : encodeText(group),
    wakesWatchers,
  }
}

function entryOf(row: Record<string, unknown>): StateEntry {
  return {
    value: parseValue(String(row.value)),
    consumedAt: (row.consumed_at as number | null) ?? undefined,
    expiresAt: (row.expires_at as number | null) ?? undefined,
  }
}

/** Escapes U+0000, which PostgreSQL does not store in texts. */
function encodeText(text: string): string {
  return /[\0\\]/.test(text) ? text.replaceAll('\\', '\\\\').replaceAll('\0', '\\0') : text
}

function decodeText(text: string): string {
  return text.includes('\\') ? text.replace(/\\(.)/g, (_, each) => (each === '0' ? '\0' : each)) : text
}
