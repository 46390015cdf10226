/**
 * Checks a large database file on a worker thread. The worker posts the error message, or undefined when the file
 * is undamaged.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { checkPages, checkWriteAheadLog, openWriterConnection } from './database-file.ts'
import { runWithStoreErrors } from './store-errors.ts'

const file = workerData as string
parentPort?.postMessage(faultOf())

function faultOf(): string | undefined {
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
