/** Checks a big file on a thread of its own: answers with the fault, or with undefined when the file is sound. */
import { parentPort, workerData } from 'node:worker_threads'

import { guarded } from './faults.ts'
import { checkLog, checkPages, connect } from './sqlite-file.ts'

const file = workerData as string
parentPort?.postMessage(faultOf())

function faultOf(): string | undefined {
  try {
    guarded(file, () => {
      checkLog(file)
      const db = connect(file)
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
