/** What a store does about a full disk: it makes room for urgent changes, and keeps puts away from that room. */
import type { DatabaseSync } from 'node:sqlite'

import { establishReserve, neededBytes, releaseReserve } from './reserve.ts'
import { unusedBytesIn } from './sqlite-file.ts'
import { StoreFault } from './store.ts'

export interface Room {
  /** Does the work, and once more with the reserve released and the log emptied when the disk was full. */
  made<T>(work: () => T): T
  /** While the reserve is released, refuses a put that would need more than the unused pages of the file. */
  check(putBytes: number): void
  /** Makes the reserve again, if it was released or `always`. Never throws. */
  restore(always: boolean): void
}

export function openRoom(db: DatabaseSync, reserve: string | undefined): Room {
  let isReleased = false
  return {
    made(work) {
      try {
        return work()
      } catch (error) {
        if ((error as StoreFault).kind !== 'full') throw error
        isReleased = reserve !== undefined
        if (reserve !== undefined) releaseReserve(reserve)
        // The log keeps its size and is written from its beginning again.
        checkpoint(db, 'RESTART')
        return work()
      }
    },
    check(putBytes) {
      if (!isReleased || unusedBytesIn(db) >= neededBytes(putBytes)) return
      throw new StoreFault('full', 'what is left of the disk is kept for taking messages')
    },
    restore(always) {
      if (reserve !== undefined && (always || isReleased)) isReleased = !establishReserve(reserve)
    },
  }
}

/** Brings the log into the file. Never throws: what is committed stays in the log, and the next checkpoint tries again. */
export function checkpoint(db: DatabaseSync, mode: 'PASSIVE' | 'RESTART'): void {
  try {
    db.exec(`PRAGMA wal_checkpoint(${mode})`)
  } catch {
    return
  }
}
