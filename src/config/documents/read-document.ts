/**
 * What one document says, for itself: the same for the same text, whatever stands in the others.
 */
import { hash } from 'node:crypto'
import type { DocumentFile } from '../text/files.ts'
import { Problems } from '../text/problems.ts'
import { type FileText, readDocument } from '../text/read.ts'
import { warnOfShellReferences } from '../text/shell-references.ts'
import type { Path, Source } from '../text/source.ts'
import type { Problem, TypeTables } from '../types/index.ts'
import { api, apiName } from './api.ts'
import type { DocumentKind } from './document-kind.ts'
import type { Documents } from './documents.ts'
import { documentKinds } from './index.ts'

export interface ReadDocument {
  /** Equal for equal texts, with everything that these bring in. */
  digest: string
  /** It refers to files, which change for themselves. */
  hasFiles: boolean
  /** Undefined when it could not be read at all. */
  source: Source | undefined
  /** What is wrong with it for itself. */
  problems: readonly Problem[]
  /** Puts what it says among the others; what is wrong with that becomes problems. */
  add(documents: Documents, problems: Problems): void
}

export interface DocumentTools {
  root: string
  tables: TypeTables
  environment: Record<string, string | undefined>
}

/** Reads a document from its text, or says why there is none. */
export function readOne(file: DocumentFile, text: FileText, tools: DocumentTools): ReadDocument {
  const { root, tables, environment } = tools
  const problems = new Problems()
  const texts = 'text' in text ? [text.text] : []
  let hasFiles = false
  const met = (more: string) => texts.push(more)
  const metFile = () => {
    hasFiles = true
  }
  const source = readDocument(file.path, text, { root, environment, problems, met, metFile })
  if (source && 'text' in text && text.text.includes('${')) warnOfShellReferences(source, problems)
  const kind = source && kindOf(source, file, problems)
  const said = source && kind?.read({ source, file, tables, problems })
  const isBroken = problems.hasErrors
  const result = { digest: hash('sha256', texts.join('\0')), hasFiles, source, problems: problems.all }
  if (!source) return { ...result, add: (documents) => documents.addBroken(file.shelf) }
  if (!kind) return { ...result, add() {} }

  source.release()
  return {
    ...result,
    add(documents, problems) {
      const before = problems.errors
      said?.(documents, problems)
      if (!isBroken && problems.errors === before) return
      if (identityOf(kind).some((path) => source.isGap(path))) documents.addBroken(file.shelf)
      else documents.addBroken(file.shelf, kind.namedAs ?? kind.kind, namesIn(kind, source, file))
    },
  }
}

function kindOf(source: Source, { shelf }: DocumentFile, problems: Problems): DocumentKind | undefined {
  const value = source.value as Record<string, unknown>
  if (shelf === 'product' && api.is(value)) return api // a file that a product beside it names by $ref
  const possible = documentKinds.filter((each) => each.shelf === shelf)
  const kind = possible.find((each) => each.is(value))
  if (kind) return kind
  const signs = possible.map((each) => `${each.kind} (${each.sign})`).join(', ')
  problems.error(source.place(), `it cannot be told what this document is - here it may be: ${signs}`)
  return undefined
}

/** The members by which other documents know this one. */
function identityOf({ kind }: DocumentKind): Path[] {
  if (kind === 'API')
    return [
      ['info', 'x-ibm-name'],
      ['info', 'version'],
      ['info', 'title'],
    ]
  return kind === 'product' ? [['info', 'name']] : [['name']]
}

/** By which names other documents may refer to this one. */
function namesIn({ kind }: DocumentKind, source: Source, { path }: DocumentFile): string[] {
  if (kind !== 'API') return [String(source.at(['name']) ?? source.at(['info', 'name']))]
  const info = source.at(['info']) as { title: string; 'x-ibm-name'?: string; version: string }
  return [`${apiName(info)}:${info.version}`, path]
}
