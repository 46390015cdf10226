import test from 'ava'
import { describeDearSchemas, findDearSchemas } from '../../../../src/gateway/lib/json-schema/dear-schemas.ts'

const ref = (name: string) => ({ $ref: `#/schemas/${name}` })

/** Returns the families of the schemas of a document, each with its path. */
function find(schemas: Record<string, unknown>) {
  const found = findDearSchemas({ schemas }, (pointer) => schemas[pointer.slice('#/schemas/'.length)])
  return [...found].map(({ family, path }) => `${family} ${path.join('.')}`)
}

const list = (name: string) => ({ type: 'object', properties: { children: { type: 'array', items: ref(name) } } })

for (const [title, schemas, expected] of [
  ['a tree', { Node: list('Node') }, []],
  ['a choice whose branches end', { Pet: { oneOf: [ref('Cat'), ref('Dog')] }, Cat: {}, Dog: {} }, []],
  ['a choice with one way back', { List: { oneOf: [list('List'), { type: 'string' }] } }, []],
  [
    'a choice with two ways back, through other schemas',
    { Filter: { anyOf: [ref('And'), ref('Or'), ref('Is')] }, And: list('Filter'), Or: list('Filter'), Is: {} },
    ['recursive schemas.Filter'],
  ],
  [
    'the same with a discriminator',
    {
      Filter: { oneOf: [ref('And'), ref('Or')], discriminator: { propertyName: 'op' } },
      And: list('Filter'),
      Or: list('Filter'),
    },
    [],
  ],
  [
    'a choice within a member, which leads back by another schema',
    { A: { properties: { b: { oneOf: [ref('A'), { items: ref('B') }] } } }, B: { not: ref('A') } },
    ['recursive schemas.A.properties.b'],
  ],
  ['allOf of twins', { A: { allOf: [ref('B'), { type: 'object' }, ref('B')] }, B: {} }, ['twins schemas.A']],
  ['allOf that leads back twice', { A: { allOf: [list('A'), { items: ref('A') }] } }, ['twins schemas.A']],
  ['allOf of a base', { A: { allOf: [ref('B'), list('A')] }, B: {} }, []],
  [
    'alternatives with conditions',
    {
      A: {
        allOf: [
          // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema, which nothing awaits
          { if: {}, then: list('A') },
          // biome-ignore lint/suspicious/noThenProperty: the same
          { if: {}, then: list('A') },
        ],
      },
    },
    [],
  ],
  [
    'uniqueItems',
    {
      A: { uniqueItems: true, items: ref('O') },
      B: { uniqueItems: true, items: { type: ['array', 'null'] } },
      C: { uniqueItems: true, items: { type: 'string' } },
      O: { properties: {} },
    },
    ['uniqueItems schemas.A', 'uniqueItems schemas.B'],
  ],
  [
    'an enum of objects',
    {
      A: { enum: Array.from({ length: 25 }, (_, id) => ({ id })) },
      B: { enum: Array.from({ length: 900 }, (_, id) => `${id}`) },
      C: { enum: [{}, []] },
    },
    ['enum schemas.A'],
  ],
  ['examples', { A: { example: { uniqueItems: true, items: { type: 'object' } } } }, []],
] as const)
  test(`finds what takes long to check: ${title}`, (t) => {
    t.deepEqual(find(schemas), [...expected])
  })

test('takes a document of 100,000 nested and 100,000 linked schemas', (t) => {
  let nested: object = {}
  for (let level = 0; level < 100_000; level += 1) nested = { not: nested }
  const linked = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`s${index}`, ref(`s${index + 1}`)]))
  t.deepEqual(find({ nested, ...linked, s100000: { oneOf: [list('s0'), list('s5')] } }), ['recursive schemas.s100000'])
})

test('the sentence has the count and what helps', (t) => {
  t.regex(describeDearSchemas('recursive', 3), /^3 schemas take long.*discriminator$/)
  t.regex(describeDearSchemas('enum', 1), /^1 schema takes long/)
})
