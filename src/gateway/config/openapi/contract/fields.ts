/** Reads the members of an object that a request sends as text, with the JSON types of each. */
import { isJsonObject } from '../../../../shared/lib/collections/json-object.ts'
import type { MemberPath, ParsedDocument } from '../../text/parsed-document.ts'
import type { FieldContract } from '../../types/index.ts'
import { followRefs } from '../schemas/local-ref.ts'

export type LocatedSchema = ReturnType<typeof findSchema>

const maxDepth = 16 // of `allOf` within `allOf`

/** Returns the schema at a path with references resolved; an empty schema when there is none. */
export function findSchema(path: MemberPath, source: ParsedDocument) {
  const target = followRefs(source, path)
  const end = 'error' in target ? path : target.path
  const schema = source.valueAt(end)
  return { path: end, schema: isJsonObject(schema) ? schema : {} }
}

export function listSchemaTypes({ schema }: LocatedSchema): string[] {
  return [schema.type ?? []].flat().map(String)
}

/** Returns the members of a schema, including those under `allOf`. */
export function readFieldContracts(path: MemberPath, source: ParsedDocument, depth = 0): Map<string, FieldContract> {
  const { path: at, schema } = findSchema(path, source)
  const fields = new Map<string, FieldContract>()
  if (depth > maxDepth) return fields
  if (Array.isArray(schema.allOf)) {
    for (const index of schema.allOf.keys())
      for (const [name, field] of readFieldContracts([...at, 'allOf', index], source, depth + 1))
        fields.set(name, field)
  }
  for (const name of Object.keys(isJsonObject(schema.properties) ? schema.properties : {}))
    fields.set(name, readFieldContract([...at, 'properties', name], source))
  return fields
}

export function readFieldContract(path: MemberPath, source: ParsedDocument): FieldContract {
  const found = findSchema(path, source)
  const isList = listSchemaTypes(found).includes('array')
  const types = listSchemaTypes(isList ? findSchema([...found.path, 'items'], source) : found)
  return { isList, types }
}
