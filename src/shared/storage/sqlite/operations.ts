/**
 * The write operations of the store, as messages for the writer thread.
 *
 * Each operation is one changing statement, which SQLite rolls back by itself when it fails. Before it, an operation may
 * record the change or replace its guard: both are harmless when the statement then fails. Results come from the number
 * of changed rows, never from returned rows, because a statement can return a row and still fail to commit.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { parseValue, type renderGuard } from '../contract/state-store.ts'
import { checksummedColumns } from './entry-checksum.ts'

interface At {
  kind: string
  key: string
  /** When the operation was requested, in milliseconds since the epoch. */
  now: number
}

interface Row extends At {
  /** JSON. */
  value: string
  expiresAt: number | null
  family: string | null
  wakesWatchers?: boolean
}

/** The argument and the result of each operation. */
export interface StoreOperations {
  save: (row: Row) => void
  create: (row: Row) => boolean
  /** `expected` and the values of the guard are JSON. */
  replace: (row: Row & { expected: string; guard?: ReturnType<typeof renderGuard> | undefined }) => boolean
  consume: (at: At) => boolean
  remove: (at: At) => void
  removeGroup: (group: { family: string; now: number }) => void
  count: (counter: At & { by: number; expiresAt: number }) => number
}

/** The message of an operation: its name and its argument. */
export type StoreOperation = {
  [verb in keyof StoreOperations]: { verb: verb; argument: Parameters<StoreOperations[verb]>[0] }
}[keyof StoreOperations]

/** The SQL condition of entries that have not expired at `:now`. */
export const liveEntryCondition = '(expires_at IS NULL OR expires_at > :now)'

const insert = `INSERT INTO entry (${checksummedColumns}, checksum) VALUES (:kind, :key, :value, NULL, :expiresAt, :family,
  ${checksumOf('NULL')})`
/** Returns the assignments that replace an entry. `consumedAt` is the SQL of its new `consumed_at`. */
const assignments = (consumedAt: string) => `value = :value, expires_at = :expiresAt, family = :family,
  consumed_at = ${consumedAt}, checksum = ${checksumOf(consumedAt)}`

const byKey = 'kind = :kind AND key = :key'

/** Returns the SQL of the checksum of a whole entry. */
function checksumOf(consumedAt: string): string {
  return `entry_checksum(:kind, :key, :value, ${consumedAt}, :expiresAt, :family)`
}

/** Prepares the statements of all operations on a connection. */
export function prepareOperations(database: DatabaseSync): StoreOperations {
  const recordChange = database.prepare(
    'INSERT OR REPLACE INTO change (kind, key, expires_at) VALUES (:kind, :key, :expiresAt)',
  )
  const save = database.prepare(
    `${insert} ON CONFLICT DO UPDATE SET ${assignments(`CASE WHEN ${liveEntryCondition} THEN consumed_at END`)}`,
  )
  const create = database.prepare(
    `${insert} ON CONFLICT DO UPDATE SET ${assignments('NULL')} WHERE NOT ${liveEntryCondition}`,
  )
  const replace = database.prepare(
    `UPDATE entry SET ${assignments('consumed_at')} WHERE ${byKey} AND value = :expected AND ${liveEntryCondition}`,
  )
  const consume = database.prepare(
    `UPDATE entry SET consumed_at = :now, checksum = entry_checksum(kind, key, value, :now, expires_at, family) WHERE ${byKey} AND consumed_at IS NULL AND ${liveEntryCondition}`,
  )
  const remove = database.prepare(`DELETE FROM entry WHERE ${byKey}`)
  const removeGroup = database.prepare('DELETE FROM entry WHERE family = ?')
  const counter = database.prepare(`SELECT value FROM entry WHERE ${byKey} AND ${liveEntryCondition}`)
  const add = database.prepare(`UPDATE entry SET value = :value,
      checksum = entry_checksum(kind, key, :value, consumed_at, expires_at, family) WHERE ${byKey}`)

  /** Changes an entry, after recording the change: a record without a change only makes readers look again. */
  function change(statement: StatementSync, given: Row & { expected?: string }): boolean {
    const { wakesWatchers = false, ...row } = given
    const { kind, key, expiresAt } = row
    if (wakesWatchers) recordChange.run({ kind, key, expiresAt })
    return statement.run({ ...row }).changes === 1
  }

  return {
    save: (row) => void change(save, row),
    create: (row) => change(create, row),
    replace({ guard, ...row }) {
      const { kind, key, now, expected } = row
      if (!guard) return change(replace, row)
      const isAt = (at: Omit<At, 'now'>, value: string) =>
        (counter.get({ ...at, now }) as Row | undefined)?.value === value
      if (!isAt({ kind: guard.kind, key: guard.key }, guard.expected) || !isAt({ kind, key }, expected)) return false
      add.run({ kind: guard.kind, key: guard.key, value: guard.value }) // also harmless: others only try again
      return change(replace, row)
    },
    consume: (at) => consume.run({ ...at }).changes === 1,
    remove: ({ kind, key }) => void remove.run({ kind, key }),
    removeGroup: ({ family }) => void removeGroup.run(family),

    count({ kind, key, now, by, expiresAt }) {
      const row = counter.get({ kind, key, now }) as { value: string } | undefined
      const before = row ? parseValue(row.value) : 0
      if (typeof before !== 'number') throw new TypeError(`${kind} ${key} is not a counter`)

      const value = JSON.stringify(before + by)
      if (row) add.run({ kind, key, value })
      else save.run({ kind, key, value, expiresAt, family: null, now })
      return before + by
    },
  }
}

/**
 * Returns a function that removes at most `maxEntries` expired entries, and as many records of changes of expired ones.
 * It returns how many entries it removed. `now` is in milliseconds since the epoch.
 */
export function prepareExpirySweep(database: DatabaseSync, maxEntries: number): (now: number) => number {
  const sweep = database.prepare(
    `DELETE FROM entry WHERE (kind, key) IN (SELECT kind, key FROM entry WHERE expires_at <= ? LIMIT ${maxEntries})`,
  )
  const sweepChanges = database.prepare(
    `DELETE FROM change WHERE number IN (SELECT number FROM change WHERE expires_at <= ? LIMIT ${maxEntries})`,
  )
  return (now) => {
    sweepChanges.run(now)
    return Number(sweep.run(now).changes)
  }
}
