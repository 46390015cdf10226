import test from 'ava'
import { compileNameFilter } from '../../../../../src/gateway/data-plane/policies/invoke/name-filter.ts'
import { openSchemaChecks } from '../../../../../src/gateway/parts/validation/contract/schema-checks.ts'

const location = { file: 'apis/shop.yaml', line: 1, column: 1 }
const check = (schema: unknown) => openSchemaChecks({ schemas: [{ schema, location }] }, true)(0)

/** The pattern of a public validator, which V8 alone tests for years. */
const email =
  '^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$'
const hostile = 'a'.repeat(50)

test('six bodies of 50 bytes for a well-known pattern are rejected at once', (t) => {
  const checkBody = check({ properties: { email: { type: 'string', pattern: email } } })
  for (let count = 0; count < 6; count++)
    t.regex(checkBody({ email: `${hostile}${count}` }, 'body') ?? '', /body\.email must match pattern/)
  t.is(checkBody({ email: 'john.doe@example.com' }, 'body'), undefined)
})

test('names in patternProperties are tested in the same way', (t) => {
  const checkBody = check({ patternProperties: { [email]: { type: 'integer' } }, additionalProperties: false })
  t.regex(checkBody({ [hostile]: 1 }, 'body') ?? '', /is not a known member/)
  t.is(checkBody({ 'john@example.com': 1 }, 'body'), undefined)
})

for (const [title, schema] of [
  ['pattern', { pattern: '^(a+)+(?!b)c$' }],
  ['not', { not: { pattern: '^(a+)+(?!b)c$' } }],
  ['patternProperties', { patternProperties: { '^(a+)+(?!b)c$': false } }],
] as const) {
  test(`${title}: a text that cannot be tested in time is rejected`, (t) => {
    const value = title === 'patternProperties' ? { [hostile]: 1 } : hostile
    t.is(check(schema)(value, 'body'), 'body has a text that cannot be checked in time')
  })
}

for (const type of ['blocklist', 'allowlist'] as const) {
  test(`a ${type} drops a name that cannot be tested in time`, (t) => {
    const passes = compileNameFilter({ type, values: ['^(a+)+(?!b)c$'] }, { location, path: [] } as never)
    t.false(passes(hostile))
  })
}

test('a hostile URL is rejected at once', (t) => {
  const checkUrl = check({ type: 'string', format: 'url' })
  t.regex(checkUrl(`ftp://0${':@'.repeat(50_000)}\0`, 'body') ?? '', /must match format/)
  t.is(checkUrl('https://example.com/a?b', 'body'), undefined)
})

for (const [format, start, end] of [
  ['date-time', '2020-01-01T00:00:00.', 'Z'],
  ['iso-date-time', '2020-01-01T00:00:00.', 'Z'],
  ['time', '00:00:00.', 'Z'],
  ['iso-time', '00:00:00.', ''],
] as const) {
  test(`a ${format} of more than 100 characters is refused before it is split into parts`, (t) => {
    const checkText = check({ type: 'string', format })
    t.is(checkText(`${start}123${end}`, 'body'), undefined)
    t.regex(checkText(`${start}${'1'.repeat(100)}${end}`, 'body') ?? '', /must match format/)
  })
}

test('a filter of names decides hostile names at once', (t) => {
  const passes = compileNameFilter({ type: 'blocklist', values: ['(A+)+b'] }, { location, path: [] } as never)
  t.deepEqual([passes(hostile), passes(`${hostile}B`)], [true, false])
})
