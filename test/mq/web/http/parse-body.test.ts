import test from 'ava'
import { parseBody } from '../../../../src/mq/web/http/parse-body.ts'
import { Type } from '../../../../src/shared/lib/json-schema/type.ts'
import { orDefault } from '../../../../src/shared/rest/resource.ts'

const count = Type.Object({ count: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })) })
const name = Type.Object({ name: Type.String({ minLength: 1, maxLength: 3 }) })
const mode = Type.Object({ mode: orDefault(Type.Enum(['a', 'b']), 'a') })
const force = Type.Object({ force: orDefault(Type.Boolean(), false) })

for (const value of [1, 10, undefined, null]) {
  test(`${value} is a whole number from 1 to 10, or missing`, (t) => {
    t.is(parseBody(count, { count: value }).count, value ?? undefined)
  })
}

for (const value of [0, 11, 1.5, '5', true, {}]) {
  test(`${JSON.stringify(value)} is not a whole number from 1 to 10`, (t) => {
    t.throws(() => parseBody(count, { count: value }), { message: /MQWB0015E.*'count'.*a whole number from 1 to 10/ })
  })
}

test('a text has at most the maximum length, and is there', (t) => {
  t.is(parseBody(name, { name: 'abc' }).name, 'abc')
  t.throws(() => parseBody(name, { name: 'abcd' }), { message: /MQWB0015E.*at most 3 characters/ })
  t.throws(() => parseBody(name, { name: 1 }), { message: /MQWB0015E.*it must be a string/ })
  for (const missing of [{}, { name: '' }, { name: null }])
    t.throws(() => parseBody(name, missing), { message: /MQWB0016E.*'name'/ })
})

test('an absent member has its default', (t) => {
  t.deepEqual([parseBody(mode, {}).mode, parseBody(mode, { mode: 'b' }).mode], ['a', 'b'])
  t.throws(() => parseBody(mode, { mode: 'c' }), { message: /MQWB0015E.*one of a, b/ })
  t.deepEqual([parseBody(force, {}).force, parseBody(force, { force: true }).force], [false, true])
  t.throws(() => parseBody(force, { force: 'true' }), { message: /MQWB0015E.*true or false/ })
})

test('a strict body rejects unknown members by their dotted names', (t) => {
  const strict = { additionalProperties: false }
  const schema = Type.Object({ job: Type.Object({ name: Type.String() }, strict) }, strict)
  t.throws(() => parseBody(schema, { job: { name: 'a', names: 'b' } }), { message: /MQWB0014E.*job\.names/ })
})

test('a password that is no text counts as missing, and no error shows it', (t) => {
  const credentials = Type.Object({ password: Type.String({ format: 'password' }) })
  const error = t.throws(() => parseBody(credentials, { password: 4711 }), { message: /MQWB0016E.*'password'/ })
  t.notRegex(error?.message ?? '', /4711/)
})

test('the error of a nested member names it with its path', (t) => {
  const schema = Type.Object({
    parameters: Type.Object({ command: Type.String({ 'x-rule': 'it must be a command' }) }),
  })
  t.throws(() => parseBody(schema, { parameters: {} }), {
    message: /MQWB0016E.*'parameters\.command'.*it must be a command/,
  })
})

test('a map of texts has texts only, and a map of anything has any value', (t) => {
  const texts = Type.Object({ map: Type.Record(Type.String(), Type.String()) })
  const values = Type.Object({ map: Type.Record(Type.String(), Type.Unknown()) })
  t.throws(() => parseBody(texts, { map: { a: 1 } }), { message: /MQWB0015E.*'map'.*members are strings/ })
  t.deepEqual(parseBody(values, { map: { a: 1 } }), { map: { a: 1 } })
})
