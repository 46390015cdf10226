/**
 * The store of a queue manager in one SQLite file: write-ahead log, every commit synced.
 *
 * Transactions are explicit, and no statement both changes rows and answers them: `.get()` on a `DELETE … RETURNING`
 * would hide a commit that failed.
 */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

import { openBodies } from './bodies.ts'
import { guarded } from './faults.ts'
import { applicationId, schema, schemaVersion } from './schema.ts'
import { checkFile, checkIdentity, connect } from './sqlite-file.ts'
import { loadLanes } from './sqlite-lanes.ts'
import { messageStatements } from './sqlite-messages.ts'
import { objectStatements } from './sqlite-objects.ts'
import { parkedStatements } from './sqlite-parked.ts'
import { type Change, type Store, type StoredLanes, StoreFault } from './store.ts'

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
    try {
      db.exec(`BEGIN IMMEDIATE; ${schema}
        INSERT INTO meta VALUES ('created', ${Math.trunc(options.created)});
        PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}; COMMIT`)
      return storeOver(db, file, options, new Map())
    } catch (error) {
      db.close()
      throw error
    }
  })
}

/** Opens the file of an existing queue manager. Throws a `StoreFault` that names it when it is missing, another's or damaged. */
export async function openSqliteStore(file: string, options: SqliteOptions): Promise<Store> {
  await checkFile(file)
  const db = guarded(file, () => connect(file))
  try {
    guarded(file, () => checkIdentity(db, file, options.created))
    const lanes = await loadLanes(db, file)
    return guarded(file, () => storeOver(db, file, options, lanes))
  } catch (error) {
    db.close()
    throw error
  }
}

function storeOver(
  db: DatabaseSync,
  file: string,
  { maxPages }: SqliteOptions,
  lanes: Map<number, StoredLanes>,
): Store {
  if (maxPages !== undefined) db.exec(`PRAGMA max_page_count = ${maxPages}`)
  const objects = objectStatements(db, file)
  const messages = messageStatements(db, file, lanes)
  const parked = parkedStatements(db, file)
  const claim = db.prepare("UPDATE meta SET value = value + 1 WHERE key = 'blocks'")
  const blocks = db.prepare("SELECT value FROM meta WHERE key = 'blocks'")
  const failure = db.prepare("UPDATE meta SET value = value + 1 WHERE key = 'failures'")
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
      let committing = false
      begin.run()
      try {
        const result = work()
        committing = true
        commit.run()
        return result
      } catch (error) {
        // A full disk ends the transaction by itself; whatever is left of it must not be there for the next one.
        if (db.isTransaction) db.exec('ROLLBACK')
        if (committing) overwrite()
        throw error
      }
    })
  }

  /**
   * A commit whose sync failed may stand in the log as a whole, and a crash would bring it back. The next one is written
   * over it, so there is a next one at once.
   */
  function overwrite(): void {
    try {
      begin.run()
      failure.run()
      commit.run()
    } catch {
      if (db.isTransaction) db.exec('ROLLBACK')
    }
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
    park(messages) {
      transaction(() => parked.add(messages))
    },
    unpark: () => transaction(parked.take),
    close() {
      if (db.isOpen) db.close()
    },
  }
}
