/** Checks a large database file on a worker thread. Posts what is wrong with it, or undefined when it is undamaged. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { findDatabaseFault } from './database-file.ts'

const port = parentPort as MessagePort
port.postMessage(findDatabaseFault(workerData as string))
