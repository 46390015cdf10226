/** Defines a kind of document: how it is recognised and read, its schema, and what comparisons list. */
import type { Static, TSchema } from '../../../shared/lib/json-schema/type.ts'
import { checkAgainstSchema } from '../schema/check-against-schema.ts'
import type { DocumentFolder, DocumentLocation } from '../text/find-documents.ts'
import type { MemberPath, ParsedDocument } from '../text/parsed-document.ts'
import type { ProblemList } from '../text/problem-list.ts'
import type { Catalog, TypeTables } from '../types/index.ts'
import type { ConfigPart } from './config-fact.ts'
import type { DocumentSet } from './document-set.ts'

export interface DocumentKind {
  /** The name in files of schemas, in references and at the portal: `user-registry`. */
  id: string
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
  /** Returns a function that adds the document to the set; undefined for an unreadable one. Reports problems. */
  read(reading: DocumentContext): AddToDocumentSet | undefined
  /** The members that make up the name of a document; a rename changes the first one. Default: `name`. */
  identity?: readonly MemberPath[]
  /** The members that name other documents. Editors offer the existing names for them, and a rename changes them. */
  references: readonly ReferenceMember[]
  /** Lists the parts of a catalog that come from documents of this kind, with the facts that are compared. */
  listParts(catalog: Catalog): readonly ConfigPart[]
}

/** A member that names a document. */
export interface ReferenceMember {
  /** The path of the member. A step `*` stands for any member or item, `**` for any number of them. */
  path: readonly string[]
  /** The ids of the kinds of the named document. */
  to: readonly string[]
}

/** Adds the content of a document to the set of all documents. Reports conflicts as problems. */
export type AddToDocumentSet = (documents: DocumentSet, problems: ProblemList) => void

export interface DocumentContext {
  source: ParsedDocument
  file: DocumentLocation
  tables: TypeTables
  problems: ProblemList
  /** Whether the documents are those of the sandbox, whose well-known credentials cause no warning. */
  sandbox: boolean
}

interface PlainKind<T extends TSchema> extends Omit<DocumentKind, 'schema' | 'read'> {
  document: T
  /** Reads a value that fits the schema, with defaults filled in. */
  read(value: Static<T>, reading: DocumentContext): AddToDocumentSet
}

/** Defines a kind of document that has one schema for all types. */
export function defineDocumentKind<T extends TSchema>({ document, read, ...rest }: PlainKind<T>): DocumentKind {
  return {
    ...rest,
    schema: () => document,
    read(reading) {
      const value = checkAgainstSchema(document, reading.source.value, [], reading)
      return value && read(value, reading)
    },
  }
}
