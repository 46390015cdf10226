/** Makes a schema reject members that it does not name. */
import type { TSchema } from '../../lib/json-schema/type.ts'

type Json = { [key: string]: unknown }

const holdSchemas = ['properties', 'patternProperties', '$defs', 'definitions']
const listSchemas = ['anyOf', 'oneOf']
const areSchemas = ['items', 'additionalProperties', 'not']

/**
 * Returns a copy in which every map without a rule for further members rejects them. The parts of an intersection
 * are not changed, because each would reject the members of the others.
 */
export function rejectUnknownMembers(schema: TSchema): TSchema {
  return close(schema as Json) as TSchema
}

function close(schema: Json): Json {
  const copy: Json = { ...schema }
  for (const key of holdSchemas) if (isJson(copy[key])) copy[key] = mapValues(copy[key], closeAny)
  for (const key of listSchemas) if (Array.isArray(copy[key])) copy[key] = copy[key].map(closeAny)
  for (const key of areSchemas) copy[key] = Array.isArray(copy[key]) ? copy[key].map(closeAny) : closeAny(copy[key])
  for (const key of areSchemas) if (copy[key] === undefined) delete copy[key]

  const open = copy.additionalProperties === undefined && copy.patternProperties === undefined
  if (copy.properties !== undefined && open) copy.additionalProperties = false
  return copy
}

function closeAny(schema: unknown): unknown {
  return isJson(schema) ? close(schema) : schema
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function mapValues(value: Json, change: (each: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, change(each)]))
}
