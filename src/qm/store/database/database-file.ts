/** The file of a store: how it is opened, and what must be right about it before anybody uses it. */
import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'

import { findWalDamage } from '../../../lib/files/wal-damage.ts'
import { MessageStoreError } from '../message-store.ts'
import { applicationId, schemaUpgrades, schemaVersion } from './schema.ts'
import { toStoreError } from './store-errors.ts'

/** Bytes that are checked in a fraction of a second; a bigger file is checked on a thread of its own. */
const maxInlineCheckBytes = 32 * 1_048_576

/** SQLite's default. */
const pageBytes = 4096

/** The connection that writes. */
export function openWriterConnection(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: 1000 })
  try {
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY;
      PRAGMA cache_size = -16384; PRAGMA journal_size_limit = 67108864`)
    // Pages after which a commit brings the log into the file itself, when no checkpoint between commits has done so.
    db.exec('PRAGMA wal_autocheckpoint = 4000')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** A connection that reads what has been committed; `connect` has been called before. */
export function openReaderConnection(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 1000 })
  db.exec('PRAGMA temp_store = MEMORY; PRAGMA cache_size = -8192; PRAGMA mmap_size = 1073741824')
  return db
}

/** Bytes of the pages that hold nothing. */
export function countUnusedBytes(db: DatabaseSync): number {
  const { freelist_count: pages } = db.prepare('PRAGMA freelist_count').get() as { freelist_count: number }
  return pages * pageBytes
}

/** Rejects when the file is missing or damaged. A big file is read as a whole; of others the answer is true: they still must be. */
export async function checkDatabaseFile(file: string): Promise<boolean> {
  // SQLite would make an empty database of a missing or an emptied file.
  if (!existsSync(file)) throw new MessageStoreError('damaged', `${file}: the file is missing`)
  const { size } = statSync(file)
  if (size === 0) throw new MessageStoreError('damaged', `${file}: the file is empty`)
  if (size <= maxInlineCheckBytes) return true
  await checkPagesElsewhere(file)
  return false
}

/** Throws when the log is damaged. Must come before every `connect`: SQLite would shorten the log. */
export function checkWriteAheadLog(file: string): void {
  const damage = findWalDamage(file)
  if (damage !== undefined) throw new MessageStoreError('damaged', damage)
}

/** Reads every page. Throws what SQLite says about the first damaged one. */
export function checkPages(db: DatabaseSync, file: string): void {
  const [first] = db.prepare('PRAGMA quick_check(1)').all() as { quick_check: string }[]
  if (first?.quick_check !== 'ok') throw new MessageStoreError('damaged', `${file}: ${first?.quick_check}`)
}

/** Throws unless the file is the one that was made for this queue manager. One of an earlier layout is brought up to date. */
export function checkIdentityAndUpgrade(db: DatabaseSync, file: string, created: number): void {
  const { application_id: application } = db.prepare('PRAGMA application_id').get() as Record<string, number>
  if (application !== applicationId)
    throw new MessageStoreError('damaged', `${file}: not the file of a queue manager`)

  const row = db.prepare("SELECT value FROM meta WHERE key = 'created'").get()
  if (row?.value !== Math.trunc(created)) {
    throw new MessageStoreError('damaged', `${file}: belongs to another queue manager`)
  }
  upgrade(db, file)
}

function upgrade(db: DatabaseSync, file: string): void {
  const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number }
  for (let layout = version; layout !== schemaVersion; layout++) {
    const statements = schemaUpgrades[layout]
    if (!statements) {
      throw new MessageStoreError(
        'damaged',
        `${file}: has layout ${version}, this version reads ${schemaVersion}`,
      )
    }
    db.exec(`BEGIN IMMEDIATE; ${statements} PRAGMA user_version = ${layout + 1}; COMMIT`)
  }
}

/** A big file takes seconds, for which other stores of the process would wait. */
function checkPagesElsewhere(file: string): Promise<void> {
  const worker = new Worker(new URL('./check-worker.ts', import.meta.url), { workerData: file })
  return new Promise((resolve, reject) => {
    worker.once('message', (fault?: string) => {
      if (fault === undefined) resolve()
      else reject(new MessageStoreError('damaged', fault))
    })
    worker.once('error', (error) => reject(toStoreError(file, error)))
  })
}
