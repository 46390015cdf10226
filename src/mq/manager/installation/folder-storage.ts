/** The storage of a queue manager in its folder, which one process at a time owns. */
import { constants, cp, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { RemovalHold } from '../store/sqlite/body-file-store.ts'
import {
  type BackUpStoreOptions,
  backUpStore,
  createSqliteStore,
  openSqliteStore,
} from '../store/sqlite/sqlite-store.ts'
import type { QueueManagerStorage } from './queue-manager-storage.ts'

/** Returns the storage in a folder. */
export function openFolderStorage(folder: string): QueueManagerStorage {
  const file = join(folder, 'messages.db')
  const removals = new RemovalHold()
  const neverLost = new AbortController().signal

  return {
    isShared: false,

    async create({ created }, objects) {
      const store = await createSqliteStore(file, { created })
      await store.commit(objects).finally(() => store.close())
    },

    async acquire(created) {
      const store = await openSqliteStore(file, { created, reserve: join(folder, 'reserve'), removals })
      return { store, lost: neverLost, isValid: () => true, readLease: () => undefined, release: async () => {} }
    },

    standBy: async () => 'acquire',
    listInstances: async () => ({ permitsStandby: false, instances: [] }),
    findActive: async () => undefined,
    backUp: (target, isOpen) => backUpQueueManagerFolder({ folder, target, removals, isOpen }),
    destroy: async () => {},
    close: async () => {},
  }
}

/** The names that are not copied as files: the message store is copied by SQLite, and the reserve is made at a start. */
const storeFiles = /^(?:messages\.db(?:-wal|-shm|-journal)?|bodies|reserve|\..*\.part)$/

/** Copies the folder of a queue manager: its message store as of one moment, its definition and its other files. */
interface BackUpFolderOptions extends Pick<BackUpStoreOptions, 'removals' | 'isOpen'> {
  folder: string
  /** The folder that gets the copy. It must not exist. */
  target: string
}

/** Copies the folder. Rejects when a file is damaged or cannot be copied. */
async function backUpQueueManagerFolder({ folder, target, removals, isOpen }: BackUpFolderOptions): Promise<void> {
  await mkdir(target, { mode: 0o700 })
  await backUpStore({ file: join(folder, 'messages.db'), folder: target, removals, isOpen })
  for (const name of await readdir(folder)) {
    if (storeFiles.test(name)) continue
    const options = { recursive: true, errorOnExist: true, mode: constants.COPYFILE_FICLONE }
    await cp(join(folder, name), join(target, name), options)
  }
}
