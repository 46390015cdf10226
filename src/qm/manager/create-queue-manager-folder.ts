/** Creates the folder of a queue manager, whole or not at all. */
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from '../../lib/files/sync-folder.ts'
import { toMqError } from '../store/to-mq-error.ts'
import { type QueueManagerDefinition, saveDefinition } from './queue-manager-definition.ts'

/** Matches the names of folders that an interrupted creation or removal left. */
export const unfinishedFolderName = /\.(new|old)$/

/**
 * Creates the folder with the definition that `fill` resolves with. `fill` gets the path under which the folder is filled
 * before it gets its own name.
 */
export async function createQueueManagerFolder(
  folder: string,
  fill: (unfinished: string) => Promise<QueueManagerDefinition>,
): Promise<void> {
  const unfinished = `${folder}.new`
  try {
    await rm(unfinished, { recursive: true, force: true })
    await mkdir(unfinished, { mode: 0o700 })
    await saveDefinition(unfinished, await fill(unfinished))
    await rename(unfinished, folder)
    await syncFolder(dirname(folder))
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw toMqError(error)
  }
}
