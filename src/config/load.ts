/**
 * Documents on disk -> one frozen, typed, cross-checked configuration, or everything that is wrong with them.
 */
import { createHash } from 'node:crypto'

import type { DocumentKind } from './documents/document-kind.ts'
import {
  type CatalogDocument,
  type CatalogFolder,
  Documents,
  type FromDocument,
} from './documents/documents.ts'
import { documentKinds } from './documents/index.ts'
import { deepFreeze } from './freeze.ts'
import { Problems } from './problems.ts'
import { publish } from './publish.ts'
import { checkDocuments } from './rules/documents.ts'
import { rules } from './rules/index.ts'
import { type DocumentFile, findDocuments } from './text/files.ts'
import { filesWith, type Instead, textOf } from './text/instead.ts'
import { readDocument, readText } from './text/read.ts'
import type { Source } from './text/source.ts'
import type { Loaded, TypeTables } from './types.ts'

export interface LoadOptions {
  /** The documents are those of the sandbox: credentials that everyone knows are not worth a warning. */
  sandbox?: boolean
  /** Only to tell what would be wrong. */
  instead?: Instead | undefined
}

/**
 * Loads the documents below a folder. The configuration is there when no problem is an error; warnings may remain.
 *
 * Never throws for what stands in a document or is wrong with a file.
 */
export async function loadConfig(
  folder: string,
  tables: TypeTables,
  environment: Record<string, string | undefined>,
  { sandbox = false, instead }: LoadOptions = {},
): Promise<Loaded> {
  const problems = new Problems()
  const digest = createHash('sha256')
  const documents = new Documents()

  // 1. Each document for itself.
  const found = await findDocuments(folder, problems)
  const tools = { root: folder, environment, problems, digest }
  for (const file of instead ? filesWith(found, instead) : found) {
    const text = textOf(file, instead) ?? readText(file.path, folder)
    const source = readDocument(file.path, text, tools)
    if (source) readByKind(source, file, tables, documents, problems)
    else documents.addBroken(file.shelf)
  }

  // 2. Each catalog: names become things, and the rules between them are checked.
  const published = documents.folders.filter(hasCatalog).map((each) => publish(each, documents, problems))
  for (const each of published) {
    for (const rule of rules) rule(each, problems, { sandbox })
  }
  checkDocuments(documents, published, problems, { sandbox })

  // 3. The configuration, if nothing is wrong.
  if (problems.hasErrors) return { problems: problems.sorted() }
  const config = { revision: digest.digest('hex'), catalogs: published.map(({ catalog }) => catalog) }
  return { config: deepFreeze(config), problems: problems.sorted() }
}

function readByKind(
  source: Source,
  file: DocumentFile,
  tables: TypeTables,
  documents: Documents,
  problems: Problems,
): void {
  const value = source.value as Record<string, unknown>
  const possible = documentKinds.filter(({ shelf }) => shelf === file.shelf)
  const kind = possible.find((each) => each.is(value))
  if (!kind) {
    const signs = possible.map((each) => `${each.kind} (${each.sign})`).join(', ')
    problems.error(source.place(), `it cannot be told what this document is - here it may be: ${signs}`)
    return
  }

  const before = problems.errors
  kind.read({ source, file, tables, problems }, documents)
  if (!source.faulty && problems.errors === before) return
  documents.addBroken(file.shelf, kind.namedAs ?? kind.kind, namesIn(kind, source, file))
}

/** By which names other documents may refer to this one. */
function namesIn({ kind }: DocumentKind, source: Source, file: DocumentFile): string[] {
  if (kind !== 'API') return [String(source.at(['name']) ?? source.at(['info', 'name']))]
  return [`${source.at(['info', 'x-ibm-name'])}:${source.at(['info', 'version'])}`, file.path]
}

function hasCatalog(
  folder: CatalogFolder,
): folder is CatalogFolder & { catalog: FromDocument<CatalogDocument> } {
  return folder.catalog !== undefined
}
