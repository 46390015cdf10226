/**
 * The embedded store: one SQLite file, shared by all processes of an installation.
 */
import type { Clock } from '../lib/clock.ts'
import { openDatabase } from './database.ts'
import { groupCommit } from './group-commit.ts'
import type { Entry, SaveOptions, Store, Value } from './store.ts'
import { StoreError, storeError } from './store-error.ts'
import { checkedExpiry, parseValue, renderValue } from './value.ts'

/** Live at a moment: every statement that looks at entries says so with these words. */
const live = '(expires_at IS NULL OR expires_at > :now)'
const columns = 'kind, key, value, consumed_at, expires_at, family'

const sql = {
  find: `SELECT value, consumed_at, expires_at FROM entry WHERE kind = :kind AND key = :key AND ${live}`,
  list: `SELECT key, value, consumed_at, expires_at FROM entry WHERE kind = :kind AND ${live} ORDER BY key`,
  save: `INSERT INTO entry (${columns}) VALUES (:kind, :key, :value, NULL, :expiresAt, :family)
    ON CONFLICT DO UPDATE SET value = :value, expires_at = :expiresAt, family = :family,
      consumed_at = CASE WHEN ${live} THEN consumed_at END`,
  create: `INSERT INTO entry (${columns}) VALUES (:kind, :key, :value, NULL, :expiresAt, :family)
    ON CONFLICT DO UPDATE SET value = :value, expires_at = :expiresAt, family = :family, consumed_at = NULL
      WHERE NOT ${live}`,
  consume: `UPDATE entry SET consumed_at = :now WHERE kind = :kind AND key = :key AND consumed_at IS NULL AND ${live}`,
  add: 'UPDATE entry SET value = :value WHERE kind = :kind AND key = :key',
  remove: 'DELETE FROM entry WHERE kind = :kind AND key = :key',
  removeGroup: 'DELETE FROM entry WHERE family = :family',
  sweep: `DELETE FROM entry WHERE (kind, key) IN
    (SELECT kind, key FROM entry WHERE expires_at <= :now LIMIT 256)`,
}

/** Expired entries go along with ordinary writes, a few at a time; a store that is not written to does not grow. */
const sweepEvery = 10_000 // milliseconds

interface Row {
  key: string
  value: string
  consumed_at: number | null
  expires_at: number | null
}

/** Opens a state file, making it and its folder if need be. Rejects with a `StoreError` that names the file. */
export async function openSqliteStore({ file, clock }: { file: string; clock: Clock }): Promise<Store> {
  const database = await openDatabase(file)
  const group = groupCommit(database, file)
  const find = database.prepare(sql.find)
  const list = database.prepare(sql.list)
  const save = database.prepare(sql.save)
  const create = database.prepare(sql.create)
  const consume = database.prepare(sql.consume)
  const add = database.prepare(sql.add)
  const remove = database.prepare(sql.remove)
  const removeGroup = database.prepare(sql.removeGroup)
  const sweep = database.prepare(sql.sweep)
  let sweptAt = clock()

  /** The verdict of a write is the number of rows it changed, never a row that it returned. */
  function write<T>(work: () => T): Promise<T> {
    const written = group.write(work)
    const now = clock()
    if (now - sweptAt < sweepEvery) return written
    sweptAt = now
    group.write(sweepSome).catch(() => {}) // a full disk: the write beside it tells
    return written
  }

  function sweepSome() {
    const { changes } = sweep.run({ now: clock() })
    if (changes === 256) sweptAt = Number.NEGATIVE_INFINITY // there may be more: go on with the next write
  }

  function read<T>(work: () => T): Promise<T> {
    if (!database.isOpen)
      return Promise.reject(new StoreError('closed', `state file ${file}: it has been closed`))
    try {
      return Promise.resolve(work())
    } catch (cause) {
      return Promise.reject(storeError(cause, file))
    }
  }

  return {
    find(kind, key) {
      return read(() => entryOf(find.get({ kind, key, now: clock() }) as Row | undefined))
    },

    list(kind) {
      return read(() => {
        const rows = list.all({ kind, now: clock() }) as unknown as Row[]
        return rows.map((row) => ({ key: row.key, entry: entryOf(row) as Entry }))
      })
    },

    async save(kind, key, value, options) {
      const row = { kind, key, value: renderValue(kind, value), ...fields(options) }
      await write(() => save.run({ ...row, now: clock() }))
    },

    async create(kind, key, value, options) {
      const row = { kind, key, value: renderValue(kind, value), ...fields(options) }
      return write(() => create.run({ ...row, now: clock() }).changes === 1)
    },

    consume(kind, key) {
      return write(() => consume.run({ kind, key, now: clock() }).changes === 1)
    },

    async remove(kind, key) {
      await write(() => remove.run({ kind, key }))
    },

    async removeGroup(family) {
      await write(() => removeGroup.run({ family }))
    },

    async count(kind, key, by, expiresAt) {
      const first = fields({ expiresAt })
      return write(() => {
        const now = clock()
        const row = find.get({ kind, key, now }) as Row | undefined
        const sum = counterOf(kind, key, row?.value ?? '0') + by
        const value = renderValue(kind, sum)
        if (row) add.run({ kind, key, value })
        else save.run({ kind, key, value, ...first, now })
        return sum
      })
    },

    async close() {
      await group.close()
      if (database.isOpen) database.close()
    },
  }
}

function fields(options: SaveOptions = {}) {
  return { expiresAt: checkedExpiry(options.expiresAt) ?? null, family: options.group ?? null }
}

function entryOf(row: Row | undefined): Entry | undefined {
  if (!row) return undefined
  return {
    value: parseValue(row.value),
    consumedAt: row.consumed_at ?? undefined,
    expiresAt: row.expires_at ?? undefined,
  }
}

function counterOf(kind: string, key: string, text: string): number {
  const value: Value = parseValue(text)
  if (typeof value !== 'number') throw new TypeError(`${kind} ${key} is no counter`)
  return value
}
