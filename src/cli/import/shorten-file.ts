import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Returns a note whose file is a path relative to the working folder, as users write it. URLs of the web stay as they are. */
export function shortenFile<T extends { file: string }>(note: T): T {
  if (!note.file.startsWith('file:')) return note
  const path = fileURLToPath(note.file)
  const here = relative(process.cwd(), path)
  return { ...note, file: here.startsWith('..') ? path : here }
}
