import test from 'ava'

import { requestBodySchemas } from '../../src/portal/request-body-schemas.ts'

interface Schema {
  maxLength?: number
  'x-words'?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/** Returns the strings of a schema that have a maximum length, with the words that an error shows for them. */
function* findLimits(
  schema: Schema,
  path: string,
  parentWords?: string,
): Generator<[string, number, string | undefined]> {
  const words = schema['x-words'] ?? parentWords
  if (schema.maxLength !== undefined) yield [path, schema.maxLength, words]
  for (const [name, member] of Object.entries(schema.properties ?? {}))
    yield* findLimits(member, `${path}.${name}`)
  for (const part of [...(schema.items ? [schema.items] : []), ...(schema.anyOf ?? [])])
    yield* findLimits(part, path, words)
}

const mebibyte = 1024 * 1024

test('the error for a text that is too long names the maximum length', (t) => {
  const limits = Object.entries(requestBodySchemas).flatMap(([resource, schema]) => [
    ...findLimits(schema as Schema, resource),
  ])
  t.true(limits.length > 20)
  for (const [path, limit, words = ''] of limits) {
    const named = limit < mebibyte ? `${limit} (letters|characters)` : `${limit / mebibyte} MiB`
    t.regex(words, new RegExp(`(to|of) ${named}`), path)
  }
})
