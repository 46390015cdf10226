/** A store on the thread that writes: opened with every check, written to, and checkpointed between two commits. */
import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'

import { guarded } from './faults.ts'
import type { WholeRow } from './message-row.ts'
import { applicationId, schema, schemaVersion } from './schema.ts'
import { checkIdentity, checkPages, connect } from './sqlite-file.ts'
import { StoreFault } from './store.ts'
import { openTransactions, type Transactions } from './transactions.ts'

export interface OpenOptions {
  readonly file: string
  /** Milliseconds since the epoch, when the queue manager was created: a file of another one is refused. */
  readonly created: number
  /** The file may grow to this many pages of 4 KiB; without a limit when left out. */
  readonly maxPages?: number
  /** Makes the file, which must not exist. */
  readonly isNew: boolean
  /** Reads every page first. */
  readonly checks: boolean
}

/** What a store claims when it is opened. */
export interface Opened {
  /** The number of the first block of sequence numbers. */
  readonly block: number
  /** The parked messages, which are deleted in the file. */
  readonly parked: readonly WholeRow[]
}

export interface WrittenStore extends Transactions, Opened {
  /** Brings the log into the file when it has grown. Never throws. Call it when no caller waits for a commit. */
  checkpoint(): void
  close(): void
}

/** Throws a `StoreFault` that names the file when it is damaged or belongs to another queue manager. */
export function openWrittenStore(options: OpenOptions): WrittenStore {
  const { file, created, maxPages, isNew, checks } = options
  if (isNew && existsSync(file)) throw new StoreFault('failed', `${file}: the file exists already`)
  return guarded(file, () => {
    const db = connect(file)
    try {
      if (isNew) create(db, created)
      else if (checks) checkPages(db, file)
      if (!isNew) checkIdentity(db, file, created)
      if (maxPages !== undefined) db.exec(`PRAGMA max_page_count = ${maxPages}`)
      const transactions = openTransactions(db, file)
      const opened: Opened = { block: transactions.claimBlock(), parked: transactions.unpark() }
      return { ...transactions, ...opened, ...upkeep(db) }
    } catch (error) {
      db.close()
      throw error
    }
  })
}

function create(db: DatabaseSync, created: number): void {
  db.exec(`BEGIN IMMEDIATE; ${schema}
    INSERT INTO meta VALUES ('created', ${Math.trunc(created)});
    PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}; COMMIT`)
}

/** Commits between two checkpoints: most write two to five pages of 4 KiB. */
const commitsPerCheckpoint = 200

function upkeep(db: DatabaseSync): Pick<WrittenStore, 'checkpoint' | 'close'> {
  const passive = db.prepare('PRAGMA wal_checkpoint(PASSIVE)')
  let commits = 0
  return {
    checkpoint() {
      if (++commits < commitsPerCheckpoint) return
      commits = 0
      try {
        passive.get()
      } catch {
        // What is committed stays in the log, and the next checkpoint tries again.
      }
    },
    close: () => db.close(),
  }
}
