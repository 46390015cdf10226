/** A store on the thread that writes: opened with every check, written to, and checkpointed between two commits. */
import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import {
  checkIdentityAndUpgrade,
  checkPages,
  checkWriteAheadLog,
  openWriterConnection,
} from '../database/database-file.ts'
import type { MessageRowWithBody } from '../database/message-row.ts'
import { applicationId, createTablesSql, schemaVersion } from '../database/schema.ts'
import { runWithStoreErrors } from '../database/store-errors.ts'
import { MessageStoreError } from '../message-store.ts'
import { openFullDiskHandler, tryCheckpoint } from './full-disk-handler.ts'
import { runWithReserve } from './reserve.ts'
import type { SerializedChanges } from './serialized-changes.ts'
import { openStoreTransactions, type StoreTransactions } from './transactions.ts'

export interface WriterStoreOptions {
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
export interface OpenedStoreState {
  /** The number of the first block of sequence numbers. */
  readonly block: number
  /** The parked messages, which are deleted in the file. */
  readonly parked: readonly MessageRowWithBody[]
}

export interface WriterThreadStore extends Omit<StoreTransactions, 'commit'>, OpenedStoreState {
  /** `urgent` changes make room on a full disk: they use the reserve, and the log is brought into the file before. */
  commit(changes: SerializedChanges & { readonly urgent: boolean }): void
  /** Brings the log into the file when it has grown, and makes the reserve. Never throws. Call it when no caller waits. */
  maintain(): void
  close(): void
}

/** Throws a `StoreFault` that names the file when it is damaged or belongs to another queue manager. */
export function openWriterThreadStore(options: WriterStoreOptions): WriterThreadStore {
  const { file, isNew, reserve } = options
  if (isNew && existsSync(file)) throw new MessageStoreError('failed', `${file}: the file exists already`)
  if (options.checks) runWithStoreErrors(file, () => checkWriteAheadLog(file))
  return runWithReserve(reserve, () => runWithStoreErrors(file, () => open(options)))
}

function open({ file, created, maxPages, isNew, checks, reserve }: WriterStoreOptions): WriterThreadStore {
  const db = openWriterConnection(file)
  try {
    if (isNew) create(db, created)
    else if (checks) checkPages(db, file)
    if (!isNew) checkIdentityAndUpgrade(db, file, created)
    if (maxPages !== undefined) db.exec(`PRAGMA max_page_count = ${maxPages}`)
    const transactions = openStoreTransactions(db, file)
    const room = openFullDiskHandler(db, reserve)
    const opened = room.runUrgent(() => ({
      block: transactions.claimBlock(),
      parked: transactions.takePreserved(),
    }))
    let commits = 0
    return {
      ...transactions,
      ...opened,
      commit(changes) {
        if (changes.urgent) return room.runUrgent(() => transactions.commit(changes))
        room.checkPut(changes.messages.bytes.byteLength)
        transactions.commit(changes)
      },
      maintain() {
        const isDue = commits++ % commitsPerCheckpoint === 0
        if (isDue) tryCheckpoint(db, 'PASSIVE')
        room.restoreReserve(isDue)
      },
      close() {
        db.close()
        room.restoreReserve(true)
      },
    }
  } catch (error) {
    db.close()
    throw error
  }
}

function create(db: DatabaseSync, created: number): void {
  db.exec(`BEGIN IMMEDIATE; ${createTablesSql}
    INSERT INTO meta VALUES ('created', ${Math.trunc(created)});
    PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion}; COMMIT`)
}

/** Commits between two checkpoints: most write two to five pages of 4 KiB. */
const commitsPerCheckpoint = 200
