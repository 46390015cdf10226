/** The thread that reads the document of an API for people: a large one takes longer than other work may wait. */
import { parentPort, workerData } from 'node:worker_threads'

import { describeApi } from '../../config/index.ts'
import type { DescribeTask } from './descriptions.ts'

const { folder, file, environment } = workerData as DescribeTask
parentPort?.postMessage(await describeApi(folder, file, environment))
