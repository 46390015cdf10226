/**
 * Maintenance of the state file between two groups of writes, when no response waits for it: it removes expired
 * entries and runs checkpoints of the write-ahead log.
 *
 * Both run only after writes, in small steps; a store without writes does not grow.
 */
import type { DatabaseSync } from 'node:sqlite'
import { prepareExpirySweep, type StoreOperation } from './operations.ts'

const sweepIntervalMs = 10_000 // milliseconds
const maxSweptEntries = 256 // entries
const operationsPerCheckpoint = 4_000 // operations; rare, because on a busy disk a checkpoint can take 100 ms

/** Returns a function to call with each group, of at least one operation, after its results. It never throws. */
export function prepareMaintenance(database: DatabaseSync): (group: readonly StoreOperation[]) => void {
  const sweep = prepareExpirySweep(database, maxSweptEntries)
  const checkpoint = database.prepare('PRAGMA wal_checkpoint(PASSIVE)') // skips pages that others are reading
  let sweptAt: number | undefined
  let written = 0

  return function maintain(group) {
    const { now } = (group.at(-1) as StoreOperation).argument
    sweptAt ??= now
    written += group.length
    try {
      // otherwise there may be more expired entries
      if (now - sweptAt >= sweepIntervalMs && sweep(now) < maxSweptEntries) sweptAt = now
      if (written < operationsPerCheckpoint) return
      written = 0
      checkpoint.get()
    } catch {
      sweptAt = now // maintenance cannot undo a commit, and runs again later
    }
  }
}
