/** Puts a text in the place of a file: a reader sees the old one or the new one, and a power cut leaves one of them. */
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** The file that is written meanwhile is a hidden one beside it. Rejects, and leaves the old one, when the disk is full. */
export async function writeWhole(file: string, text: string, mode = 0o644): Promise<void> {
  const part = join(dirname(file), `.${basename(file)}.${process.pid}.part`)
  try {
    const handle = await open(part, 'w', mode)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
