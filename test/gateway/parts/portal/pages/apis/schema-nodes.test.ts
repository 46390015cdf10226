import test from 'ava'
import {
  listSchemaMembers,
  readSchemaRoot,
  type SchemaNode,
} from '../../../../../../src/gateway/parts/portal/pages/apis/schema-nodes.ts'
import type { SchemaView } from '../../../../../../src/gateway/parts/portal/rest/index.ts'

/** Renders the tree down to a depth. */
function render(schemas: readonly SchemaView[], depth = 2): string[] {
  const lines: string[] = []
  function add(node: SchemaNode, indent: number) {
    const notes = [node.isRequired && 'required', node.isDeprecated && 'deprecated', ...node.rules, ...node.values]
    const shown = [node.name || '.', node.type, ...notes.filter((each) => each !== false)].join('; ')
    lines.push(`${'  '.repeat(indent)}${shown}`)
    if (indent < depth && node.hasMembers) for (const each of listSchemaMembers(node, schemas)) add(each, indent + 1)
  }
  add(readSchemaRoot(0, schemas), 0)
  return lines
}

test('members are listed with their types and rules', (t) => {
  const schema = {
    type: 'object',
    required: ['name'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 64 },
      born: { type: ['string', 'null'], format: 'date', readOnly: true },
      kind: { enum: ['new', 'old'], default: 'new', deprecated: true },
      count: { type: 'integer', nullable: true, minimum: 0, exclusiveMaximum: 10 },
    },
  }
  t.deepEqual(render([{ name: 'Customer', schema }]), [
    '.; Customer: object; no other members',
    '  name; string; required; at least 1 characters; at most 64 characters',
    '  born; string (date) or null; only in responses',
    '  kind; string; deprecated; default "new"; "new"; "old"',
    '  count; integer or null; at least 0; less than 10',
  ])
})

test('the parts of allOf are one object, and lists show the members of their items', (t) => {
  const schemas = [
    { schema: { allOf: [{ $ref: '#/$defs/1' }, { required: ['b'], properties: { b: { type: 'boolean' } } }] } },
    {
      name: 'Base',
      schema: { type: 'object', properties: { items: { type: 'array', items: { $ref: '#/$defs/2' } } } },
    },
    { name: 'Line', schema: { type: 'object', properties: { amount: { type: 'number' } } } },
  ]
  t.deepEqual(render(schemas), [
    '.; object',
    '  items; list of Line: object',
    '    amount; number',
    '  b; boolean; required',
  ])
})

test('alternatives are named by their discriminator', (t) => {
  const pet = (kind: string) => ({ name: kind, schema: { type: 'object', properties: { kind: { const: kind } } } })
  const schemas = [
    { schema: { oneOf: [{ $ref: '#/$defs/1' }, { $ref: '#/$defs/2' }], discriminator: { propertyName: 'kind' } } },
    pet('cat'),
    pet('dog'),
  ]
  t.deepEqual(render(schemas, 1), [
    '.; one of the alternatives',
    '  kind = "cat"; cat: object',
    '  kind = "dog"; dog: object',
  ])
  t.deepEqual(render([{ schema: { anyOf: [{ type: 'string' }, { type: 'integer' }] } }], 1), [
    '.; any of the alternatives',
    '  alternative 1; string',
    '  alternative 2; integer',
  ])
})

test('a recursive schema unfolds step by step, without an end', (t) => {
  const schemas = [
    {
      name: 'Tree',
      schema: { type: 'object', properties: { left: { $ref: '#/$defs/0' }, all: { allOf: [{ $ref: '#/$defs/0' }] } } },
    },
  ]
  t.is(render(schemas, 6).length, 2 ** 7 - 1)
  t.deepEqual(render([{ schema: { allOf: [{ $ref: '#/$defs/0' }] } }], 3), ['.; object'])
  t.deepEqual(render([{ schema: { $ref: '#/$defs/0' } }], 3), ['.; anything'])
})

test('what is no schema accepts anything', (t) => {
  t.deepEqual(render([{ schema: true }]), ['.; anything'])
  t.deepEqual(render([{ schema: { type: 'array', items: true } }]), ['.; list of anything'])
  t.deepEqual(render([{ schema: { type: 'object', additionalProperties: { type: 'string' } } }]), [
    '.; object',
    '  other members; string',
  ])
})
