import test from 'ava'
import { rejectUnknownMembers } from '../../../../src/gateway/config/schema/reject-unknown-members.ts'

const map = { type: 'object', properties: { a: { type: 'string' } } }
const closed = { ...map, additionalProperties: false }

for (const [title, schema, expected] of [
  ['a map', map, closed],
  ['a map in a member', { properties: { inner: map } }, { properties: { inner: closed }, additionalProperties: false }],
  ['the items of a list', { type: 'array', items: map }, { type: 'array', items: closed }],
  ['each alternative', { anyOf: [map] }, { anyOf: [closed] }],
  ['the values of a map with any names', { additionalProperties: map }, { additionalProperties: closed }],
] as const) {
  test(`${title} rejects members that the schema does not name`, (t) => {
    t.deepEqual(rejectUnknownMembers(schema as never) as unknown, expected)
  })
}

for (const [title, schema] of [
  ['a map that permits further members', { ...map, additionalProperties: true }],
  ['a map whose names have a pattern', { ...map, patternProperties: { '^x-': {} } }],
  ['the parts of an intersection', { allOf: [map, map] }],
] as const) {
  test(`${title} stays open`, (t) => {
    t.deepEqual(rejectUnknownMembers(schema as never) as unknown, schema)
  })
}
