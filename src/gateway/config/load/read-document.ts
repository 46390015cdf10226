/** Reads one document by itself. The result depends only on the text, not on other documents. */
import { hash } from 'node:crypto'
import type { AddToDocumentSet, DocumentContext, DocumentKind } from '../document-set/document-kind.ts'
import type { DocumentSet } from '../document-set/document-set.ts'
import { apiKind, findApiName } from '../documents/api/api.ts'
import { documentKinds } from '../documents/index.ts'
import type { DocumentLocation } from '../text/find-documents.ts'
import { type DocumentText, parseDocument } from '../text/parse-document.ts'
import type { MemberPath, ParsedDocument } from '../text/parsed-document.ts'
import { ProblemList } from '../text/problem-list.ts'
import type { Problem, TypeTables } from '../types/index.ts'

export interface DocumentReadResult {
  /** A digest of the text and of the texts that references insert. */
  digest: string
  /** Whether the document refers to files or secrets, whose content may change while the document does not. */
  isVolatile: boolean
  /** The parsed document; undefined when the file or its text cannot be read. */
  source: ParsedDocument | undefined
  /** The problems of the document, without those between documents. */
  problems: readonly Problem[]
  /** Adds the content to the document set. Reports conflicts as problems. */
  add(documents: DocumentSet, problems: ProblemList): void
}

export interface DocumentDeps {
  root: string
  tables: TypeTables
  environment: Record<string, string | undefined>
  /** Whether names that nothing defines are errors; by default, each document decides. */
  strict?: boolean | undefined
  sandbox: boolean
  /** Called with every reference of `$vault{}`. */
  onSecret(reference: string): void
  /** Called with the path of every file that `$file{}` names, readable or not. */
  onFile(path: string): void
}

/** Reads a document from its text. The result has no source when the text cannot be parsed. */
export function readDocument(file: DocumentLocation, text: DocumentText, deps: DocumentDeps): DocumentReadResult {
  const { root, tables, environment, strict, sandbox } = deps
  const problems = new ProblemList()
  const texts = 'text' in text ? [text.text] : []
  let isVolatile = false
  const onText = (more: string) => texts.push(more)
  const buildReporter = (report: (named: string) => void) => (named: string) => {
    isVolatile = true
    report(named)
  }
  const [onFile, onSecret] = [buildReporter(deps.onFile), buildReporter(deps.onSecret)]
  const source = parseDocument(file.path, text, { root, environment, problems, strict, onText, onFile, onSecret })
  if (source && 'text' in text && text.text.includes('${')) warnOfShellReferences(source, problems)
  const kind = source && kindOf(source, file, problems)
  const said = source && kind?.read({ source, file, tables, problems, sandbox })
  const isBroken = problems.hasErrors
  const result = { digest: hash('sha256', texts.join('\0')), isVolatile, source, problems: problems.all }
  if (!source) return { ...result, add: (documents) => documents.addBroken(file.folder) }
  if (!kind) return { ...result, add() {} }

  source.discardParsedValue()
  return { ...result, add: buildAdd({ source, file }, kind, isBroken, said) }
}

/** Returns the function in a scope of its own: that of `readDocument` would keep half a kilobyte in memory. */
function buildAdd(
  { source, file }: Pick<DocumentContext, 'source' | 'file'>,
  kind: DocumentKind,
  isBroken: boolean,
  said: AddToDocumentSet = () => {},
): DocumentReadResult['add'] {
  return (documents, problems) => {
    const before = problems.errors
    said(documents, problems)
    if (!isBroken && problems.errors === before) return
    if ((kind.identity ?? [['name']]).some((path) => source.isGap(path))) documents.addBroken(file.folder)
    else documents.addBroken(file.folder, kind.referredToAs ?? kind.kind, namesIn(kind, source, file))
  }
}

function kindOf(source: ParsedDocument, { folder }: DocumentLocation, problems: ProblemList): DocumentKind | undefined {
  const value = source.value as Record<string, unknown>
  if (folder === 'product' && apiKind.is(value)) return apiKind // an API document beside a product, which the product names by `$ref`
  const possible = documentKinds.filter((each) => each.folder === folder)
  const kind = possible.find((each) => each.is(value))
  if (kind) return kind
  const signs = possible.map((each) => `${each.kind} (${each.recognisedBy})`).join(', ')
  const [mark, advice] = Object.entries(withoutKind).find(([member]) => member in value) ?? []
  const found = mark === undefined ? '' : ` "${mark}": ${advice}`
  problems.error(source.locate(), `unknown kind of document${found} - in this folder it can be:  ${signs}`)
  return undefined
}

/** What to do with documents of API Connect that have no kind here, by the member that marks them. */
const withoutKind = {
  'global-policy': 'put its steps into the assembly of each API',
  policy: 'write it as a file in policies/',
}

/** Returns the names by which other documents may refer to this document. */
function namesIn({ kind }: DocumentKind, source: ParsedDocument, { path }: DocumentLocation): string[] {
  if (kind !== 'API') return [String(source.valueAt(['name']) ?? source.valueAt(['info', 'name']))]
  const info = source.valueAt(['info']) as { title: string; 'x-ibm-name'?: string; version: string }
  return [`${findApiName(info)}:${info.version}`, path]
}

const shellReference = /(?<!\$)\$\{([A-Za-z_][A-Za-z0-9_]*)\}/
/** The members whose text is documentation, where `${NAME}` causes no warning. */
const remarks = new Set(['description', 'summary', 'title', 'example', 'examples', 'pattern'])

/** Warns of `${NAME}` in a document, which is literal text there but is usually meant as `$env{NAME}`. */
function warnOfShellReferences(source: ParsedDocument, problems: ProblemList): void {
  visit(source.value, [])

  function visit(value: unknown, path: MemberPath): void {
    if (typeof value === 'string') {
      const [whole, name] = shellReference.exec(source.renderValue(path)) ?? []
      if (whole !== undefined)
        problems.warning(source.locate(path), `"${whole}" stands for itself: the environment variable is $env{${name}}`)
    } else if (Array.isArray(value))
      value.forEach((each, index) => {
        visit(each, [...path, index])
      })
    else if (typeof value === 'object' && value !== null) {
      for (const [key, each] of Object.entries(value)) if (!remarks.has(key)) visit(each, [...path, key])
    }
  }
}
