/**
 * Every way in which entries change, as values that can be sent to the thread that writes.
 *
 * Each is one changing statement, which SQLite undoes by itself when it fails. The verdict is the number of rows
 * that it changed, never a row that it returned: a returned row says nothing about the commit.
 */
import type { DatabaseSync } from 'node:sqlite'

import { checksummedColumns } from './entry-checksum.ts'
import { parseValue } from './value.ts'

interface At {
  kind: string
  key: string
  /** Milliseconds since the epoch, when it was asked for. */
  now: number
}

interface Row extends At {
  /** JSON. */
  value: string
  expiresAt: number | null
  family: string | null
}

/** What each operation is told, and what it answers. */
export interface StoreOperations {
  save: (row: Row) => void
  create: (row: Row) => boolean
  consume: (at: At) => boolean
  remove: (at: At) => void
  removeGroup: (group: { family: string; now: number }) => void
  count: (counter: At & { by: number; expiresAt: number }) => number
}

/** An operation on its way: its name and what it is told. */
export type StoreOperation = {
  [verb in keyof StoreOperations]: { verb: verb; told: Parameters<StoreOperations[verb]>[0] }
}[keyof StoreOperations]

/** The entries that are there at a moment. */
export const liveEntryCondition = '(expires_at IS NULL OR expires_at > :now)'

const insert = `INSERT INTO entry (${checksummedColumns}, checksum) VALUES (:kind, :key, :value, NULL, :expiresAt, :family,
  ${checksumOf('NULL')})`
/** Replaces an entry; `consumedAt` is the SQL of its new `consumed_at`. */
const replace = (consumedAt: string) => `value = :value, expires_at = :expiresAt, family = :family,
  consumed_at = ${consumedAt}, checksum = ${checksumOf(consumedAt)}`

const here = 'kind = :kind AND key = :key'

/** The SQL of a whole entry's checksum. */
function checksumOf(consumedAt: string): string {
  return `entry_checksum(:kind, :key, :value, ${consumedAt}, :expiresAt, :family)`
}

/** Prepares every operation on a connection. */
export function prepareOperations(database: DatabaseSync): StoreOperations {
  const save = database.prepare(
    `${insert} ON CONFLICT DO UPDATE SET ${replace(`CASE WHEN ${liveEntryCondition} THEN consumed_at END`)}`,
  )
  const create = database.prepare(
    `${insert} ON CONFLICT DO UPDATE SET ${replace('NULL')} WHERE NOT ${liveEntryCondition}`,
  )
  const consume = database.prepare(
    `UPDATE entry SET consumed_at = :now, checksum = entry_checksum(kind, key, value, :now, expires_at, family) WHERE ${here} AND consumed_at IS NULL AND ${liveEntryCondition}`,
  )
  const remove = database.prepare(`DELETE FROM entry WHERE ${here}`)
  const removeGroup = database.prepare('DELETE FROM entry WHERE family = ?')
  const counter = database.prepare(`SELECT value FROM entry WHERE ${here} AND ${liveEntryCondition}`)
  const add = database.prepare(`UPDATE entry SET value = :value,
      checksum = entry_checksum(kind, key, :value, consumed_at, expires_at, family) WHERE ${here}`)

  return {
    save: (row) => void save.run({ ...row }),
    create: (row) => create.run({ ...row }).changes === 1,
    consume: (at) => consume.run({ ...at }).changes === 1,
    remove: ({ kind, key }) => void remove.run({ kind, key }),
    removeGroup: ({ family }) => void removeGroup.run(family),

    count({ kind, key, now, by, expiresAt }) {
      const row = counter.get({ kind, key, now }) as { value: string } | undefined
      const before = row ? parseValue(row.value) : 0
      if (typeof before !== 'number') throw new TypeError(`${kind} ${key} is no counter`)

      const value = JSON.stringify(before + by)
      if (row) add.run({ kind, key, value })
      else save.run({ kind, key, value, expiresAt, family: null, now })
      return before + by
    },
  }
}

/** Removes entries that have expired, at most this many; how many it were. */
export function prepareExpirySweep(database: DatabaseSync, most: number): (now: number) => number {
  const sweep = database.prepare(
    `DELETE FROM entry WHERE (kind, key) IN (SELECT kind, key FROM entry WHERE expires_at <= ? LIMIT ${most})`,
  )
  return (now) => Number(sweep.run(now).changes)
}
