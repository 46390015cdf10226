/** The file that says that there is a queue manager, beside the store that holds what is in it. */
import { readFileSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

import { replaceFile } from '../../lib/files/replace-file.ts'
import { syncFolder } from '../../lib/files/sync-folder.ts'
import { toStoreError } from '../store/database/store-errors.ts'
import type { QueueManagerState } from '../types/queue-manager.ts'

export interface QueueManagerDefinition {
  readonly name: string
  readonly description: string
  /** Milliseconds since the epoch; the store carries it as well, so that files are not mixed up. */
  readonly created: number
  /** The state that was reached last: `running` in the file of a manager that no process runs means that it died. */
  readonly state: QueueManagerState
}

export function definitionPath(folder: string): string {
  return join(folder, 'qmgr.json')
}

/** Throws an `Error` that names the file when it cannot be read or is not whole. */
export function loadDefinition(folder: string): QueueManagerDefinition {
  const file = definitionPath(folder)
  try {
    const { name, description, created, state } = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof name !== 'string' || typeof created !== 'number') throw new Error('name or created is missing')
    return { name, description: String(description ?? ''), created, state }
  } catch (error) {
    throw new Error(`${file} is damaged: ${(error as Error).message}`, { cause: error })
  }
}

/** Replaces the file as a whole; it is on disk when the promise resolves. Rejects with a `StoreFault`. */
export async function saveDefinition(folder: string, definition: QueueManagerDefinition): Promise<void> {
  const file = definitionPath(folder)
  try {
    await replaceFile(file, `${JSON.stringify(definition, null, 2)}\n`, { mode: 0o600 })
  } catch (error) {
    throw toStoreError(file, error)
  }
}

/** Removes a queue manager's folder. The first step renames it, so it is gone even when a crash interrupts the rest. */
export async function removeQueueManagerFolder(folder: string): Promise<void> {
  const old = `${folder}.old`
  await rm(old, { recursive: true, force: true })
  await rename(folder, old)
  await syncFolder(dirname(folder))
  await rm(old, { recursive: true, force: true })
}

/** The name of a queue manager as a folder: names may hold slashes, and `.` and `..` are names. */
export function queueManagerFolderName(manager: string): string {
  return manager.replaceAll('/', '&').replaceAll('.', '!')
}

export function parseQueueManagerName(folder: string): string {
  return basename(folder).replaceAll('&', '/').replaceAll('!', '.')
}
