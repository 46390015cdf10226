/** The message store in one SQLite file, which a writer thread writes and syncs; and the file of a copy, made again at every start. */
import { constants, copyFile, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { makeFolder } from '../../../../shared/lib/files/make-folder.ts'
import { ensurePrivateFile } from '../../../../shared/lib/files/private-file.ts'
import {
  checkDatabaseFile,
  checkPages,
  checkWriteAheadLog,
  countUnusedBytes,
  openReaderConnection,
} from '../database/database-file.ts'
import { loadLaneSnapshots } from '../database/lane-snapshots.ts'
import { listBodyFiles, openMessageReader, parsePreservedRows } from '../database/message-statements.ts'
import { readObjects } from '../database/object-statements.ts'
import { runWithStoreErrors, toStoreError } from '../database/store-errors.ts'
import type { MessageStore, StoreChange, StoredMessageReader } from '../message-store.ts'
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

/** SQLite copies all pages in one step: a step that follows a commit would begin again from the first page. */
const allPages = 2 ** 31 - 1

export interface BackUpStoreOptions {
  /** The file of the store. */
  file: string
  /** The folder that gets the copy: `messages.db`, and `bodies` with the files of large bodies. */
  folder: string
  /** The hold on the removal of body files in this store. */
  removals: RemovalHold
  /** Whether the store is open in this process. */
  isOpen: boolean
}

/** Copies what was committed before the call. Rejects with a `MessageStoreError` when store or copy is damaged. */
export async function backUpStore({ file, folder, removals, isOpen }: BackUpStoreOptions): Promise<void> {
  const release = removals.hold()
  try {
    if (!isOpen) checkWriteAheadLog(file)
    const copy = join(folder, 'messages.db')
    await copyDatabase(file, copy)
    const bodies = finishCopy(copy)
    await mkdir(join(folder, 'bodies'), { mode: 0o700 })
    for (const name of bodies)
      await copyFile(
        join(dirname(file), 'bodies', name),
        join(folder, 'bodies', name),
        constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE,
      )
  } catch (error) {
    throw toStoreError(file, error)
  } finally {
    release()
  }
}

async function copyDatabase(file: string, copy: string): Promise<void> {
  using source = openReaderConnection(file)
  ensurePrivateFile(copy)
  await backup(source, copy, { rate: allPages })
}

/** Checks the copy and makes it a single file. Returns the names of its body files. */
function finishCopy(copy: string): ReadonlySet<string> {
  using database = new DatabaseSync(copy)
  database.exec('PRAGMA journal_mode = DELETE')
  checkPages(database, copy)
  return new Set(listBodyFiles(database))
}
