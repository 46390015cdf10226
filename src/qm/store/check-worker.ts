/** Checks a big file on a thread of its own, and says what it found. */
import { parentPort, workerData } from 'node:worker_threads'

import { checkPages } from './sqlite-file.ts'

parentPort?.postMessage(checkPages(workerData as string))
