/**
 * The thread that writes: it waits for the disk, so that the thread that answers calls does not have to.
 */
import { parentPort, workerData } from 'node:worker_threads'

import { prepareCommit } from './commit-group.ts'
import { reopenDatabase } from './database.ts'
import { prepareUpkeep } from './upkeep.ts'
import type { Operation } from './writes.ts'

/** Milliseconds for which a group waits while other processes write. */
const patience = 10_000

const file: string = workerData
const database = reopenDatabase(file, patience)
const commitGroup = prepareCommit(database, file)
const upkeep = prepareUpkeep(database)

parentPort?.on('message', (group: readonly Operation[] | 'close') => {
  if (group !== 'close') {
    parentPort?.postMessage(commitGroup(group))
    upkeep(group)
    return
  }
  database.close()
  parentPort?.close() // nothing is left to do: the thread ends
})
