/** The embedded store: one SQLite file per installation. Reads run at once, writes on a writer thread. */
import type { StatementSync } from 'node:sqlite'
import type { Clock } from '../../lib/time/clock.ts'
import {
  type KeyedEntry,
  parseValue,
  renderGuard,
  renderValue,
  requireFiniteExpiry,
  requireFiniteIncrement,
  type SaveOptions,
  type StateEntry,
  type StateStore,
} from '../contract/state-store.ts'
import { restoreStoreError, StateStoreError, serializeStoreError } from '../contract/state-store-error.ts'
import { openWatchers } from '../contract/watchers.ts'
import { damagedEntryError, openStateDatabase } from './database.ts'
import { checksummedColumns, computeEntryChecksum } from './entry-checksum.ts'
import { liveEntryCondition } from './operations.ts'
import { openWriteQueue } from './write-queue.ts'

/** How often watchers look for changes of other processes, in milliseconds. */
const watchIntervalMs = 250

interface Row {
  kind: string
  key: string
  value: string
  consumed_at: number | null
  expires_at: number | null
  family: string | null
  checksum: number | null
}

/** Opens a state file, and creates it and its folder if necessary. Rejects with a `StateStoreError` that names it. */
export async function openSqliteStore({ file, clock }: { file: string; clock: Clock }): Promise<StateStore> {
  const database = await openStateDatabase(file)
  const { write, close } = openWriteQueue(file)
  const watchers = openWatchers(watchIntervalMs)
  const columns = `${checksummedColumns}, checksum`
  const find = database.prepare(
    `SELECT ${columns} FROM entry WHERE kind = :kind AND key = :key AND ${liveEntryCondition}`,
  )
  const list = database.prepare(
    `SELECT ${columns} FROM entry WHERE kind = :kind AND ${liveEntryCondition} ORDER BY key`,
  )

  // `+kind` makes SQLite read the numbers after the cursor, instead of all changes of the kind.
  const listChanged = database.prepare(
    `SELECT ${columns} FROM entry
    WHERE (kind, key) IN (SELECT kind, key FROM change WHERE number > :after AND +kind = :kind)
      AND ${liveEntryCondition}`,
  )
  const readChangeNumber = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'change'")

  return {
    async find(kind, key) {
      const row = read(() => find.get({ kind, key, now: clock() })) as Row | undefined
      return row && checked(row)
    },

    list: async (kind) => readEntries(list, { kind }),

    /** The last number is read first, so that a write between both statements is returned again and not left out. */
    async listChanges(kind, cursor) {
      const last = read(() => readChangeNumber.get()) as { seq: number } | undefined
      const entries =
        cursor === undefined ? readEntries(list, { kind }) : readEntries(listChanged, { kind, after: Number(cursor) })
      return { entries, cursor: String(last?.seq ?? 0), isRestart: false }
    },

    async save(kind, key, value, options) {
      await write('save', { kind, key, value: renderValue(kind, value), ...fields(options), now: clock() })
    },

    async create(kind, key, value, options) {
      return write('create', { kind, key, value: renderValue(kind, value), ...fields(options), now: clock() })
    },

    async replace(kind, key, expected, value, options) {
      const texts = { expected: renderValue(kind, expected), value: renderValue(kind, value) }
      const guard = options?.guard && renderGuard(options.guard)
      return write('replace', { kind, key, ...texts, ...fields(options), guard, now: clock() })
    },

    consume: (kind, key) => write('consume', { kind, key, now: clock() }),

    remove: (kind, key) => write('remove', { kind, key, now: clock() }),

    removeGroup: (family) => write('removeGroup', { family, now: clock() }),

    async count(kind, key, by, expiresAt) {
      const step = { by: requireFiniteIncrement(by), expiresAt: requireFiniteExpiry(expiresAt) }
      return write('count', { kind, key, ...step, now: clock() })
    },

    watch: watchers.add,

    async close() {
      watchers.close()
      await close()
      if (database.isOpen) database.close()
    },
  }

  function readEntries(statement: StatementSync, values: Record<string, string | number>): KeyedEntry[] {
    const rows = read(() => statement.all({ ...values, now: clock() })) as unknown as Row[]
    return rows.map((row) => ({ key: row.key, entry: checked(row) }))
  }

  function checked(row: Row): StateEntry {
    const { kind, key, value, consumed_at, expires_at, family, checksum } = row
    const isSound =
      checksum === null || checksum === computeEntryChecksum(kind, key, value, consumed_at, expires_at, family)
    if (!isSound) throw damagedEntryError(file, row)
    return entryOf(row)
  }

  function read<T>(work: () => T): T {
    if (!database.isOpen) throw new StateStoreError('closed', `state file ${file}: it is closed`)
    try {
      return work()
    } catch (cause) {
      throw restoreStoreError(serializeStoreError(cause, file), { cause })
    }
  }
}

function fields(options: SaveOptions = {}) {
  const { expiresAt, group, wakesWatchers } = options
  return {
    expiresAt: requireFiniteExpiry(expiresAt) ?? null,
    family: group ?? null,
    wakesWatchers: wakesWatchers === true,
  }
}

function entryOf({ value, consumed_at, expires_at }: Row): StateEntry {
  return { value: parseValue(value), consumedAt: consumed_at ?? undefined, expiresAt: expires_at ?? undefined }
}
