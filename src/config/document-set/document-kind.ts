/**
 * What a kind of document is: how it is told from others, its schema, and how it is read.
 */
import type { Static, TSchema } from '../../lib/json-schema/type.ts'
import { checkAgainstSchema } from '../schema/check-against-schema.ts'
import type { DocumentFolder, DocumentLocation } from '../text/find-documents.ts'
import type { ParsedDocument } from '../text/parsed-document.ts'
import type { ProblemList } from '../text/problem-list.ts'
import type { TypeTables } from '../types/index.ts'
import type { DocumentSet } from './document-set.ts'

export interface DocumentKind {
  /** In the words of the user: `user registry`. */
  kind: string
  /** The kind by which other documents refer to it, when that is not its own. */
  namedAs?: string
  shelf: DocumentFolder
  /** The sign that a document is of this kind, in words. */
  sign: string
  is(value: Readonly<Record<string, unknown>>): boolean
  /** For editors: what a whole document may hold. */
  schema(tables: TypeTables): TSchema
  /** What the document says; undefined when it cannot be told. What is wrong with it becomes problems. */
  read(reading: DocumentContext): AddToDocumentSet | undefined
}

/** Puts what a document says among what the others say; what is wrong with that becomes problems. */
export type AddToDocumentSet = (documents: DocumentSet, problems: ProblemList) => void

export interface DocumentContext {
  source: ParsedDocument
  file: DocumentLocation
  tables: TypeTables
  problems: ProblemList
}

interface PlainKind<T extends TSchema> extends Omit<DocumentKind, 'schema' | 'read'> {
  document: T
  /** Is handed what the document says, once it fits its schema. */
  read(value: Static<T>, reading: DocumentContext): AddToDocumentSet
}

/** A kind whose documents all have one schema. */
export function defineDocumentKind<T extends TSchema>({
  document,
  read,
  ...rest
}: PlainKind<T>): DocumentKind {
  return {
    ...rest,
    schema: () => document,
    read(reading) {
      const value = checkAgainstSchema(document, reading.source.value, [], reading)
      return value && read(value, reading)
    },
  }
}
