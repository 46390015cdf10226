/** The writer thread of all stores of the process. It waits for the disk, so that the event loop is not blocked. */
import { type MessagePort, parentPort } from 'node:worker_threads'
import { serveWriterRequests } from './serve-writer-requests.ts'

serveWriterRequests(parentPort as MessagePort)
