import { join } from 'node:path'
import { Worker } from 'node:worker_threads'

import { fullFormats } from 'ajv-formats/dist/formats.js'
import test from 'ava'

import { documentKinds } from '../../../src/config/documents/index.ts'
import { findSchemaPatterns } from '../../../src/lib/patterns/find-schema-patterns.ts'
import { resources } from '../../../src/portal/rest/resources.ts'
import { tables } from '../../config/_support/tables.ts'
import { findSlowText, findSuperlinearText } from './_growth.ts'
import { findSourceExpressions } from './_source-expressions.ts'

const requestBodies = Object.values(resources).flatMap((each) => ('body' in each ? [each.body] : []))
const root = join(import.meta.dirname, '../../../src')
const { literals, computed } = findSourceExpressions(root)

/** Every file that computes an expression: the module whose constants are tested, or why there is nothing to test. */
const computedExpressions: Readonly<Record<string, 'constants' | string>> = {
  'config/edit/outline-document.ts': 'the name of a member, in an expression like the literals beside it',
  'config/import/render-imported-api.ts': 'a mark of its own and digits',
  'console/app/table/arrange-rows.ts': 'the search of the reader, in the browser',
  'gateway/activity/secret-names.ts': 'constants',
  'gateway/scripts/script-input.ts': 'the name of a variable, in an expression like the literals beside it',
  'http/client/built-in/chunked-body.ts': 'constants',
  'http/fast-path/fast-path-head.ts': 'constants',
  'http/fast-path/head-prefix.ts': 'constants',
  'lib/patterns/compile-pattern.ts': 'expressions of documents, which are limited there',
  'lib/patterns/linear-expression.ts': 'constants',
  'mft/monitors/name-patterns.ts': 'only its syntax is checked there',
  'mqweb/http/parse-body.ts': 'patterns of the resources of the console, each a short list of characters',
  'mqweb/messaging-fast-path.ts': 'see the test of the routes',
  'portal/app/configuration/form/fields/map-field.tsx': 'schemas of documents, in the browser',
  'portal/app/configuration/schema/check-value.ts': 'schemas of documents, in the browser',
}

function reportSuperlinear(expressions: Iterable<readonly [place: string, source: string, flags: string]>): string[] {
  const tested = new Map<string, string>()
  for (const [place, source, flags] of expressions) tested.set(`/${source}/${flags}`, place)
  return [...tested].flatMap(([expression, place]) => {
    const end = expression.lastIndexOf('/')
    const text = findSuperlinearText(new RegExp(expression.slice(1, end), expression.slice(end + 1)))
    return text === undefined ? [] : [`${place} ${expression} is slow for ${text}`]
  })
}

test('every expression in the source takes linear time for hostile texts', (t) => {
  t.true(literals.length > 400)
  t.deepEqual(reportSuperlinear(literals.map(({ file, source, flags }) => [file, source, flags])), [])
})

test('every computed expression is a constant that is tested, or limited elsewhere', (t) => {
  t.deepEqual(computed, Object.keys(computedExpressions))
})

test('every computed constant takes linear time for hostile texts', async (t) => {
  const modules = Object.entries(computedExpressions).flatMap(([file, kind]) =>
    kind === 'constants' ? [join(root, file)] : [],
  )
  const worker = new Worker(new URL('./_record-expressions.ts', import.meta.url), { workerData: modules })
  t.teardown(() => worker.terminate())
  const found = await new Promise<[string, string, string][]>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  t.true(found.length >= modules.length)
  t.deepEqual(reportSuperlinear(found), [])
})

for (const [title, flags] of [
  ['request bodies of the portal', 'u'],
  ['documents', 'u'],
] as const) {
  test(`every pattern of ${title} takes linear time for hostile texts`, (t) => {
    const schemas = title === 'documents' ? documentKinds.map(({ schema }) => schema(tables)) : requestBodies
    const patterns = [...findSchemaPatterns(schemas)].map(({ pattern }) => pattern)
    t.true(patterns.length > 5)
    t.deepEqual(reportSuperlinear(patterns.map((pattern) => [title, pattern, flags] as const)), [])
  })
}

test('every text with a pattern in a request body has a greatest length', (t) => {
  const visit = (schema: unknown): unknown[] => {
    if (typeof schema !== 'object' || schema === null) return []
    const unlimited = 'pattern' in schema && typeof schema.pattern === 'string' && !('maxLength' in schema)
    return [...(unlimited ? [schema] : []), ...Object.values(schema).flatMap(visit)]
  }
  t.deepEqual(visit(requestBodies), [])
})

test('every format of schemas takes linear time for hostile texts', (t) => {
  const formats = Object.entries(fullFormats).flatMap(([name, format]) => {
    const validate = typeof format === 'object' && 'validate' in format ? format.validate : format
    // `validate` checks the format `url` in another way.
    return validate instanceof RegExp && name !== 'url'
      ? [[`format ${name}`, validate.source, validate.flags] as const]
      : []
  })
  t.true(formats.length > 10)
  t.deepEqual(reportSuperlinear(formats), [])
})

test('every format of schemas that is a function takes linear time for hostile texts', (t) => {
  const slow: string[] = []
  let count = 0
  for (const [name, format] of Object.entries(fullFormats)) {
    const validate = typeof format === 'object' && 'validate' in format ? format.validate : format
    // `regex` compiles what it gets, and no schema of the product uses it.
    if (typeof validate !== 'function' || name === 'regex') continue
    count += 1
    const text = findSlowText(validate as (text: string) => unknown)
    if (text !== undefined) slow.push(`${name} is slow for ${text}`)
  }
  t.true(count > 4)
  t.deepEqual(slow, [])
})

test('the growth of a function is noticed', (t) => {
  t.is(typeof findSlowText((text) => /=+$/.test(text)), 'string')
})

for (const [source, flags] of [
  ['^[^\\p{Cc}]*[^\\p{Cc}\\s][^\\p{Cc}]*$', 'u'],
  ['=+$', ''],
  ['(a+)+b', ''],
  ['\\$\\(([^)]+)\\)', 'g'],
  ['^\\s*([^()]*?)\\s*$', ''],
] as const) {
  test(`the growth of /${source}/${flags} is noticed`, (t) => {
    t.is(reportSuperlinear([['here', source, flags]]).length, 1)
  })
}
