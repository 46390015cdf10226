/** Handles a full disk: frees space for urgent changes and rejects puts that would use it. */
import type { DatabaseSync } from 'node:sqlite'
import { countUnusedBytes } from '../database/database-file.ts'
import { MessageStoreError } from '../message-store.ts'
import { establishReserve, releaseReserve, requiredUnusedBytes } from './reserve.ts'

export function openFullDiskHandler(db: DatabaseSync, reserve: string | undefined) {
  let isReleased = false
  return {
    /** Runs the work. On a full disk, releases the reserve, empties the log and runs the work again. */
    runUrgent<T>(work: () => T): T {
      try {
        return work()
      } catch (error) {
        if ((error as MessageStoreError).kind !== 'full') throw error
        isReleased = reserve !== undefined
        if (reserve !== undefined) releaseReserve(reserve)
        // The log keeps its size and is overwritten from the beginning.
        tryCheckpoint(db, 'RESTART')
        return work()
      }
    },
    /** Throws a `MessageStoreError` when the reserve is released and a put needs more than the unused pages. */
    checkPut(putBytes: number): void {
      if (!isReleased || countUnusedBytes(db) >= requiredUnusedBytes(putBytes)) return
      throw new MessageStoreError('full', 'what is left of the disk is kept for taking messages')
    },
    /** Creates the reserve again if it was released or `always` is true. Never throws. */
    restoreReserve(always: boolean): void {
      if (reserve !== undefined && (always || isReleased)) isReleased = !establishReserve(reserve)
    },
  }
}

/** Runs a checkpoint. Never throws: committed data stays in the log, and the next checkpoint tries again. */
export function tryCheckpoint(db: DatabaseSync, mode: 'PASSIVE' | 'RESTART'): void {
  try {
    db.exec(`PRAGMA wal_checkpoint(${mode})`)
  } catch {
    return
  }
}
