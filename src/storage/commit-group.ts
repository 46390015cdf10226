/**
 * Group commit: operations that came together share one transaction, so that a hundred of them wait for one flush
 * of the disk instead of a hundred.
 *
 * What an operation answered counts only when the commit has succeeded. One that fails is undone and told alone; the
 * others of its group are kept.
 */
import type { DatabaseSync } from 'node:sqlite'

import { describeFailure, type Failure } from './store-error.ts'
import { type Operation, type Operations, prepareWrites } from './writes.ts'

export type Outcome = { value: unknown } | { failure: Failure }

/** Prepares a function that does a group of operations; its outcomes are in the same order. It never throws. */
export function prepareCommit(
  database: DatabaseSync,
  file: string,
): (group: readonly Operation[]) => Outcome[] {
  const begin = database.prepare('BEGIN IMMEDIATE') // takes the lock now, so that no write can fail halfway for it
  const commit = database.prepare('COMMIT')
  const rollback = database.prepare('ROLLBACK')
  const writes = prepareWrites(database)

  return function commitGroup(group) {
    try {
      begin.run()
      const outcomes = group.map(run)
      commit.run()
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

  function abandon(): void {
    try {
      if (database.isTransaction) rollback.run()
    } catch {
      // The next BEGIN tells what is wrong with the connection.
    }
  }
}
