/** A store on the writer thread: checks and opens the file, writes, and runs checkpoints between commits. */
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
  /** The creation time of the queue manager in milliseconds since the epoch. A file with another time is rejected. */
  readonly created: number
  /** The maximum size of the file in pages of 4 KiB; unlimited when undefined. */
  readonly maxPages?: number
  /** The path of the reserve file; none when undefined. */
  readonly reserve?: string
  /** Whether the file is a copy that is made again at every start: commits are not synced, and nothing is checked. */
  readonly isCopy?: boolean
  /** Whether to create the file, which must not exist. */
  readonly isNew?: boolean
  /** Whether to check the log and every page of an existing file first. */
  readonly checks?: boolean
}

/** The data that opening a store returns. */
export interface OpenedStoreState {
  /** The number of the claimed block of sequence numbers. */
  readonly block: number
  /** The preserved messages, which are already deleted in the file. */
  readonly parked: readonly MessageRowWithBody[]
}

export interface WriterThreadStore extends Omit<StoreTransactions, 'commit'>, OpenedStoreState {
  /** Commits the changes. On a full disk, `urgent` changes use the reserve after a checkpoint. */
  commit(changes: SerializedChanges & { readonly urgent: boolean }): void
  /** Runs a checkpoint when it is due and restores the reserve. Never throws. Must be called while no caller waits. */
  maintain(): void
  close(): void
}

/** Opens the store. Throws a `MessageStoreError` that names the file when it is damaged or of another queue manager. */
export function openWriterThreadStore(options: WriterStoreOptions): WriterThreadStore {
  const { file, isNew, reserve } = options
  if (isNew && existsSync(file)) throw new MessageStoreError('failed', `${file}: the file exists already`)
  if (options.checks) runWithStoreErrors(file, () => checkWriteAheadLog(file))
  return runWithReserve(reserve, () => runWithStoreErrors(file, () => open(options)))
}

function open({ file, created, maxPages = 0, isNew, checks, reserve, isCopy }: WriterStoreOptions): WriterThreadStore {
  const db = openWriterConnection(file)
  try {
    if (isCopy) db.exec('PRAGMA synchronous = OFF')
    if (isNew) create(db, created)
    else if (checks) checkPages(db, file)
    checkIdentityAndUpgrade(db, file, created)
    db.exec(`PRAGMA max_page_count = ${maxPages}`) // 0 leaves the maximum of SQLite
    const transactions = openStoreTransactions(db, file)
    const room = openFullDiskHandler(db, reserve)
    const opened = room.runUrgent(() => ({ block: transactions.claimBlock(), parked: transactions.takePreserved() }))
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

/** The number of commits between two checkpoints. Most commits write two to five pages of 4 KiB. */
const commitsPerCheckpoint = 200
