/** The objects with which the store of a new queue manager begins. */
import { buildSystemObjects } from '../objects/system-objects.ts'
import type { StoreChange } from '../store/message-store.ts'
import type { ObjectRecord } from '../types/services.ts'

export interface NewQueueManager {
  readonly name: string
  readonly description: string
  /** Milliseconds since the epoch. */
  readonly created: number
  readonly folder: string
}

/** Returns the changes that save the SYSTEM objects, numbered from 1. */
export function buildInitialObjects({ name, description, created, folder }: NewQueueManager): StoreChange[] {
  return buildSystemObjects(name, () => created, folder).map((record, place) => ({
    type: 'saveObject',
    object: { id: place + 1, record: addDescription(record, description) },
  }))
}

/** Adds the description to the record of the queue manager object; other records stay unchanged. */
function addDescription(record: ObjectRecord, description: string): ObjectRecord {
  if (record.kind !== 'qmgr') return record
  return { ...record, attributes: { ...record.attributes, DESCR: description } }
}
