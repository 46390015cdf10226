/** Makes a schema reject members that it does not name. */
import { isJsonObject, type JsonObject, mapValues } from '../../../shared/lib/collections/json-object.ts'
import type { TSchema } from '../../../shared/lib/json-schema/type.ts'

const holdSchemas = ['properties', 'patternProperties', '$defs', 'definitions']
const listSchemas = ['anyOf', 'oneOf']
const areSchemas = ['items', 'additionalProperties', 'not']

/** Returns a copy in which every map without a rule for other members rejects them, except parts of an intersection. */
export function rejectUnknownMembers(schema: TSchema): TSchema {
  return close(schema as JsonObject) as TSchema
}

function close(schema: JsonObject): JsonObject {
  const copy: JsonObject = { ...schema }
  for (const key of holdSchemas) if (isJsonObject(copy[key])) copy[key] = mapValues(copy[key], closeAny)
  for (const key of listSchemas) if (Array.isArray(copy[key])) copy[key] = copy[key].map(closeAny)
  for (const key of areSchemas) copy[key] = Array.isArray(copy[key]) ? copy[key].map(closeAny) : closeAny(copy[key])
  for (const key of areSchemas) if (copy[key] === undefined) delete copy[key]

  const open = copy.additionalProperties === undefined && copy.patternProperties === undefined
  if (copy.properties !== undefined && open) copy.additionalProperties = false
  return copy
}

function closeAny(schema: unknown): unknown {
  return isJsonObject(schema) ? close(schema) : schema
}
