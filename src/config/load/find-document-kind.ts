/** Finds the kind of a document from its path and its text. */
import { parse } from 'yaml'

import type { DocumentKind } from '../document-set/document-kind.ts'
import { documentKinds, findKind } from '../documents/index.ts'
import type { DocumentLocation } from '../text/find-documents.ts'

/** Returns the form of a kind and the members by which its documents name others; both are empty for an unknown kind. */
export function describeDocumentKind(id: string): Pick<DocumentKind, 'form' | 'references'> {
  const { form = { groups: [] }, references = [] } = findKind(id) ?? {}
  return { form, references }
}

/**
 * Returns the id of the kind, for example `user-registry`; undefined when the text is
 * no document of the folder.
 */
export function findDocumentKind({ folder }: DocumentLocation, text: string): string | undefined {
  const kinds = documentKinds.filter((each) => each.folder === folder)
  const [only] = kinds
  const found = kinds.length === 1 ? only : kinds.find(({ is }) => is(readObject(text)))
  return found?.id
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = parse(text, { uniqueKeys: false })
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
