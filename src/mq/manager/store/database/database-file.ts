/** Opens the database file of a store and checks it before use. */
import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { findFailure } from '../../../../shared/lib/collections/attempt.ts'
import { ensurePrivateFile } from '../../../../shared/lib/files/private-file.ts'
import { findWalDamage } from '../../../../shared/lib/files/wal-damage.ts'
import { findModule } from '../../../../shared/lib/package/source-files.ts'
import { MessageStoreError } from '../message-store.ts'
import { applicationId, schemaUpgrades, schemaVersion } from './schema.ts'
import { runWithStoreErrors, toStoreError } from './store-errors.ts'

/** The maximum size in bytes of a file that this thread checks, in part of a second. Workers check larger ones. */
const maxInlineCheckBytes = 32 * 1_048_576

/** How long a statement waits for the lock of another connection. */
const busyTimeoutMs = 1000

/** The default page size of SQLite in bytes. */
const pageBytes = 4096

/** Opens the writing connection. */
export function openWriterConnection(file: string): DatabaseSync {
  try {
    ensurePrivateFile(file) // it has messages
  } catch {
    // SQLite reports the same fault below, with its own code
  }
  // `wal_autocheckpoint` is the number of pages after which a commit runs a checkpoint, when no checkpoint between
  // commits has done so.
  const pragmas = `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY;
    PRAGMA cache_size = -16384; PRAGMA journal_size_limit = 67108864; PRAGMA wal_autocheckpoint = 4000`
  return openConnection(new DatabaseSync(file, { timeout: busyTimeoutMs }), pragmas)
}

/** Opens a connection that reads committed data. `openWriterConnection` must have been called before. */
export function openReaderConnection(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs })
  return openConnection(database, 'PRAGMA temp_store = MEMORY; PRAGMA cache_size = -8192')
}

function openConnection(db: DatabaseSync, settings: string): DatabaseSync {
  try {
    db.exec(settings)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Returns the size of the unused pages in bytes. */
export function countUnusedBytes(db: DatabaseSync): number {
  const { freelist_count: pages } = db.prepare('PRAGMA freelist_count').get() as { freelist_count: number }
  return pages * pageBytes
}

/** Resolves with true when the caller must check the pages. Rejects with `MessageStoreError`: missing or damaged. */
export async function checkDatabaseFile(file: string): Promise<boolean> {
  // SQLite would create an empty database for a missing or empty file.
  if (!existsSync(file)) throw new MessageStoreError('damaged', `${file}: the file is missing`)
  const { size } = statSync(file)
  if (size === 0) throw new MessageStoreError('damaged', `${file}: the file is empty`)
  if (size <= maxInlineCheckBytes) return true
  await checkPagesElsewhere(file)
  return false
}

/** Throws when the write-ahead log is damaged. Call it before a connection is opened: SQLite truncates the log. */
export function checkWriteAheadLog(file: string): void {
  const damage = findWalDamage(file)
  if (damage !== undefined) throw new MessageStoreError('damaged', damage)
}

/** Reads every page. Throws a `MessageStoreError` with SQLite's description of the first damaged page. */
export function checkPages(db: DatabaseSync, file: string): void {
  const [first] = db.prepare('PRAGMA quick_check(1)').all() as { quick_check: string }[]
  if (first?.quick_check !== 'ok') throw new MessageStoreError('damaged', `${file}: ${first?.quick_check}`)
}

/** Throws unless the file belongs to this queue manager. Upgrades a file of an earlier layout. */
export function checkIdentityAndUpgrade(db: DatabaseSync, file: string, created: number): void {
  const { application_id: application } = db.prepare('PRAGMA application_id').get() as Record<string, number>
  if (application !== applicationId) throw new MessageStoreError('damaged', `${file}: not the file of a queue manager`)

  const row = db.prepare("SELECT value FROM meta WHERE key = 'created'").get()
  if (row?.value !== Math.trunc(created))
    throw new MessageStoreError('damaged', `${file}: belongs to another queue manager`)
  upgrade(db, file)
}

function upgrade(db: DatabaseSync, file: string): void {
  const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number }
  if (version > schemaVersion)
    throw new MessageStoreError(
      'failed',
      `${file}: a newer version of Sluice wrote it (layout ${version}, this version reads up to ${schemaVersion}); start it with that version`,
    )
  for (let layout = version; layout !== schemaVersion; layout++) {
    const statements = schemaUpgrades[layout]
    if (!statements) throw new MessageStoreError('damaged', `${file}: has the unknown layout ${version}`)
    db.exec(`BEGIN IMMEDIATE; ${statements} PRAGMA user_version = ${layout + 1}; COMMIT`)
  }
}

/** The check of a large file takes seconds, which would block other stores of the process. */
function checkPagesElsewhere(file: string): Promise<void> {
  const worker = new Worker(findModule('mq/manager/store/database/check-worker'), { workerData: file })
  return new Promise((resolve, reject) => {
    worker.once('message', (fault?: string) => {
      if (fault === undefined) resolve()
      else reject(new MessageStoreError('damaged', fault))
    })
    worker.once('error', (error) => reject(toStoreError(file, error)))
  })
}

/** Returns what is wrong with the file, which no connection may have open; undefined when it is undamaged. */
export function findDatabaseFault(file: string): string | undefined {
  const check = () => {
    checkWriteAheadLog(file)
    using db = openWriterConnection(file)
    checkPages(db, file)
  }
  return findFailure(() => runWithStoreErrors(file, check))
}
