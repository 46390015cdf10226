import test from 'ava'
import { Type as TypeBox } from 'typebox'
import { Type } from '../../../../src/shared/lib/json-schema/type.ts'

for (const [title, schemaOf] of [
  [
    'scalars',
    (T) => [T.String(), T.Number(), T.Integer(), T.Boolean(), T.Null(), T.Unknown(), T.Unsafe({ type: 'object' })],
  ],
  ['options', (T) => [T.String({ default: 'x', 'x-words': 'a word' }), T.Unknown({ 'x-ignored': true })]],
  ['literals', (T) => [T.Literal('a'), T.Literal(1, { description: 'one' }), T.Literal(true)]],
  ['choices', (T) => [T.Enum(['a', 'b'], { default: 'a' }), T.Union([T.String(), T.Null()], { default: null })]],
  ['lists', (T) => [T.Array(T.String(), { minItems: 1 }), T.Array(T.Union([T.String(), T.Number()]))]],
  ['maps of any names', (T) => [T.Record(T.String(), T.Array(T.String()), { default: {} })]],
  ['members that may be left out', (T) => [T.Object({ a: T.Optional(T.String({ default: 'x' })), b: T.String() })]],
  ['maps of which every member may be left out', (T) => [T.Object({ a: T.Optional(T.Null()) }), T.Object({})]],
  ['maps in maps', (T) => [T.Object({ a: T.Object({ b: T.Optional(T.Object({})) }, { default: {} }) })]],
] as const satisfies readonly (readonly [string, (T: typeof Type) => object[]])[]) {
  test(`${title} equal those of TypeBox`, (t) => {
    t.is(JSON.stringify(schemaOf(Type)), JSON.stringify(schemaOf(TypeBox as unknown as typeof Type)))
  })
}

test('a member that may be left out may be built upon', (t) => {
  const base = Type.Optional(Type.String())
  t.is(
    JSON.stringify(Type.Object({ a: { ...base } })),
    JSON.stringify(TypeBox.Object({ a: { ...TypeBox.Optional(TypeBox.String()) } })),
  )
})
