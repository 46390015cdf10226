/** The message store in one SQLite file: the writer thread writes and syncs each commit; this thread reads them. */
import { dirname, join } from 'node:path'
import { checkDatabaseFile, countUnusedBytes, openReaderConnection } from '../database/database-file.ts'
import { loadLaneSnapshots } from '../database/lane-snapshots.ts'
import { listBodyFiles, openMessageReader, parsePreservedRows } from '../database/message-statements.ts'
import { readObjects } from '../database/object-statements.ts'
import { runWithStoreErrors } from '../database/store-errors.ts'
import type { MessageStore } from '../message-store.ts'
import { openBodyFileStore, type RemovalHold } from './body-file-store.ts'
import { serializeChanges, serializeMessages } from './serialized-changes.ts'
import { openStoreWriter, type StoreWriter } from './store-writer.ts'
import type { WriterStoreOptions } from './writer-thread-store.ts'

export interface StoreFileOptions extends Pick<WriterStoreOptions, 'created' | 'maxPages' | 'reserve'> {
  /** Delays the removal of body files during a backup. */
  removals?: RemovalHold
}

/** Creates the file. Rejects with a `MessageStoreError` when it exists. */
export async function createSqliteStore(file: string, options: StoreFileOptions): Promise<MessageStore> {
  const { removals, ...rest } = options
  return buildStore(file, await openStoreWriter({ ...rest, file, isNew: true }), removals)
}

/** Opens an existing file. Rejects with a `MessageStoreError` when it is missing, damaged or another's. */
export async function openSqliteStore(file: string, options: StoreFileOptions): Promise<MessageStore> {
  const checks = await checkDatabaseFile(file)
  const { removals, ...rest } = options
  return buildStore(file, await openStoreWriter({ ...rest, file, checks }), removals)
}

async function buildStore(file: string, writer: StoreWriter, removals: RemovalHold | undefined): Promise<MessageStore> {
  try {
    return await readable(file, writer, removals)
  } catch (error) {
    await writer.close()
    throw error
  }
}

async function readable(file: string, writer: StoreWriter, removals: RemovalHold | undefined): Promise<MessageStore> {
  const db = runWithStoreErrors(file, () => openReaderConnection(file))
  let { parked } = writer.opened
  try {
    const lanes = await loadLaneSnapshots(db, file)
    const named = runWithStoreErrors(file, () => listBodyFiles(db))
    const bodyFolder = join(dirname(file), 'bodies')
    return {
      messages: runWithStoreErrors(file, () => openMessageReader(db, file, lanes)),
      bodies: runWithStoreErrors(bodyFolder, () => openBodyFileStore(bodyFolder, named, removals)),
      firstBlock: writer.opened.block,
      objects: () => runWithStoreErrors(file, () => readObjects(db, file)),
      takePreserved() {
        const taken = parsePreservedRows(parked, file)
        parked = []
        return taken
      },
      unusedBytes: () => runWithStoreErrors(file, () => countUnusedBytes(db)),
      commit: (changes, { urgent = false } = {}) => writer.commit({ ...serializeChanges(changes), urgent }),
      claimBlock: () => writer.claimBlock(),
      preserve: (messages) => writer.preserve(serializeMessages(messages)),
      async close() {
        if (!db.isOpen) return
        db.close()
        await writer.close() // the last connection runs a checkpoint and removes the log
      },
    }
  } catch (error) {
    db.close()
    throw error
  }
}
