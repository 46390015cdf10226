/** Defines a kind of document: how it is recognised, its schema, and how it is read. */
import type { Static, TSchema } from '../../lib/json-schema/type.ts'
import { checkAgainstSchema } from '../schema/check-against-schema.ts'
import type { DocumentFolder, DocumentLocation } from '../text/find-documents.ts'
import type { ParsedDocument } from '../text/parsed-document.ts'
import type { ProblemList } from '../text/problem-list.ts'
import type { TypeTables } from '../types/index.ts'
import type { DocumentSet } from './document-set.ts'

export interface DocumentKind {
  /** The name that messages to the user show: `user registry`. */
  kind: string
  /** The kind that other documents use to refer to this one, when it differs from `kind`. */
  referredToAs?: string
  folder: DocumentFolder
  /** A text that says how a document of this kind is recognised. */
  recognisedBy: string
  is(value: Readonly<Record<string, unknown>>): boolean
  /** Returns the schema of a whole document, for editors. */
  schema(tables: TypeTables): TSchema
  /**
   * Reads a document and returns a function that adds it to the document set; undefined when the document cannot
   * be read. Reports errors as problems.
   */
  read(reading: DocumentContext): AddToDocumentSet | undefined
}

/** Adds the content of a document to the set of all documents. Reports conflicts as problems. */
export type AddToDocumentSet = (documents: DocumentSet, problems: ProblemList) => void

export interface DocumentContext {
  source: ParsedDocument
  file: DocumentLocation
  tables: TypeTables
  problems: ProblemList
}

interface PlainKind<T extends TSchema> extends Omit<DocumentKind, 'schema' | 'read'> {
  document: T
  /** Reads a value that fits the schema, with defaults filled in. */
  read(value: Static<T>, reading: DocumentContext): AddToDocumentSet
}

/** Defines a kind of document that has one schema for all types. */
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
