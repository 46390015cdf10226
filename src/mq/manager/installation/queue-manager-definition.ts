/** Creates the folder of a queue manager, whole or not at all; reads and writes its definition, `qmgr.json`. */
import { readFileSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { replaceFile } from '../../../shared/lib/files/replace-file.ts'
import { syncFolder } from '../../../shared/lib/files/sync-folder.ts'
import { buildSystemObjects } from '../objects/object-definitions.ts'
import { toStoreError } from '../store/database/store-errors.ts'
import { type StoreChange, toMqError } from '../store/message-store.ts'
import type { QueueManagerState } from '../types/queue-manager.ts'
import type { ObjectRecord } from '../types/services.ts'

export interface QueueManagerDefinition {
  readonly name: string
  readonly description: string
  /** The creation time in milliseconds since the epoch. The message store has it too, so that files are not mixed. */
  readonly created: number
  /** The URL of the database that stores the queue manager; undefined when the folder does. */
  readonly storeUrl?: string | undefined
  /** The saved state. `running` at a start: the previous process ended without ending the queue manager. */
  readonly state: QueueManagerState
}

/** The layout of the folder of a queue manager. A version refuses a folder with a higher one. */
const definitionLayout = 1

function definitionPath(folder: string): string {
  return join(folder, 'qmgr.json')
}

/** Loads the definition. Throws an `Error` that names the file when it cannot be read or is incomplete. */
export function loadDefinition(folder: string): QueueManagerDefinition {
  const file = definitionPath(folder)
  const { layout, ...definition } = readDefinition(file)
  if (layout > definitionLayout)
    throw new Error(
      `${file}: a newer version of Sluice wrote it (layout ${layout}, this version reads up to ${definitionLayout}); use that version`,
    )
  return definition
}

function readDefinition(file: string): QueueManagerDefinition & { layout: number } {
  try {
    const content = JSON.parse(readFileSync(file, 'utf8'))
    const { name, description, created, state, storeUrl, layout = 1 } = content
    if (typeof name !== 'string' || typeof created !== 'number') throw new Error('name or created is missing')
    return { layout, name, description: String(description ?? ''), created, state, storeUrl: storeUrl || undefined }
  } catch (error) {
    throw new Error(`${file} is damaged: ${(error as Error).message}`, { cause: error })
  }
}

/** Replaces the definition file atomically; on disk when the promise resolves. Rejects with a `MessageStoreError`. */
export async function saveDefinition(folder: string, definition: QueueManagerDefinition): Promise<void> {
  const file = definitionPath(folder)
  try {
    const content = { layout: definitionLayout, ...definition }
    await replaceFile(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  } catch (error) {
    throw toStoreError(file, error)
  }
}

/** Removes the folder of a queue manager, renamed first: an interrupted removal leaves nothing usable. */
export async function removeQueueManagerFolder(folder: string): Promise<void> {
  const old = `${folder}.old`
  await rm(old, { recursive: true, force: true })
  await rename(folder, old)
  await syncFolder(dirname(folder))
  await rm(old, { recursive: true, force: true })
}

/** Returns the folder name for a queue manager, with slashes and dots replaced: `..` is a valid name. */
export function queueManagerFolderName(manager: string): string {
  return manager.replaceAll('/', '&').replaceAll('.', '!')
}

/** Returns the name of the queue manager in a folder: the reverse of `queueManagerFolderName`. */
export function parseQueueManagerName(folder: string): string {
  return basename(folder).replaceAll('&', '/').replaceAll('!', '.')
}

/** Matches the names of folders that an interrupted creation or removal left. */
export const unfinishedFolderName = /\.(new|old)$/

/** Creates the folder, which `fill` fills under a temporary path. Rejects with an `MqError`, and leaves nothing. */
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

interface NewQueueManager {
  readonly name: string
  readonly attributes: ObjectRecord['attributes']
  /** Milliseconds since the epoch. */
  readonly created: number
  readonly folder: string
}

/** Returns the changes that save the SYSTEM objects, numbered from 1. */
export function buildInitialObjects({ name, attributes, created, folder }: NewQueueManager): StoreChange[] {
  return buildSystemObjects(name, () => created, folder).map((record, place) => ({
    type: 'saveObject',
    object: { id: place + 1, record: addAttributes(record, attributes) },
  }))
}

/** Adds attributes to the record of the queue manager object; other records stay unchanged. */
function addAttributes(record: ObjectRecord, attributes: ObjectRecord['attributes']): ObjectRecord {
  if (record.kind !== 'qmgr') return record
  return { ...record, attributes: { ...record.attributes, ...attributes } }
}
