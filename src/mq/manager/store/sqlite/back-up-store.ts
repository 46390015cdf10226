/** Copies the message store of a queue manager as of one moment, while the queue manager runs. */
import { constants, copyFile, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { ensurePrivateFile } from '../../../../shared/lib/files/private-file.ts'
import { checkPages, checkWriteAheadLog, openReaderConnection } from '../database/database-file.ts'
import { listBodyFiles } from '../database/message-statements.ts'
import { toStoreError } from '../database/store-errors.ts'
import type { RemovalHold } from './body-file-store.ts'

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
