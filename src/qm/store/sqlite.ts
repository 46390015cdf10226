/**
 * The store of a queue manager in one SQLite file: write-ahead log, every commit synced.
 *
 * Transactions are explicit, and no statement both changes rows and answers them: `.get()` on a `DELETE … RETURNING`
 * would hide a commit that failed.
 */
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

import { openBodies } from './bodies.ts'
import { guarded } from './faults.ts'
import { applicationId, schema, schemaVersion } from './schema.ts'
import { messageStatements } from './sqlite-messages.ts'
import { objectStatements } from './sqlite-objects.ts'
import { type Change, type Store, StoreFault } from './store.ts'

export interface SqliteOptions {
  /** Milliseconds since the epoch, when the queue manager was created: a file of another one is refused. */
  created: number
  /** The file may grow to this many pages of 4 KiB; without a limit when left out. */
  maxPages?: number
}

/** Makes the file; it must not be there yet. */
export function createSqliteStore(file: string, options: SqliteOptions): Store {
  if (existsSync(file)) throw new StoreFault('failed', `${file}: is there already`)
  return guarded(file, () => {
    const db = connect(file)
    db.exec(`BEGIN IMMEDIATE; ${schema}
      INSERT INTO meta VALUES ('created', ${Math.trunc(options.created)});
      PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}; COMMIT`)
    return storeOver(db, file, options)
  })
}

/** Opens the file of an existing queue manager. Throws a `StoreFault` that names it when it is missing, another's or damaged. */
export function openSqliteStore(file: string, options: SqliteOptions): Store {
  // SQLite would make an empty database of a missing or an emptied file.
  if (!existsSync(file)) throw new StoreFault('damaged', `${file}: the file is missing`)
  if (statSync(file).size === 0) throw new StoreFault('damaged', `${file}: the file is empty`)

  return guarded(file, () => {
    const db = connect(file)
    try {
      checkIdentity(db, file, options.created)
      checkPages(db, file)
      return storeOver(db, file, options)
    } catch (error) {
      db.close()
      throw error
    }
  })
}

function connect(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: 0 })
  try {
    // The lock comes first: then the index of the log lives in memory instead of a shared file.
    db.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
      PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 4000`)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function checkIdentity(db: DatabaseSync, file: string, created: number): void {
  const { application_id } = db.prepare('PRAGMA application_id').get() as { application_id: number }
  if (application_id !== applicationId) {
    throw new StoreFault('damaged', `${file}: not the file of a queue manager`)
  }
  const { user_version } = db.prepare('PRAGMA user_version').get() as { user_version: number }
  if (user_version !== schemaVersion) {
    throw new StoreFault(
      'damaged',
      `${file}: has layout ${user_version}, this version reads ${schemaVersion}`,
    )
  }
  const row = db.prepare("SELECT value FROM meta WHERE key = 'created'").get() as
    | { value: number }
    | undefined
  if (row?.value !== Math.trunc(created)) {
    throw new StoreFault('damaged', `${file}: belongs to another queue manager`)
  }
}

function checkPages(db: DatabaseSync, file: string): void {
  const [first] = db.prepare('PRAGMA quick_check(1)').all() as { quick_check: string }[]
  if (first?.quick_check !== 'ok') throw new StoreFault('damaged', `${file}: ${first?.quick_check}`)
}

function storeOver(db: DatabaseSync, file: string, { maxPages }: SqliteOptions): Store {
  if (maxPages !== undefined) db.exec(`PRAGMA max_page_count = ${maxPages}`)
  const objects = objectStatements(db)
  const messages = messageStatements(db, file)
  const claim = db.prepare("UPDATE meta SET value = value + 1 WHERE key = 'blocks'")
  const blocks = db.prepare("SELECT value FROM meta WHERE key = 'blocks'")
  const begin = db.prepare('BEGIN IMMEDIATE')
  const commit = db.prepare('COMMIT')

  function apply(change: Change): void {
    if (change.type === 'add') messages.add(change.queue, change.message, change.body)
    else if (change.type === 'remove') messages.remove(change.sequence)
    else if (change.type === 'saveObject') objects.save(change.object)
    else objects.remove(change.id)
  }

  function transaction<T>(work: () => T): T {
    return guarded(file, () => {
      begin.run()
      try {
        const result = work()
        commit.run()
        return result
      } catch (error) {
        // A full disk ends the transaction by itself; whatever is left of it must not be there for the next one.
        if (db.isTransaction) db.exec('ROLLBACK')
        throw error
      }
    })
  }

  return {
    messages,
    bodies: openBodies(join(dirname(file), 'bodies'), messages.bodyFiles()),
    objects: () => guarded(file, objects.all),
    commit(changes) {
      transaction(() => {
        for (const change of changes) apply(change)
      })
    },
    claimBlock: () =>
      transaction(() => {
        const { value } = blocks.get() as { value: number }
        claim.run()
        return value
      }),
    close() {
      if (db.isOpen) db.close()
    },
  }
}
