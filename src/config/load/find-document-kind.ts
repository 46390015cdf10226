/** Finds the kind of a document from its path and its text. */
import { parse } from 'yaml'

import { documentKinds } from '../documents/index.ts'
import type { DocumentLocation } from '../text/find-documents.ts'

/**
 * Returns the name of the kind as `buildEditorSchemas` has it, for example `user-registry`; undefined when the text is
 * no document of the folder.
 */
export function findDocumentKind({ folder }: DocumentLocation, text: string): string | undefined {
  const kinds = documentKinds.filter((each) => each.folder === folder)
  const [only] = kinds
  const found = kinds.length === 1 ? only : kinds.find(({ is }) => is(readObject(text)))
  return found?.kind.toLowerCase().replaceAll(' ', '-')
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = parse(text, { uniqueKeys: false })
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
