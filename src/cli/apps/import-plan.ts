/** Compares applications in files with those in the store. */
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type DocumentOverlay, locateDocument, openFileStorage } from '../../config/index.ts'
import type { Catalog } from '../../config/types/index.ts'

/** An application that is in the store with another text. */
export type ChangedApplication = { file: string; text: string; before: string }

/** What an import does with the applications of a folder. */
export interface ImportPlan {
  created: { file: string; text: string }[]
  changed: ChangedApplication[]
  same: { file: string }[]
  /** The applications of the catalog that are in the store only. */
  others: { file: string }[]
}

/** Compares the applications of a catalog below a folder with those in the store. Rejects when the folder has none. */
export async function planImport(
  folder: string,
  catalog: Catalog,
  stored: readonly DocumentOverlay[],
): Promise<ImportPlan> {
  const found = await readApplications(folder, catalog)
  const catalogFolder = `${dirname(catalog.location.file)}/`
  const texts = new Map(stored.map(({ file, text }) => [file, text]))
  const plan: ImportPlan = { created: [], changed: [], same: [], others: [] }
  for (const each of found) {
    const before = texts.get(each.file)
    if (before === undefined) plan.created.push(each)
    else if (before === each.text) plan.same.push(each)
    else plan.changed.push({ ...each, before })
  }
  const files = new Set(found.map(({ file }) => file))
  plan.others = stored.filter(({ file }) => file.startsWith(catalogFolder) && !files.has(file))
  return plan
}

/** The comment with which `export` begins a file where the folder has schemas. */
const editorHint = /^# yaml-language-server: .*\n/

/** Reads the applications of a catalog below a folder. Rejects when there is none. */
async function readApplications(folder: string, catalog: Catalog): Promise<{ file: string; text: string }[]> {
  const place = `${dirname(catalog.location.file)}/applications`
  const entries = await readdir(join(folder, place)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const files = entries.map((name) => `${place}/${name}`).filter((file) => locateDocument(file))
  if (files.length === 0) throw new Error(`there are no applications in ${join(folder, place)}`)
  const { read } = openFileStorage(folder)
  return Promise.all(files.toSorted().map(async (file) => ({ file, text: (await read(file)).replace(editorHint, '') })))
}
