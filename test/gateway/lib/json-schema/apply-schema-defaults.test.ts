import test from 'ava'
import { applySchemaDefaults } from '../../../../src/gateway/lib/json-schema/apply-schema-defaults.ts'
import { Type } from '../../../../src/shared/lib/json-schema/type.ts'

const schema = Type.Object({
  name: Type.String(),
  size: Type.Number({ default: 3 }),
  inner: Type.Object({ on: Type.Boolean({ default: true }) }, { default: {} }),
  list: Type.Array(Type.Object({ kind: Type.String({ default: 'plain' }) }), { default: [] }),
  remark: Type.Optional(Type.String()),
})

test('missing members get their defaults at any depth', (t) => {
  t.deepEqual(applySchemaDefaults(schema, { name: 'a', list: [{}, { kind: 'x' }] }), {
    name: 'a',
    size: 3,
    inner: { on: true },
    list: [{ kind: 'plain' }, { kind: 'x' }],
  })
})

test('given members stay, also false and unknown ones', (t) => {
  const given = { name: 'a', size: 0, inner: { on: false }, list: [], more: null }
  t.deepEqual(applySchemaDefaults(schema, given), given)
})

test('neither the value nor the default is changed', (t) => {
  const given = Object.freeze({ name: 'a' })
  const first = applySchemaDefaults(schema, given) as { inner: { on: boolean } }
  first.inner.on = false
  t.deepEqual(given, { name: 'a' })
  t.like(applySchemaDefaults(schema, given), { inner: { on: true } })
})

test('values of another type are unchanged', (t) => {
  t.is(applySchemaDefaults(schema, 'text'), 'text')
  t.is(applySchemaDefaults(schema, null), null)
})
