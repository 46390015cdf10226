/** Creates the folder of a queue manager, whole or not at all, and the objects with which its store begins. */
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from '../../../shared/lib/files/sync-folder.ts'
import { buildSystemObjects } from '../objects/object-definitions.ts'
import { type StoreChange, toMqError } from '../store/message-store.ts'
import type { ObjectRecord } from '../types/services.ts'
import { type QueueManagerDefinition, saveDefinition } from './queue-manager-definition.ts'

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
