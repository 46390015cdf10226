/** Copies the folder of a queue manager: its message store as of one moment, its definition and its other files. */
import { constants, cp, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { type BackUpStoreOptions, backUpStore } from '../store/sqlite/back-up-store.ts'

/** The names that are not copied as files: the message store is copied by SQLite, and the reserve is made at a start. */
const storeFiles = /^(?:messages\.db(?:-wal|-shm|-journal)?|bodies|reserve|\..*\.part)$/

export interface BackUpFolderOptions extends Pick<BackUpStoreOptions, 'removals' | 'isOpen'> {
  folder: string
  /** The folder that gets the copy. It must not exist. */
  target: string
}

/** Copies the folder. Rejects when a file is damaged or cannot be copied. */
export async function backUpQueueManagerFolder({
  folder,
  target,
  removals,
  isOpen,
}: BackUpFolderOptions): Promise<void> {
  await mkdir(target, { mode: 0o700 })
  await backUpStore({ file: join(folder, 'messages.db'), folder: target, removals, isOpen })
  for (const name of await readdir(folder)) {
    if (storeFiles.test(name)) continue
    await cp(join(folder, name), join(target, name), {
      recursive: true,
      errorOnExist: true,
      mode: constants.COPYFILE_FICLONE,
    })
  }
}
