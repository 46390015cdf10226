/**
 * Documents on disk -> one frozen, typed, cross-checked configuration, or everything that is wrong with them.
 */
import { createHash } from 'node:crypto'

import {
  type CatalogDocument,
  type CatalogFolder,
  Documents,
  type FromDocument,
} from './documents/documents.ts'
import { openReader } from './documents/reader.ts'
import { deepFreeze } from './freeze.ts'
import { publish } from './publish/publish.ts'
import { checkDocuments } from './rules/documents.ts'
import { rules } from './rules/index.ts'
import { findDocuments } from './text/files.ts'
import { filesWith, type Instead, textOf } from './text/overlay.ts'
import { Problems } from './text/problems.ts'
import type { Loaded, Place, TypeTables } from './types/index.ts'
import { addUnreadableCatalogs } from './unreadable-catalog.ts'

export interface LoadOptions {
  /** The documents are those of the sandbox: credentials that everyone knows are not worth a warning. */
  sandbox?: boolean | undefined
  /** Only to tell what would be wrong. */
  instead?: Instead | undefined
}

/** Loads documents; again it reads only what has changed since. */
export type Load = (instead?: Instead) => Promise<Loaded>

export interface OpenConfig {
  load: Load
  /** Where a value inside an element of the documents last loaded stands; the element itself, if that is not known. */
  placeWithin(element: Place, path: readonly (string | number)[]): Place
}

/**
 * Loads the documents below a folder. The configuration is there when no problem is an error; warnings may remain.
 *
 * Never throws for what stands in a document or is wrong with a file.
 */
export function openConfig(
  folder: string,
  tables: TypeTables,
  environment: Record<string, string | undefined>,
  { sandbox = false }: Pick<LoadOptions, 'sandbox'> = {},
): OpenConfig {
  const reader = openReader({ root: folder, tables, environment })

  return { load, placeWithin }

  function placeWithin(element: Place, path: readonly (string | number)[]): Place {
    return reader.find(element.file)?.placeWithin(element, path) ?? element
  }

  async function load(instead?: Instead): Promise<Loaded> {
    const problems = new Problems()
    const digest = createHash('sha256')
    const documents = new Documents()

    // 1. Each document for itself.
    const found = await findDocuments(folder, problems)
    const files = instead ? filesWith(found, instead) : found
    for (const file of files) {
      const document = reader.read(file, textOf(file, instead))
      digest.update(`${file.path}\0${document.digest}\0`)
      problems.add(document.problems)
      document.add(documents, problems)
    }
    reader.keep(files)
    addUnreadableCatalogs(files, documents)

    // 2. Each catalog: names become things, and the rules between them are checked.
    const published = documents.folders.filter(hasCatalog).map((each) => publish(each, documents, problems))
    for (const each of published) {
      for (const rule of rules) rule(each, problems, { sandbox })
    }
    checkDocuments(documents, published, problems, { sandbox })

    // 3. The configuration, if nothing is wrong.
    const config = { revision: digest.digest('hex'), catalogs: published.map(({ catalog }) => catalog) }
    if (problems.hasErrors) return { problems: problems.sorted(), readable: config }
    return { config: deepFreeze(config), problems: problems.sorted() }
  }
}

/** Loads the documents below a folder once. */
export function loadConfig(
  folder: string,
  tables: TypeTables,
  environment: Record<string, string | undefined>,
  { instead, ...options }: LoadOptions = {},
): Promise<Loaded> {
  return openConfig(folder, tables, environment, options).load(instead)
}

function hasCatalog(
  folder: CatalogFolder,
): folder is CatalogFolder & { catalog: FromDocument<CatalogDocument> } {
  return folder.catalog !== undefined
}
