/**
 * What a state file needs from time to time, between two groups, where no answer waits for it: entries that have
 * expired go, and the write-ahead log is brought into the file.
 *
 * Both happen along with writes, a little at a time; a store that is not written to does not grow.
 */
import type { DatabaseSync } from 'node:sqlite'

import { prepareExpirySweep, type StoreOperation } from './operations.ts'

const sweepEvery = 10_000 // milliseconds
const sweepMost = 256 // entries
const checkpointEvery = 4_000 // operations: seldom, for on a busy disk it may take a tenth of a second

/** Prepares a function that is told of each group once it has been answered. It never throws. */
export function prepareMaintenance(database: DatabaseSync): (group: readonly StoreOperation[]) => void {
  const sweep = prepareExpirySweep(database, sweepMost)
  const checkpoint = database.prepare('PRAGMA wal_checkpoint(PASSIVE)') // leaves what others are reading
  let sweptAt: number | undefined
  let written = 0

  return function upkeep(group) {
    const now = group.at(-1)?.told.now ?? 0
    sweptAt ??= now
    written += group.length
    try {
      if (now - sweptAt >= sweepEvery && sweep(now) < sweepMost) sweptAt = now // else there may be more to sweep
      if (written < checkpointEvery) return
      written = 0
      checkpoint.get()
    } catch {
      sweptAt = now // a group that is committed stays committed whatever becomes of this: it is tried again later
    }
  }
}
