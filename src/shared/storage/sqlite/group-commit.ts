/**
 * Group commit: concurrent operations share one transaction, so that a hundred of them wait for one flush of the
 * disk instead of a hundred.
 *
 * The results count only after the commit has succeeded. A failed operation is rolled back alone; the others of
 * its group are kept.
 */
import type { DatabaseSync } from 'node:sqlite'
import { type SerializedStoreError, serializeStoreError } from '../contract/state-store-error.ts'
import { prepareOperations, type StoreOperation, type StoreOperations } from './operations.ts'

/** The result of one operation of a group, or the error that it failed with. */
export type OperationResult = { value: unknown } | { failure: SerializedStoreError }

/** Returns a function that runs a group of operations and returns their results in order. It never throws. */
export function prepareGroupCommit(
  database: DatabaseSync,
  file: string,
): (group: readonly StoreOperation[]) => OperationResult[] {
  // takes the write lock at once, so that no later statement can fail on it
  const begin = database.prepare('BEGIN IMMEDIATE')
  const commit = database.prepare('COMMIT')
  const rollback = database.prepare('ROLLBACK')
  const writes = prepareOperations(database)

  return function commitGroup(group) {
    try {
      begin.run()
      const outcomes = group.map(run)
      commit.run()
      return outcomes
    } catch (cause) {
      abandon()
      const failure = serializeStoreError(cause, file)
      return group.map(() => ({ failure }))
    }
  }

  function run({ verb, argument }: StoreOperation): OperationResult {
    try {
      const write = writes[verb] as (argument: StoreOperation['argument']) => ReturnType<StoreOperations[typeof verb]>
      return { value: write(argument) }
    } catch (cause) {
      if (!database.isTransaction) throw cause // SQLite rolled back the whole transaction, for example on a full disk
      return { failure: serializeStoreError(cause, file) }
    }
  }

  function abandon(): void {
    try {
      rollback.run()
    } catch {
      // SQLite has rolled back already, or the next BEGIN reports what is wrong with the connection.
    }
  }
}
