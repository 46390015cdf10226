/** The file of a copy: objects and messages without bodies. Made again at every start, so it is not synced. */
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { makeFolder } from '../../../lib/files/make-folder.ts'
import { countUnusedBytes, openReaderConnection } from '../database/database-file.ts'
import { openMessageReader } from '../database/message-statements.ts'
import { readObjects } from '../database/object-statements.ts'
import { runWithStoreErrors } from '../database/store-errors.ts'
import type { MessageStore, StoreChange, StoredMessageReader } from '../message-store.ts'
import { serializeChanges } from './serialized-changes.ts'
import { openStoreWriter } from './store-writer.ts'

/** An open copy. Every method rejects with a `MessageStoreError`, or throws one. */
export interface CopyFile extends Pick<MessageStore, 'objects' | 'unusedBytes' | 'close'> {
  readonly messages: Pick<StoredMessageReader, 'find' | 'expired'>
  /** Returns whether the file has a message. */
  has(sequence: number): boolean
  /** Adds messages in the form of `copied-messages.ts`. The memory of `rows` is moved to another thread. */
  load(rows: ArrayBuffer): Promise<void>
  commit(changes: readonly StoreChange[]): Promise<void>
}

/** Creates the file in an empty folder, which replaces an older one. `created` is when the queue manager was created. */
export async function createCopyFile(file: string, created: number): Promise<CopyFile> {
  await rm(dirname(file), { recursive: true, force: true })
  await makeFolder(dirname(file), { mode: 0o700 })
  const writer = await openStoreWriter({ file, created, isCopy: true, isNew: true })
  let reader: DatabaseSync | undefined
  try {
    const db = runWithStoreErrors(file, () => openReaderConnection(file))
    reader = db
    const found = runWithStoreErrors(file, () => db.prepare('SELECT 1 FROM message WHERE sequence = ?'))
    return {
      messages: runWithStoreErrors(file, () => openMessageReader(db, file, new Map())),
      has: (sequence) => runWithStoreErrors(file, () => found.get(sequence)) !== undefined,
      objects: () => runWithStoreErrors(file, () => readObjects(db, file)),
      unusedBytes: () => runWithStoreErrors(file, () => countUnusedBytes(db)),
      load: (rows) => writer.load(rows),
      commit: (changes) => writer.commit({ ...serializeChanges(changes), urgent: true }),
      async close() {
        if (!db.isOpen) return
        db.close()
        await writer.close()
      },
    }
  } catch (error) {
    reader?.close()
    await writer.close()
    throw error
  }
}
