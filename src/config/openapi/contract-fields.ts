/**
 * The members of an object that a call writes as text, in a form or in parameters: which types the text may stand for.
 */
import type { Path, Source } from '../text/source.ts'
import type { FieldContract } from '../types/index.ts'
import { followRefs } from './local-ref.ts'

type Json = Record<string, unknown>

export interface FoundSchema {
  path: Path
  schema: Json
}

const deepest = 16 // allOf within allOf

/** The schema at a path, behind its references; an empty one when there is none. */
export function schemaAt(path: Path, source: Source): FoundSchema {
  const target = followRefs(source, path)
  const end = 'refused' in target ? path : target.path
  const schema = source.at(end)
  return { path: end, schema: isJson(schema) ? schema : {} }
}

export function typesOf({ schema }: FoundSchema): string[] {
  return [schema.type ?? []].flat().map(String)
}

/** The members that a schema names, also by `allOf`. */
export function fieldsOf(path: Path, source: Source, depth = 0): Map<string, FieldContract> {
  const { path: at, schema } = schemaAt(path, source)
  const fields = new Map<string, FieldContract>()
  if (depth > deepest) return fields
  if (Array.isArray(schema.allOf)) {
    for (const index of schema.allOf.keys())
      for (const [name, field] of fieldsOf([...at, 'allOf', index], source, depth + 1))
        fields.set(name, field)
  }
  for (const name of Object.keys(isJson(schema.properties) ? schema.properties : {}))
    fields.set(name, fieldOf([...at, 'properties', name], source))
  return fields
}

export function fieldOf(path: Path, source: Source): FieldContract {
  const found = schemaAt(path, source)
  const isList = typesOf(found).includes('array')
  const types = typesOf(isList ? schemaAt([...found.path, 'items'], source) : found)
  return { isList, types }
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
