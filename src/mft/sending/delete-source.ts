/** Deletes a source file that has arrived at its destination. */
import { stat, unlink } from 'node:fs/promises'
import type { ManifestItem } from './manifest.ts'

/** Deletes the file, unless it was replaced since. Returns why it cannot be deleted, or undefined. */
export async function deleteSource({ source, inode, modified }: ManifestItem): Promise<string | undefined> {
  try {
    const found = await stat(source)
    if (found.ino === inode && found.mtimeMs === modified) await unlink(source)
    return undefined
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? undefined : `BFGTR0075W: the source file cannot be deleted: ${message}`
  }
}
