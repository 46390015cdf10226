/** The state store of several machines: a PostgreSQL table. Each process has a connection for writes, one for reads. */
import { randomUUID } from 'node:crypto'
import { migrateSchema } from '../../lib/postgres/migrate-schema.ts'
import type { PostgresStatement } from '../../lib/postgres/postgres-connection.ts'
import { type PostgresLocation, parsePostgresLocation } from '../../lib/postgres/postgres-location.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { openGroupQueue } from '../contract/group-queue.ts'
import {
  renderGuard,
  renderValue,
  requireFiniteExpiry,
  requireFiniteIncrement,
  type StateStore,
} from '../contract/state-store.ts'
import { StateStoreError } from '../contract/state-store-error.ts'
import { openWatchers } from '../contract/watchers.ts'
import { decodeEntry, encodeSaveOptions, encodeText } from './entry-row.ts'
import { stateSchema } from './schema.ts'
import { openDatabaseClock, openStateConnection, toStateStoreError } from './state-connection.ts'
import { connectionSetting, maxSweptEntries, prepareStatements } from './statements.ts'
import { buildGroupWriter, type PostgresOperation } from './write-group.ts'

const maxGroupSize = 256
/** How often the clock is compared, which also finds a connection that died in silence, in milliseconds. */
const measureIntervalMs = 5_000
/** How often watchers look for changes whose notification was lost, in milliseconds. */
const defaultWatchIntervalMs = 2_000
/** How often expired entries are removed, in milliseconds. */
const sweepIntervalMs = 10_000

/** The URL of the database. The other options are for tests. */
export interface PostgresStoreOptions {
  url: string
  /** Replaces the clock of the database. */
  clock?: Clock | undefined
  /** How often watchers look for changes whose notification was lost, in milliseconds. */
  watchIntervalMs?: number
  /** Whether the store is opened without a connection, which its operations then open. */
  mayBeAway?: boolean
}

/** Opens the store; creates or migrates tables. Rejects with a `StateStoreError` that names an unusable database. */
export async function openPostgresStore({
  url,
  clock: givenClock,
  watchIntervalMs = defaultWatchIntervalMs,
  mayBeAway = false,
}: PostgresStoreOptions) {
  const location = parseLocation(url)
  const { schema, name } = location
  const databaseClock = openDatabaseClock()
  /** The time that all nodes share, in milliseconds since the epoch. */
  const clock = givenClock ?? databaseClock.now
  const watchers = openWatchers(watchIntervalMs)
  const reads = openStateConnection({
    location,
    async prepare(client) {
      // Compiling a short query takes longer than running it. The id is part of each cursor.
      await client.query(`SET jit = off; SET ${connectionSetting} = '${randomUUID()}'; LISTEN ${schema}`)
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
    // the next statement reports the error
    setInterval(() => void measure().catch(() => {}), measureIntervalMs).unref(),
    setInterval(() => void sweep().catch(() => {}), sweepIntervalMs).unref(),
  ]
  let closing: Promise<void> | undefined

  try {
    if (!mayBeAway) {
      await writes.query(statements.readTime, [])
      await measure()
    }
  } catch (error) {
    await close()
    throw error
  }

  const store: StateStore = {
    async find(kind, key) {
      const [row] = await read(statements.find, [kind, encodeText(key), clock()])
      return row && decodeEntry(row).entry
    },

    async list(kind) {
      const rows = await read(statements.list, [kind, clock()])
      return rows.map(decodeEntry)
    },

    async listChanges(kind, cursor) {
      if (cursor === undefined) {
        // The cursor is read first, so that a write between both statements is returned again and not left out.
        const [found] = await read(statements.readCursor, [])
        return { entries: await store.list(kind), cursor: String(found?.cursor), isRestart: false }
      }
      const { connection, transaction } = parseCursor(cursor)
      const rows = await read(statements.listChanged, [kind, transaction, clock()])
      const next = String(rows[0]?.cursor)
      if (parseCursor(next).connection !== connection) return { ...(await store.listChanges(kind)), isRestart: true }
      return { entries: rows.filter(({ key }) => key !== null).map(decodeEntry), cursor: next, isRestart: false }
    },

    async save(kind, key, value, options) {
      await write({ verb: 'save', kind, key, value: renderValue(kind, value), ...encodeSaveOptions(options) })
    },

    async create(kind, key, value, options) {
      const row = { kind, key, value: renderValue(kind, value), ...encodeSaveOptions(options) }
      return (await write({ verb: 'create', ...row })) as boolean
    },

    /** A statement of its own: it is rare, and `write_entries_1` is the function of all versions. */
    async replace(kind, key, expected, value, options) {
      if (closing) throw new StateStoreError('closed', `${name}: it is closed`)
      const { expiresAt, family, wakesWatchers } = encodeSaveOptions(options)
      const guard = options?.guard && renderGuard(options.guard)
      const replaced = await writes.query(statements.replace, [
        ...[kind, encodeText(key), renderValue(kind, expected), renderValue(kind, value)],
        ...[expiresAt, family, clock(), wakesWatchers],
        ...[guard?.kind ?? null, guard ? encodeText(guard.key) : null, guard?.expected ?? null, guard?.value ?? null],
      ])
      return replaced.length === 1
    },

    consume: async (kind, key) => (await write({ verb: 'consume', kind, key })) as boolean,

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
      if ((error as StateStoreError).code !== 'failed') throw error
      return reads.query(statement, values)
    }
  }

  function write(operation: Partial<PostgresOperation> & Pick<PostgresOperation, 'verb'>): Promise<unknown> {
    const { key = '', kind = '', value = null, expiresAt = null, family = null, by = null } = operation
    const { verb, wakesWatchers = false } = operation
    return queue.add({ verb, kind, key: encodeText(key), value, expiresAt, family, by, wakesWatchers, now: clock() })
  }

  async function measure(): Promise<void> {
    await databaseClock.measure(async () => {
      const [row] = await reads.query(statements.readTime, [])
      return Number(row?.now_ms)
    })
  }

  async function sweep(): Promise<void> {
    await writes.query(statements.sweepChanges, [clock()])
    const removed = await writes.query(statements.sweep, [clock()])
    if (removed.length === maxSweptEntries) await sweep()
  }
}

/**
 * Splits a cursor. Its transaction number has a meaning only for the connection that returned it: another connection
 * may be to a standby that was promoted without the last transactions, or to an older copy of the database, which
 * counts them again.
 */
function parseCursor(cursor: string): { connection: string; transaction: string } {
  const [connection = '', transaction = '0'] = cursor.split(' ')
  return { connection, transaction }
}

function parseLocation(url: string): PostgresLocation {
  try {
    return parsePostgresLocation(url)
  } catch (error) {
    throw toStateStoreError(error)
  }
}
