/** The outline of a document: what lists of documents show, and what other documents refer to. */
import { membersOf } from '../../../shared/lib/collections/json-object.ts'
import { findDocumentKind, readMembers } from '../documents/index.ts'
import type { DocumentLocation } from '../text/find-documents.ts'
import { listTargets, scanTargets } from './document-references.ts'

export interface DocumentOutline {
  /** The path of the file relative to the configuration folder. */
  file: string
  /** The kind as `buildEditorSchemas` names it, such as `user-registry`; `unknown` when the text has none. */
  kind: string
  /** The name by which other documents refer to it. */
  name: string
  title: string
  version?: string | undefined
  /** The folder of the catalog to which the document belongs. */
  catalog?: string | undefined
  /** The plans of a product. */
  plans?: string[] | undefined
  /** The scopes of an OAuth provider. */
  scopes?: string[] | undefined
  /** The state of a product or an application, such as `staged`. */
  state?: string | undefined
  /** What the document names: kinds with names, such as `product orders`. */
  targets?: readonly string[]
}

/** Documents of these kinds may be many or large: their outline is read from the text without parsing it. */
const scannedKinds = new Set(['api', 'application'])

/** Returns the outline of a document from its text, which may have errors. */
export function outlineDocument(location: DocumentLocation, text: string): DocumentOutline {
  const kind = findDocumentKind(location, text) ?? 'unknown'
  const members = scannedKinds.has(kind) ? scanText(kind, text) : outlineMembers(kind, text)
  const name = members.name ?? ''
  return {
    file: location.path,
    kind,
    ...members,
    name,
    title: members.title ?? name,
    catalog: location.catalog || undefined,
  }
}

type Members = Omit<DocumentOutline, 'file' | 'kind' | 'name' | 'title'> &
  Partial<Record<'name' | 'title', string | undefined>>

function scanText(kind: string, text: string): Members {
  const find = (member: string) =>
    new RegExp(`(?:^|[{,\\s])"?${member}"?: *["']?([^"'#,}\\n]+)`).exec(text)?.[1]?.trim()
  const info = text.slice(Math.max(0, text.search(/(^|[{,\s])"?info"?:/)))
  const version = /(?:^|[{,\s])"?version"?: *["']?([^"'#,}\n]+)/.exec(info)?.[1]?.trim()
  const title = find('title')
  const name = find('x-ibm-name') ?? find('name')
  const state = kind === 'application' ? find('state') : undefined
  return {
    name: name || undefined,
    title: title || undefined,
    version: version || undefined,
    state: state || undefined,
    ...withTargets(scanTargets(kind, text)),
  }
}

function outlineMembers(kind: string, text: string): Members {
  const value = readMembers(text)
  const info = membersOf(value.info ?? value)
  const texts = Object.fromEntries(
    ['name', 'title', 'version'].flatMap((member) =>
      info[member] === undefined || info[member] === null ? [] : [[member, String(info[member])]],
    ),
  )
  return {
    ...texts,
    state: typeof value.state === 'string' ? value.state : undefined,
    ...withTargets(listTargets(kind, value)),
    plans: value.plans === undefined ? undefined : Object.keys(membersOf(value.plans)),
    scopes: value.scopes === undefined ? undefined : Object.keys(membersOf(value.scopes)),
  }
}

function withTargets(targets: readonly string[]): Members {
  return targets.length === 0 ? {} : { targets }
}
