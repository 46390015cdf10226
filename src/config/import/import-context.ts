/** What the steps of an import share. */

import type { ParsedDocument } from '../text/parsed-document.ts'
import { type MemberPath, renderMemberPath } from '../text/parsed-document.ts'
import type { ImportNote, ImportOptions } from './import-types.ts'

export type Members = Record<string, unknown>

export interface ImportContext {
  /** The document, which the steps change. */
  readonly document: Members
  /** The document as it was written. */
  readonly source: ParsedDocument
  readonly options: ImportOptions
  readonly isSwagger: boolean
  /** Adds a note at a path of the written document. */
  note(kind: ImportNote['kind'], path: MemberPath, message: string): void
}

export function createImportContext(
  document: Members,
  source: ParsedDocument,
  options: ImportOptions,
  notes: ImportNote[],
): ImportContext {
  return {
    document,
    source,
    options,
    isSwagger: document.openapi === undefined,
    note(kind, path, message) {
      const { file, line, column } = source.locateKey(path)
      notes.push({ kind, file, line, column, message: `${renderMemberPath(path)} ${message}`.trim() })
    },
  }
}

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the value as a map of members, an empty one when it is something else. */
export function membersOf(value: unknown): Members {
  return isMembers(value) ? value : {}
}

/** Removes the members that are neither in the list nor extensions (`x-...`), with a note for each. */
export function removeUnknownMembers(
  members: Members,
  known: ReadonlySet<string>,
  path: MemberPath,
  { note }: ImportContext,
): void {
  for (const name of Object.keys(members)) {
    if (known.has(name) || name.startsWith('x-')) continue
    delete members[name]
    note('dropped', [...path, name], 'is no member of OpenAPI here, and was removed')
  }
}
