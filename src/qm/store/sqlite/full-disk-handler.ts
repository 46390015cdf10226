/** What a store does about a full disk: it makes room for urgent changes, and keeps puts away from that room. */
import type { DatabaseSync } from 'node:sqlite'
import { countUnusedBytes } from '../database/database-file.ts'
import { MessageStoreError } from '../message-store.ts'
import { establishReserve, releaseReserve, requiredUnusedBytes } from './reserve.ts'

export interface FullDiskHandler {
  /** Does the work, and once more with the reserve released and the log emptied when the disk was full. */
  runUrgent<T>(work: () => T): T
  /** While the reserve is released, refuses a put that would need more than the unused pages of the file. */
  checkPut(putBytes: number): void
  /** Makes the reserve again, if it was released or `always`. Never throws. */
  restoreReserve(always: boolean): void
}

export function openFullDiskHandler(db: DatabaseSync, reserve: string | undefined): FullDiskHandler {
  let isReleased = false
  return {
    runUrgent(work) {
      try {
        return work()
      } catch (error) {
        if ((error as MessageStoreError).kind !== 'full') throw error
        isReleased = reserve !== undefined
        if (reserve !== undefined) releaseReserve(reserve)
        // The log keeps its size and is written from its beginning again.
        tryCheckpoint(db, 'RESTART')
        return work()
      }
    },
    checkPut(putBytes) {
      if (!isReleased || countUnusedBytes(db) >= requiredUnusedBytes(putBytes)) return
      throw new MessageStoreError('full', 'what is left of the disk is kept for taking messages')
    },
    restoreReserve(always) {
      if (reserve !== undefined && (always || isReleased)) isReleased = !establishReserve(reserve)
    },
  }
}

/** Brings the log into the file. Never throws: what is committed stays in the log, and the next checkpoint tries again. */
export function tryCheckpoint(db: DatabaseSync, mode: 'PASSIVE' | 'RESTART'): void {
  try {
    db.exec(`PRAGMA wal_checkpoint(${mode})`)
  } catch {
    return
  }
}
