/**
 * Group commit: operations that came together share one transaction, so that a hundred of them wait for one flush
 * of the disk instead of a hundred.
 *
 * What an operation answered counts only when the commit has succeeded. One that fails is undone and told alone; the
 * others of its group are kept.
 */
import type { DatabaseSync } from 'node:sqlite'
import { prepareOperations, type StoreOperation, type StoreOperations } from './operations.ts'
import { type SerializedStoreError, serializeStoreError } from './state-store-error.ts'

export type OperationResult = { value: unknown } | { failure: SerializedStoreError }

/** Prepares a function that does a group of operations; its outcomes are in the same order. It never throws. */
export function prepareGroupCommit(
  database: DatabaseSync,
  file: string,
): (group: readonly StoreOperation[]) => OperationResult[] {
  const begin = database.prepare('BEGIN IMMEDIATE') // takes the lock now, so that no write can fail halfway for it
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

  function run({ verb, told }: StoreOperation): OperationResult {
    try {
      const write = writes[verb] as (told: StoreOperation['told']) => ReturnType<StoreOperations[typeof verb]>
      return { value: write(told) }
    } catch (cause) {
      if (!database.isTransaction) throw cause // SQLite gave up the whole transaction, as it may on a full disk
      return { failure: serializeStoreError(cause, file) }
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
