import test from 'ava'
import { resolveSettings } from '../../../../src/gateway/data-plane/policy/resolve-settings.ts'
import { Type } from '../../../../src/shared/lib/json-schema/type.ts'

const schema = Type.Object({
  timeout: Type.Number({ exclusiveMinimum: 0, maximum: 100 }),
  count: Type.Integer({ minimum: 1 }),
  keeps: Type.Boolean(),
  text: Type.String(),
})
const constants = new Map(
  Object.entries({ ten: '10', half: '0.5', zero: '0', many: '101', word: 'soon', empty: '', yes: 'true' }),
)
const resolve = (settings: object) =>
  resolveSettings(schema, settings, constants, { file: 'a.yaml', line: 1, column: 1 })

test('properties become numbers and flags, and texts stay', (t) => {
  const settings = { timeout: '$(half)', count: '$( ten )', keeps: '$(yes)', text: '$(ten)' }
  t.deepEqual(resolve(settings), { timeout: 0.5, count: 10, keeps: true, text: '$(ten)' })
})

for (const [settings, message] of [
  [{ timeout: '$(zero)' }, 'timeout cannot be "0", the value of $(zero)'],
  [{ timeout: '$(many)' }, 'timeout cannot be "101", the value of $(many)'],
  [{ timeout: '$(empty)' }, 'timeout cannot be "", the value of $(empty)'],
  [{ count: '$(half)' }, 'count cannot be "0.5", the value of $(half)'],
  [{ keeps: '$(word)' }, 'keeps cannot be "soon", the value of $(word)'],
  [{ timeout: '$(request.headers.x)' }, 'timeout takes a property, and $(request.headers.x) is none'],
] as const) {
  test(`${JSON.stringify(settings)} cannot be resolved`, (t) => {
    t.throws(() => resolve(settings), { name: 'UndefinedValueError', message })
  })
}
