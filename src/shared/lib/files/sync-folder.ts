/** Makes changes of the names in a folder durable. */
import { open } from 'node:fs/promises'

/** Syncs a folder after a file in it was created, renamed or removed. Rejects with the error of the file system. */
export async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r')
  await handle.sync()
}
