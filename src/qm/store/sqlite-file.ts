/** The file of a store: how it is opened, and what must be right about it before anybody uses it. */
import { existsSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'

import { guarded, storeFault } from './faults.ts'
import { applicationId, schemaVersion, upgrades } from './schema.ts'
import { StoreFault } from './store.ts'

/** Bytes that are checked in a fraction of a second; a bigger file is checked where it holds nobody up. */
const quick = 32 * 1_048_576

export function connect(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: 0 })
  try {
    // The lock comes first: then the index of the log lives in memory instead of a shared file.
    db.exec(`PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
      PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16384; PRAGMA journal_size_limit = 67108864`)
    // Pages after which the log is carried over. Everybody waits for that, for longer the more they are.
    db.exec('PRAGMA wal_autocheckpoint = 500')
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Rejects when the file is missing or damaged; every page of it is read. */
export async function checkFile(file: string): Promise<void> {
  // SQLite would make an empty database of a missing or an emptied file.
  if (!existsSync(file)) throw new StoreFault('damaged', `${file}: the file is missing`)
  const { size } = statSync(file)
  if (size === 0) throw new StoreFault('damaged', `${file}: the file is empty`)

  const complaint = size > quick ? await checkPagesElsewhere(file) : guarded(file, () => checkPages(file))
  if (complaint) throw new StoreFault('damaged', `${file}: ${complaint}`)
}

/** What SQLite has to say against the file; undefined when it is sound. */
export function checkPages(file: string): string | undefined {
  const db = connect(file)
  try {
    const [first] = db.prepare('PRAGMA quick_check(1)').all() as { quick_check: string }[]
    return first?.quick_check === 'ok' ? undefined : first?.quick_check
  } finally {
    db.close()
  }
}

/** Throws unless the file is the one that was made for this queue manager. One of an earlier layout is brought up to date. */
export function checkIdentity(db: DatabaseSync, file: string, created: number): void {
  const { application_id: application } = db.prepare('PRAGMA application_id').get() as Record<string, number>
  if (application !== applicationId)
    throw new StoreFault('damaged', `${file}: not the file of a queue manager`)

  const row = db.prepare("SELECT value FROM meta WHERE key = 'created'").get()
  if (row?.value !== Math.trunc(created)) {
    throw new StoreFault('damaged', `${file}: belongs to another queue manager`)
  }
  upgrade(db, file)
}

function upgrade(db: DatabaseSync, file: string): void {
  const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number }
  for (let layout = version; layout !== schemaVersion; layout++) {
    const statements = upgrades[layout]
    if (!statements) {
      throw new StoreFault('damaged', `${file}: has layout ${version}, this version reads ${schemaVersion}`)
    }
    db.exec(`BEGIN IMMEDIATE; ${statements} PRAGMA user_version = ${layout + 1}; COMMIT`)
  }
}

function checkPagesElsewhere(file: string): Promise<string | undefined> {
  const worker = new Worker(new URL('./check-worker.ts', import.meta.url), { workerData: file })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', (error) => reject(storeFault(file, error)))
  })
}
