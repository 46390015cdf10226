/** Where edited documents are: the files of a folder, or what a caller provides. */
import { readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { canAccess } from '../../../shared/lib/files/can-access.ts'
import { makeFolder } from '../../../shared/lib/files/make-folder.ts'
import { replaceFile } from '../../../shared/lib/files/replace-file.ts'

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

/** Reads and writes documents by their paths, relative to the folder of the documents. */
export type DocumentStorage = ReturnType<typeof openFileStorage>

/** Returns the storage of the files of a folder. New files name their JSON Schema where the folder has the schemas. */
export function openFileStorage(folder: string) {
  const has = (file: string) => canAccess(join(folder, file))

  return {
    has,
    /** Returns the text. Rejects when there is no such document. */
    read: (file: string): Promise<string> => readFile(join(folder, file), 'utf8'),

    /** Returns false when the document exists. */
    async create(file: string, text: string): Promise<boolean> {
      if (await has(file)) return false
      const path = join(folder, file)
      await makeFolder(dirname(path))
      await replaceFile(path, `${await editorHint(file, folder)}${text}`)
      return true
    },

    /** Replaces a text; undefined removes the document. Returns false when its text is no longer `before`. */
    async replace(file: string, before: string, after: string | undefined): Promise<boolean> {
      const path = join(folder, file)
      if ((await readFile(path, 'utf8')) !== before) return false
      if (after === undefined) await rm(path)
      else await replaceFile(path, after)
      return true
    },

    /** Returns a function that restores the document as it is now; it removes the document when there is none now. */
    async prepareUndo(file: string): Promise<() => Promise<void>> {
      const path = join(folder, file)
      const before = await readContent(path)
      return () => restoreContent(path, before)
    },
  }
}

/** Returns a comment that names the JSON Schema for editors; an empty text when the folder has no schemas. */
async function editorHint(file: string, folder: string): Promise<string> {
  const schema = 'schemas/application.json'
  const up = '../'.repeat(file.split('/').length - 1)
  return (await canAccess(join(folder, schema))) ? `# yaml-language-server: $schema=${up}${schema}\n` : ''
}
