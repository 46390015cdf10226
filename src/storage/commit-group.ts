/**
 * Group commit: operations that came together share one transaction, so that a hundred of them wait for one flush
 * of the disk instead of a hundred.
 *
 * What an operation answered counts only when the commit has succeeded. One that fails is undone and told alone; the
 * others of its group are kept.
 */
import type { DatabaseSync } from 'node:sqlite'

import { describeFailure, type Failure } from './store-error.ts'
import { type Operation, type Operations, prepareSweep, prepareWrites } from './writes.ts'

export type Outcome = { value: unknown } | { failure: Failure }

/** Expired entries go along with later writes, a few at a time; a store that is not written to does not grow. */
const sweepEvery = 10_000 // milliseconds
const sweepMost = 256

/** Prepares a function that does a group of operations; its outcomes are in the same order. It never throws. */
export function prepareCommit(
  database: DatabaseSync,
  file: string,
): (group: readonly Operation[]) => Outcome[] {
  const begin = database.prepare('BEGIN IMMEDIATE') // takes the lock now, so that no write can fail halfway for it
  const commit = database.prepare('COMMIT')
  const rollback = database.prepare('ROLLBACK')
  const writes = prepareWrites(database)
  const sweep = prepareSweep(database, sweepMost)
  let sweptAt: number | undefined

  return function commitGroup(group) {
    try {
      begin.run()
      const outcomes = group.map(run)
      commit.run()
      sweepSometimes(group.at(-1)?.told.now ?? 0)
      return outcomes
    } catch (cause) {
      abandon()
      const failure = describeFailure(cause, file)
      return group.map(() => ({ failure }))
    }
  }

  function run({ verb, told }: Operation): Outcome {
    try {
      const write = writes[verb] as (told: Operation['told']) => ReturnType<Operations[typeof verb]>
      return { value: write(told) }
    } catch (cause) {
      if (!database.isTransaction) throw cause // SQLite gave up the whole transaction, as it may on a full disk
      return { failure: describeFailure(cause, file) }
    }
  }

  /** In a transaction of its own: a group that is committed stays committed whatever becomes of this. */
  function sweepSometimes(now: number): void {
    sweptAt ??= now
    if (now - sweptAt < sweepEvery) return
    try {
      const swept = sweep(now)
      if (swept < sweepMost) sweptAt = now // otherwise there may be more: go on after the next group
    } catch {
      sweptAt = now
    }
  }

  function abandon(): void {
    try {
      if (database.isTransaction) rollback.run()
    } catch {
      // The next BEGIN tells what is wrong with the connection.
    }
  }
}
