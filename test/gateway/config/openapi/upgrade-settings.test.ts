import test from 'ava'
import { separateVariables, upgradeSettings } from '../../../../src/gateway/config/openapi/upgrade-settings.ts'
import { Type } from '../../../../src/shared/lib/json-schema/type.ts'

const schema = Type.Object({
  target: Type.String(),
  text: Type.Optional(Type.String()),
  verb: Type.Enum(['keep', 'GET'], { default: 'keep' }),
  output: Type.Enum(['', 'message'], { default: 'message' }),
  timeout: Type.Number({ default: 60 }),
  flag: Type.Boolean({ default: true }),
  list: Type.Array(Type.String(), { default: [] }),
})

for (const [title, written, upgraded] of [
  ['leaves out members without a value', { text: '', timeout: null, verb: '', list: null }, {}],
  ['keeps an empty text that is a value', { output: '', target: '' }, { output: '', target: '' }],
  ['reads numbers and flags that are texts', { timeout: '60', flag: 'false' }, { timeout: 60, flag: false }],
  ['spells names of a list as the list does', { verb: 'Keep' }, { verb: 'keep' }],
  [
    'leaves every other value as it is',
    { verb: 'LINK', timeout: 'soon', x: '' },
    { verb: 'LINK', timeout: 'soon', x: '' },
  ],
] as const) {
  test(title, (t) => {
    t.deepEqual(upgradeSettings('invoke', written, schema), upgraded)
  })
}

test('renames the members of older versions', (t) => {
  t.deepEqual(upgradeSettings('json-to-xml', { 'root-element-name': 'a' }, Type.Object({})), {
    rootXMLElementName: 'a',
  })
})

test('numbers and flags that are variables are separate', (t) => {
  const settings = { timeout: '$(timeout)', flag: '$(keeps)', text: '$(text)', target: 'a' }
  t.deepEqual(separateVariables(settings, schema), {
    others: { text: '$(text)', target: 'a' },
    variables: { timeout: '$(timeout)', flag: '$(keeps)' },
  })
})
