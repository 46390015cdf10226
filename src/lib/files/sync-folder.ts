/** Makes changes of the names in a folder durable. */
import { open } from 'node:fs/promises'

/** Syncs a folder after a file in it was created, renamed or removed. Rejects with the error of the file system. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
