/**
 * What a kind of document is: how it is told from others, its schema, and how it is read.
 */
import type { Static, TSchema } from '../../lib/json-schema/type.ts'
import { check } from '../schema/check.ts'
import type { DocumentFile, Shelf } from '../text/files.ts'
import type { Problems } from '../text/problems.ts'
import type { Source } from '../text/source.ts'
import type { TypeTables } from '../types/index.ts'
import type { Documents } from './documents.ts'

export interface DocumentKind {
  /** In the words of the user: `user registry`. */
  kind: string
  /** The kind by which other documents refer to it, when that is not its own. */
  namedAs?: string
  shelf: Shelf
  /** The sign that a document is of this kind, in words. */
  sign: string
  is(value: Readonly<Record<string, unknown>>): boolean
  /** For editors: what a whole document may hold. */
  schema(tables: TypeTables): TSchema
  /** What the document says; undefined when it cannot be told. What is wrong with it becomes problems. */
  read(reading: Reading): Said | undefined
}

/** Puts what a document says among what the others say; what is wrong with that becomes problems. */
export type Said = (documents: Documents, problems: Problems) => void

export interface Reading {
  source: Source
  file: DocumentFile
  tables: TypeTables
  problems: Problems
}

interface PlainKind<T extends TSchema> extends Omit<DocumentKind, 'schema' | 'read'> {
  document: T
  /** Is handed what the document says, once it fits its schema. */
  read(value: Static<T>, reading: Reading): Said
}

/** A kind whose documents all have one schema. */
export function plainKind<T extends TSchema>({ document, read, ...rest }: PlainKind<T>): DocumentKind {
  return {
    ...rest,
    schema: () => document,
    read(reading) {
      const value = check(document, reading.source.value, [], reading)
      return value && read(value, reading)
    },
  }
}
