/** What the readers of a description share. */
import type { ParsedDocument } from '../../text/parsed-document.ts'
import type { SchemaBundle } from '../schemas/schema-bundle.ts'

export type DescriptionContext = { source: ParsedDocument; bundle: SchemaBundle }

/** Returns an object with the member when the value is a non-empty text; otherwise an empty object. */
export function buildTextMember<K extends string>(key: K, value: unknown): { [key in K]?: string } {
  return typeof value === 'string' && value !== '' ? ({ [key]: value } as { [key in K]: string }) : {}
}
