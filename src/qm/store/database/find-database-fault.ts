/** Checks a database file and its log, for `check-worker.ts`. */
import { checkPages, checkWriteAheadLog, openWriterConnection } from './database-file.ts'
import { runWithStoreErrors } from './store-errors.ts'

/** Returns what is wrong with the file, which no connection may have open; undefined when it is undamaged. */
export function findDatabaseFault(file: string): string | undefined {
  try {
    runWithStoreErrors(file, () => {
      checkWriteAheadLog(file)
      const db = openWriterConnection(file)
      try {
        checkPages(db, file)
      } finally {
        db.close()
      }
    })
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
