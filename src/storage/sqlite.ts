/**
 * The embedded store: one SQLite file, shared by all processes of an installation. Reads are answered at once from
 * this thread's connection, writes go to a thread of their own.
 */
import type { Clock } from '../lib/time/clock.ts'
import { damagedEntry, openDatabase } from './database.ts'
import { checkedColumns, entryChecksum } from './entry-checksum.ts'
import type { Entry, SaveOptions, Store } from './store.ts'
import { describeFailure, errorOf, StoreError } from './store-error.ts'
import { checkedExpiry, checkedStep, parseValue, renderValue } from './value.ts'
import { openWriter } from './writer.ts'
import { live } from './writes.ts'

interface Row {
  kind: string
  key: string
  value: string
  consumed_at: number | null
  expires_at: number | null
  family: string | null
  checksum: number | null
}

/** Opens a state file, making it and its folder if need be. Rejects with a `StoreError` that names the file. */
export async function openSqliteStore({ file, clock }: { file: string; clock: Clock }): Promise<Store> {
  const database = await openDatabase(file)
  const { write, close } = openWriter(file)
  const columns = `${checkedColumns}, checksum`
  const find = database.prepare(`SELECT ${columns} FROM entry WHERE kind = :kind AND key = :key AND ${live}`)
  const list = database.prepare(`SELECT ${columns} FROM entry WHERE kind = :kind AND ${live} ORDER BY key`)

  return {
    async find(kind, key) {
      const row = read(() => find.get({ kind, key, now: clock() })) as Row | undefined
      return row && checked(row)
    },

    async list(kind) {
      const rows = read(() => list.all({ kind, now: clock() })) as unknown as Row[]
      return rows.map((row) => ({ key: row.key, entry: checked(row) }))
    },

    async save(kind, key, value, options) {
      await write('save', { kind, key, value: renderValue(kind, value), ...fields(options), now: clock() })
    },

    async create(kind, key, value, options) {
      return write('create', { kind, key, value: renderValue(kind, value), ...fields(options), now: clock() })
    },

    consume(kind, key) {
      return write('consume', { kind, key, now: clock() })
    },

    remove(kind, key) {
      return write('remove', { kind, key, now: clock() })
    },

    removeGroup(family) {
      return write('removeGroup', { family, now: clock() })
    },

    async count(kind, key, by, expiresAt) {
      const step = { by: checkedStep(by), expiresAt: checkedExpiry(expiresAt) as number }
      return write('count', { kind, key, ...step, now: clock() })
    },

    async close() {
      await close()
      if (database.isOpen) database.close()
    },
  }

  function checked(row: Row): Entry {
    const { kind, key, value, consumed_at, expires_at, family, checksum } = row
    const isSound =
      checksum === null || checksum === entryChecksum(kind, key, value, consumed_at, expires_at, family)
    if (!isSound) throw damagedEntry(file, row)
    return entryOf(row)
  }

  function read<T>(work: () => T): T {
    if (!database.isOpen) throw new StoreError('closed', `state file ${file}: it has been closed`)
    try {
      return work()
    } catch (cause) {
      throw errorOf(describeFailure(cause, file), { cause })
    }
  }
}

function fields(options: SaveOptions = {}) {
  return { expiresAt: checkedExpiry(options.expiresAt) ?? null, family: options.group ?? null }
}

function entryOf({ value, consumed_at, expires_at }: Row): Entry {
  return {
    value: parseValue(value),
    consumedAt: consumed_at ?? undefined,
    expiresAt: expires_at ?? undefined,
  }
}
