/** Where edited documents are: the files of a folder, or what a caller provides. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { canAccess } from '../../../shared/lib/files/can-access.ts'
import { makeFolder } from '../../../shared/lib/files/make-folder.ts'
import { replaceFile } from '../../../shared/lib/files/replace-file.ts'

/** A change of a document; undefined is no document. */
export interface TextExchange {
  before: string | undefined
  after: string | undefined
}

/**
 * Puts a text in the place of `before`; undefined is no file. Returns false when the file has another text: no other
 * edit of this process comes between. A new file gets the permissions `mode`.
 */
export async function exchangeText(path: string, { before, after }: TextExchange, mode?: number): Promise<boolean> {
  const mayReplace = () => (existsSync(path) ? readFileSync(path, 'utf8') : undefined) === before
  if (after !== undefined) {
    await makeFolder(dirname(path))
    return replaceFile(path, after, { mode, mayReplace })
  }
  const isUnchanged = mayReplace()
  if (isUnchanged) rmSync(path, { force: true })
  return isUnchanged
}

/** Returns a function that reverts an edit, also its permissions. What others have written since then stays. */
export async function prepareUndo(path: string): Promise<(edit: TextExchange) => Promise<boolean>> {
  const found = await stat(path).catch(() => undefined)
  return ({ before, after }) => exchangeText(path, { before: after, after: before }, found && found.mode & 0o777)
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

    /** Returns the text that was written; undefined when the document exists. */
    async create(file: string, text: string): Promise<string | undefined> {
      const after = `${await editorHint(file, folder)}${text}`
      return (await exchangeText(join(folder, file), { before: undefined, after })) ? after : undefined
    },

    /** Replaces a text; undefined is no document. Returns false when its text is no longer `before`. */
    replace: (file: string, before: string | undefined, after: string | undefined): Promise<boolean> =>
      exchangeText(join(folder, file), { before, after }),

    prepareUndo: (file: string) => prepareUndo(join(folder, file)),
  }
}

/** Returns a comment that names the JSON Schema for editors; an empty text when the folder has no schemas. */
async function editorHint(file: string, folder: string): Promise<string> {
  const schema = 'schemas/application.json'
  const up = '../'.repeat(file.split('/').length - 1)
  return (await canAccess(join(folder, schema))) ? `# yaml-language-server: $schema=${up}${schema}\n` : ''
}
