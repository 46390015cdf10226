/** What the readers of a description share. */
import type { Source } from '../../text/source.ts'
import type { SchemaBundle } from '../schema-bundle.ts'

export interface Describing {
  source: Source
  bundle: SchemaBundle
}

export type Json = Record<string, unknown>

export function isMap(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A member, when there is a text for it. */
export function text<K extends string>(key: K, value: unknown): { [key in K]?: string } {
  return typeof value === 'string' && value !== '' ? ({ [key]: value } as { [key in K]: string }) : {}
}
