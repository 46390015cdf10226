/**
 * JSON Schemas of the documents, for editors: completion, explanation and red lines while a document is written.
 *
 * JSON Schema draft 7, which editors understand best. They say what one document may hold; what documents must agree
 * on among themselves is for `sluice check`.
 */
import { documentKinds } from '../documents/index.ts'
import type { TypeTables } from '../types.ts'
import { closed } from './closed.ts'

type Json = { [key: string]: unknown }

/** A JSON Schema for each kind of document, by the kind's name in lower case with hyphens: `user-registry`. */
export function documentSchemas(tables: TypeTables): Record<string, object> {
  return Object.fromEntries(
    documentKinds.map(({ kind, schema }) => {
      const whole = forEditors(closed(schema(tables))) as Json
      const head = { $schema: 'http://json-schema.org/draft-07/schema#', title: `Sluice: ${kind}` }
      return [kind.toLowerCase().replaceAll(' ', '-'), { ...head, ...whole }]
    }),
  )
}

/**
 * As the loader sees a schema, defaults stand for what is left out, and `$env{NAME}` may stand where a number or a
 * boolean is wanted. An editor has to be told both.
 */
function forEditors(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(forEditors)
  if (typeof schema !== 'object' || schema === null) return schema

  const { 'x-words': words, 'x-ignored': _, 'x-names': __, ...rest } = schema as Json
  const copy: Json = Object.fromEntries(Object.entries(rest).map(([key, each]) => [key, forEditors(each)]))
  if (words !== undefined) copy.description ??= words
  if (Array.isArray(copy.required))
    copy.required = copy.required.filter((name) => !hasDefault(copy.properties, name))
  return acceptsReference(copy) ? { anyOf: [copy, reference] } : copy
}

const reference = { type: 'string', pattern: '^\\$env\\{[A-Za-z_][A-Za-z0-9_]*\\}$' }

function acceptsReference({ type, const: constant }: Json): boolean {
  return constant === undefined && (type === 'number' || type === 'integer' || type === 'boolean')
}

function hasDefault(properties: unknown, name: unknown): boolean {
  const each = (properties as Record<string, Json> | undefined)?.[String(name)]
  const direct = each?.anyOf as Json[] | undefined // a default moves along when a reference may stand for it
  return each?.default !== undefined || direct?.some((branch) => branch.default !== undefined) === true
}
