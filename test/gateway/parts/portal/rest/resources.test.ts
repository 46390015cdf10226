import test from 'ava'
import { testPatternsAfterLengths } from '../../../../../src/gateway/lib/json-schema/pattern-after-length.ts'
import { type DeclaredResource, resources } from '../../../../../src/gateway/parts/portal/rest/resources.ts'

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
  for (const [name, member] of Object.entries(schema.properties ?? {})) yield* findLimits(member, `${path}.${name}`)
  for (const part of [...(schema.items ? [schema.items] : []), ...(schema.anyOf ?? [])])
    yield* findLimits(part, path, words)
}

const mebibyte = 1024 * 1024

test('the error for a text that is too long names the maximum length', (t) => {
  const limits = Object.entries<DeclaredResource>(resources).flatMap(([key, { body }]) => [
    ...findLimits((body ?? {}) as Schema, key),
  ])
  t.true(limits.length > 20)
  for (const [path, limit, words = ''] of limits) {
    const named = limit < mebibyte ? `${limit} (letters|characters)` : `${limit / mebibyte} MiB`
    t.regex(words, new RegExp(`(to|of) ${named}`), path)
  }
})

test('a text that is too long is not tested against its pattern', async (t) => {
  const { Ajv } = await import('ajv')
  const ajv = new Ajv({ allErrors: true, strict: false })
  testPatternsAfterLengths(ajv)
  const validate = ajv.compile({ type: 'string', maxLength: 4, pattern: '^(a+)+$' })
  t.false(validate(`${'a'.repeat(60)}!`)) // the pattern alone would need years
  t.deepEqual(
    validate.errors?.map(({ keyword }) => keyword),
    ['maxLength'],
  )
  t.deepEqual([validate('aa'), validate('ab'), validate('😀😀')], [true, false, false])
})

test('a long title is refused for its length', async (t) => {
  const { Ajv } = await import('ajv')
  const ajv = new Ajv({ allErrors: true, strict: false })
  testPatternsAfterLengths(ajv)
  const validate = ajv.compile(resources['PATCH /applications/:application'].body)
  t.false(validate({ title: `${'a'.repeat(60_000)}\n` }))
  t.deepEqual(
    validate.errors?.map(({ keyword }) => keyword),
    ['maxLength'],
  )
  for (const [title, isValid] of [
    ['Shop', true],
    [' Shop', true],
    ['\u00a0a', true],
    ['  ', false],
    ['a\nb', false],
    ['', false],
  ] as const)
    t.is(validate({ title }), isValid, JSON.stringify(title))
})
