import test from 'ava'
import {
  computed,
  computedExpressions,
  formatExpressions,
  formatFunctions,
  literals,
  recordComputedExpressions,
  reportSuperlinear,
  requestBodies,
  schemaPatterns,
} from './_all-expressions.ts'
import { findSlowText } from './_growth.ts'

test('every expression in the source takes linear time for hostile texts', (t) => {
  t.true(literals.length > 400)
  t.deepEqual(reportSuperlinear(literals.map(({ file, source, flags }) => [file, source, flags])), [])
})

test('every computed expression is a constant that is tested, or limited elsewhere', (t) => {
  t.deepEqual(computed.toSorted(), Object.keys(computedExpressions).sort())
})

test('every computed constant takes linear time for hostile texts', async (t) => {
  const found = await recordComputedExpressions()
  t.true(found.length >= Object.values(computedExpressions).filter((kind) => kind === 'constants').length)
  t.deepEqual(reportSuperlinear(found), [])
})

for (const [title, patterns] of Object.entries(schemaPatterns)) {
  test(`every pattern of ${title} takes linear time for hostile texts`, (t) => {
    t.true(patterns.length > 5)
    t.deepEqual(reportSuperlinear(patterns), [])
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
  t.true(formatExpressions.length > 10)
  t.deepEqual(reportSuperlinear(formatExpressions), [])
})

test('every format of schemas that is a function takes linear time for hostile texts', (t) => {
  t.true(formatFunctions.length > 4)
  t.deepEqual(
    formatFunctions.filter(([, validate]) => findSlowText(validate) !== undefined).map(([name]) => name),
    [],
  )
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
