/** A store on the thread that writes: opened with every check, written to, and checkpointed between two commits. */
import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'

import { guarded } from './faults.ts'
import type { WholeRow } from './message-row.ts'
import type { PackedChanges } from './packed-changes.ts'
import { withReserve } from './reserve.ts'
import { checkpoint, openRoom } from './room.ts'
import { applicationId, schema, schemaVersion } from './schema.ts'
import { checkIdentity, checkLog, checkPages, connect } from './sqlite-file.ts'
import { StoreFault } from './store.ts'
import { openTransactions, type Transactions } from './transactions.ts'

export interface OpenOptions {
  readonly file: string
  /** Milliseconds since the epoch, when the queue manager was created: a file of another one is refused. */
  readonly created: number
  /** The file may grow to this many pages of 4 KiB; without a limit when left out. */
  readonly maxPages?: number
  /** A file that holds space for urgent changes; none when left out. */
  readonly reserve?: string
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

export interface WrittenStore extends Omit<Transactions, 'commit'>, Opened {
  /** `urgent` changes make room on a full disk: they use the reserve, and the log is brought into the file before. */
  commit(changes: PackedChanges & { readonly urgent: boolean }): void
  /** Brings the log into the file when it has grown, and makes the reserve. Never throws. Call it when no caller waits. */
  tend(): void
  close(): void
}

/** Throws a `StoreFault` that names the file when it is damaged or belongs to another queue manager. */
export function openWrittenStore(options: OpenOptions): WrittenStore {
  const { file, isNew, reserve } = options
  if (isNew && existsSync(file)) throw new StoreFault('failed', `${file}: the file exists already`)
  if (options.checks) guarded(file, () => checkLog(file))
  return withReserve(reserve, () => guarded(file, () => open(options)))
}

function open({ file, created, maxPages, isNew, checks, reserve }: OpenOptions): WrittenStore {
  const db = connect(file)
  try {
    if (isNew) create(db, created)
    else if (checks) checkPages(db, file)
    if (!isNew) checkIdentity(db, file, created)
    if (maxPages !== undefined) db.exec(`PRAGMA max_page_count = ${maxPages}`)
    const transactions = openTransactions(db, file)
    const room = openRoom(db, reserve)
    const opened = room.made(() => ({ block: transactions.claimBlock(), parked: transactions.unpark() }))
    let commits = 0
    return {
      ...transactions,
      ...opened,
      commit(changes) {
        if (changes.urgent) return room.made(() => transactions.commit(changes))
        room.check(changes.messages.bytes.byteLength)
        transactions.commit(changes)
      },
      tend() {
        const isDue = commits++ % commitsPerCheckpoint === 0
        if (isDue) checkpoint(db, 'PASSIVE')
        room.restore(isDue)
      },
      close() {
        db.close()
        room.restore(true)
      },
    }
  } catch (error) {
    db.close()
    throw error
  }
}

function create(db: DatabaseSync, created: number): void {
  db.exec(`BEGIN IMMEDIATE; ${schema}
    INSERT INTO meta VALUES ('created', ${Math.trunc(created)});
    PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}; COMMIT`)
}

/** Commits between two checkpoints: most write two to five pages of 4 KiB. */
const commitsPerCheckpoint = 200
