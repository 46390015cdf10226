/** The documents of the repository, copied so that a test may change them. */
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** Puts a copy into a folder. */
export async function copyDocuments(folder: string): Promise<void> {
  for (const name of ['providers', 'catalogs', 'apis'])
    await cp(join(root, name), join(folder, name), { recursive: true })
}

/** Replaces a text in a document, which must be there. */
export async function changeText(file: string, from: string | RegExp, to: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  const isThere = typeof from === 'string' ? text.includes(from) : from.test(text)
  if (!isThere) throw new Error(`${file} does not say "${from}"`)
  await writeFile(file, text.replace(from, to))
}
