/** The content of a document before an edit, to restore it when the edit cannot be used. */
import { readFile, rm, stat } from 'node:fs/promises'
import { replaceFile } from '../../lib/files/replace-file.ts'

/** The text and the permissions of a file. */
export type DocumentContent = { text: string; mode: number }

/** Reads a file; returns undefined when it cannot be read. */
export async function readContent(path: string): Promise<DocumentContent | undefined> {
  try {
    return { text: await readFile(path, 'utf8'), mode: (await stat(path)).mode & 0o777 }
  } catch {
    return undefined
  }
}

/** Writes the content that a file had before, which was in use and needs no check; removes a new file. */
export async function restoreContent(path: string, before: DocumentContent | undefined): Promise<void> {
  if (before !== undefined) return replaceFile(path, before.text, { mode: before.mode })
  await rm(path, { force: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTDIR') throw error // a part of the path is a file, so there is nothing at the path
  })
}
