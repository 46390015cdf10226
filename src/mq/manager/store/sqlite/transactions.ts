/** The writer thread's writes, each one synced transaction. `.get()` of `DELETE … RETURNING` would hide failures. */
import type { DatabaseSync } from 'node:sqlite'
import { parseCopiedMessages } from '../database/copied-messages.ts'
import type { MessageRowWithBody } from '../database/message-row.ts'
import { prepareMessageWrites, preparePreservedStatements } from '../database/message-statements.ts'
import { prepareObjectWrites } from '../database/object-statements.ts'
import { runWithStoreErrors } from '../database/store-errors.ts'
import { deserializeMessages, type SerializedChanges, type SerializedMessages } from './serialized-changes.ts'

export type StoreTransactions = ReturnType<typeof openStoreTransactions>

/** Each method of the result throws a `MessageStoreError`, and has then changed nothing. */
export function openStoreTransactions(db: DatabaseSync, file: string) {
  const objects = prepareObjectWrites(db)
  const messages = prepareMessageWrites(db)
  const parked = preparePreservedStatements(db)
  const claim = db.prepare("UPDATE meta SET value = value + 1 WHERE key = 'blocks'")
  const blocks = db.prepare("SELECT value FROM meta WHERE key = 'blocks'")
  const transaction = prepareTransaction(db, file)

  function apply({ steps, messages: packed }: SerializedChanges): void {
    const added = deserializeMessages(packed).values()
    for (const step of steps) {
      if (step === null) messages.add(added.next().value as Parameters<typeof messages.add>[0])
      else if (typeof step === 'number') messages.remove(step)
      else if ('backoutCount' in step) messages.setBackoutCount(step)
      else if ('saveObject' in step) objects.save(step.saveObject)
      else objects.remove(step.removeObject)
    }
  }

  return {
    commit: (changes: SerializedChanges): void => transaction(() => apply(changes)),
    claimBlock: (): number =>
      transaction(() => {
        const { value } = blocks.get() as { value: number }
        claim.run()
        return value
      }),
    preserve: (packed: SerializedMessages): void => transaction(() => parked.add(deserializeMessages(packed))),
    takePreserved: (): MessageRowWithBody[] => transaction(parked.take),
    /** Adds messages without bodies, in the form of `copied-messages.ts`. */
    load: (rows: ArrayBuffer): void =>
      transaction(() => {
        for (const message of parseCopiedMessages(Buffer.from(rows))) messages.add(message)
      }),
  }
}

function prepareTransaction(db: DatabaseSync, file: string): <T>(work: () => T) => T {
  const failure = db.prepare("UPDATE meta SET value = value + 1 WHERE key = 'failures'")
  const begin = db.prepare('BEGIN IMMEDIATE')
  const commit = db.prepare('COMMIT')

  function transaction<T>(work: () => T): T {
    return runWithStoreErrors(file, () => {
      let committing = false
      begin.run()
      try {
        const result = work()
        committing = true
        commit.run()
        return result
      } catch (error) {
        // SQLite may have ended the transaction on a full disk; roll back if it is still open.
        if (db.isTransaction) db.exec('ROLLBACK')
        if (committing) overwrite()
        throw error
      }
    })
  }

  /** Overwrites a commit whose sync failed at once: the log may have all of it, and a crash would restore it. */
  function overwrite(): void {
    try {
      begin.run()
      failure.run()
      commit.run()
    } catch {
      if (db.isTransaction) db.exec('ROLLBACK')
    }
  }

  return transaction
}
