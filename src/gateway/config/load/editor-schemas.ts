/**
 * Builds the JSON Schemas of single documents for editors, in draft 7, which editors support best. `sluice check` also
 * checks the rules between documents.
 */
import { type JsonObject, mapValues } from '../../../shared/lib/collections/json-object.ts'
import { documentKinds } from '../documents/index.ts'
import { rejectUnknownMembers } from '../schema/reject-unknown-members.ts'
import type { TypeTables } from '../types/index.ts'

/** Returns a JSON Schema for each kind of document, by the id of the kind, for example `user-registry`. */
export function buildEditorSchemas(tables: TypeTables): Record<string, object> {
  return Object.fromEntries(
    documentKinds.map(({ id, kind, schema }) => {
      const whole = forEditors(rejectUnknownMembers(schema(tables)) as JsonObject)
      const head = { $schema: 'http://json-schema.org/draft-07/schema#', title: `Sluice: ${kind}` }
      return [id, { ...head, ...whole }]
    }),
  )
}

/** The keywords that only this loader uses, which are removed for editors. */
const ownWords = new Set(['x-words', 'x-ignored', 'x-names', 'x-hints', 'x-list', 'x-unknown', 'x-foreign'])
const mapsOfSchemas = new Set(['properties', 'patternProperties', 'definitions', '$defs'])
const schemas = new Set(['items', 'additionalProperties', 'not', 'propertyNames'])
const listsOfSchemas = new Set(['anyOf', 'oneOf', 'allOf'])

/** Returns a schema for editors, which check the text as written: without defaults, with references. */
function forEditors(schema: JsonObject): JsonObject {
  const { 'x-words': words, 'x-list': list } = schema
  if (list !== undefined) return { $ref: `#/definitions/${list}` }

  const copy: JsonObject = {}
  for (const [word, value] of Object.entries(schema)) {
    if (ownWords.has(word)) continue
    if (mapsOfSchemas.has(word)) copy[word] = mapValues(value, convertAny)
    else if (schemas.has(word)) copy[word] = convertAny(value)
    else if (listsOfSchemas.has(word)) copy[word] = (value as unknown[]).map(convertAny)
    else copy[word] = value
  }
  if (words !== undefined) copy.description ??= words
  if (copy.format === 'ip-network') delete copy.format
  if (copy.format === 'web-address') {
    delete copy.format
    copy.pattern = '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/]'
  }
  if (Array.isArray(schema.required))
    copy.required = schema.required.filter((name) => !hasDefault(schema.properties, name))
  return orReference(copy)
}

function convertAny(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(convertAny)
  return typeof schema === 'object' && schema !== null ? forEditors(schema as JsonObject) : schema
}

const wholeReference = { type: 'string', pattern: '^\\$env\\{[A-Za-z_][A-Za-z0-9_]*\\}$' }
const textWithReference = { type: 'string', pattern: '\\$(env|file)\\{' }

/** Returns a schema that also accepts a reference. Constants identify the kind of a document and stay. */
function orReference(schema: JsonObject): JsonObject {
  const reference = referenceFor(schema)
  if (!reference) return schema
  const { description, default: otherwise, ...rest } = schema
  return { description, default: otherwise, anyOf: [rest, reference] }
}

const textLimits = ['pattern', 'format', 'enum', 'minLength', 'maxLength']

function referenceFor(schema: JsonObject): JsonObject | undefined {
  const { type, const: constant, enum: values } = schema
  if (constant !== undefined) return typeof constant === 'string' ? undefined : wholeReference
  if (type === 'number' || type === 'integer' || type === 'boolean') return wholeReference
  const isText = type === 'string' || (Array.isArray(values) && values.every((each) => typeof each === 'string'))
  return isText && textLimits.some((word) => word in schema) ? textWithReference : undefined
}

function hasDefault(properties: unknown, name: unknown): boolean {
  return (properties as Record<string, JsonObject> | undefined)?.[String(name)]?.default !== undefined
}
