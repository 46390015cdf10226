import test from 'ava'

import { flattenSchema } from '../../../../src/portal/app/apis/flatten-schema.ts'

const shown = (schemas: Parameters<typeof flattenSchema>[1]) =>
  flattenSchema(0, schemas).map(
    ({ depth, name, type, required, note }) =>
      `${'  '.repeat(depth)}${name || '.'} ${type}${required ? ' required' : ''}${note && ` - ${note}`}`,
  )

test('members are listed below their object with their rules', (t) => {
  const schema = {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', description: 'Who it is', minLength: 1, maxLength: 64 },
      born: { type: ['string', 'null'], format: 'date', readOnly: true },
      kind: { enum: ['new', 'old'], default: 'new' },
      address: { type: 'object', properties: { town: { type: 'string' } } },
    },
  }
  t.deepEqual(shown([{ name: 'Customer', schema }]), [
    '. Customer: object',
    '  name string required - Who it is; minLength 1; maxLength 64',
    '  born string or null (date) - only in answers',
    '  kind string - one of "new", "old"; default "new"',
    '  address object',
    '    town string',
  ])
})

test('a list shows its items, and references are followed', (t) => {
  const list = { type: 'array', items: { $ref: '#/$defs/1' }, maxItems: 3 }
  const item = { type: 'object', properties: { id: { type: 'integer' } } }
  t.deepEqual(shown([{ schema: list }, { name: 'Item', schema: item }]), [
    '. list of Item: object - maxItems 3',
    '  each Item: object',
    '    id integer',
  ])
})

test('alternatives are listed separately, and the parts of allOf together', (t) => {
  const schema = {
    allOf: [{ properties: { a: { type: 'string' } } }, { properties: { b: { type: 'string' } } }],
    oneOf: [{ type: 'string' }, { type: 'integer' }],
  }
  t.deepEqual(shown([{ schema }]), ['. anything', '  a string', '  b string', '  or string', '  or integer'])
})

test('a schema that holds itself ends', (t) => {
  const person = { type: 'object', properties: { friend: { $ref: '#/$defs/0' } } }
  t.deepEqual(shown([{ name: 'Person', schema: person }]), ['. Person: object', '  friend Person: object'])
})

test('parts that hold each other end as well', (t) => {
  const whole = { allOf: [{ $ref: '#/$defs/1' }] }
  t.deepEqual(shown([{ schema: whole }, { schema: { allOf: [{ $ref: '#/$defs/0' }] } }]), ['. anything'])
})

for (const schema of [true, false, null, undefined, 'text', 7, []] as unknown[]) {
  test(`${JSON.stringify(schema)} is anything`, (t) => {
    t.deepEqual(shown([{ schema }]), ['. anything'])
  })
}

test('a huge schema stays readable', (t) => {
  const properties = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`p${at}`, {}]))
  t.is(shown([{ schema: { properties } }]).length, 300)
})
