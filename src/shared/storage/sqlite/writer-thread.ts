/** The writer thread. It waits for the disk, so that the thread that serves requests does not. */
import { parentPort, workerData } from 'node:worker_threads'
import { openWriterDatabase } from './database.ts'
import { prepareGroupCommit } from './group-commit.ts'
import { prepareMaintenance } from './maintenance.ts'
import type { StoreOperation } from './operations.ts'

/** Milliseconds for which a group waits while other processes write. */
const lockTimeoutMs = 10_000

const file: string = workerData
const database = openWriterDatabase(file, lockTimeoutMs)
const commitGroup = prepareGroupCommit(database, file)
const maintain = prepareMaintenance(database)

parentPort?.on('message', (group: readonly StoreOperation[]) => {
  parentPort?.postMessage(commitGroup(group))
  maintain(group)
})
