/** The storage of a queue manager in its folder, which one process at a time owns. */
import { join } from 'node:path'
import { RemovalHold } from '../store/sqlite/removal-hold.ts'
import { createSqliteStore, openSqliteStore } from '../store/sqlite/sqlite-store.ts'
import { backUpQueueManagerFolder } from './back-up-folder.ts'
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
      return {
        store,
        lost: neverLost,
        isValid: () => true,
        readLease: () => undefined,
        release: async () => {},
      }
    },

    standBy: async () => 'acquire',
    listInstances: async () => ({ permitsStandby: false, instances: [] }),
    findActive: async () => undefined,
    backUp: (target, isOpen) => backUpQueueManagerFolder({ folder, target, removals, isOpen }),
    destroy: async () => {},
    close: async () => {},
  }
}
