import { readFileSync } from 'node:fs'
import test from 'ava'
import {
  loadPolicy,
  PolicyFileError,
  removeTypes,
} from '../../../../src/gateway/parts/custom-policies/load-policies.ts'

const file = 'policies/mine.ts'
const load = (text: string) =>
  Promise.resolve().then(() => loadPolicy({ name: '', file, digest: text, code: removeTypes(text) }))

test('the example of the documentation is a policy', async (t) => {
  const page = readFileSync('docs/policies.md', 'utf8')
  const [, example = ''] = /```ts\n(.*?)```/s.exec(page) ?? []
  t.is((await load(example)).policy, 'office-hours')
})

test('the contract has only types, so that the package can have it as a declaration', (t) => {
  const contract = readFileSync('src/gateway/parts/custom-policies/contract.ts', 'utf8')
  t.is(
    removeTypes(contract)
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .trim(),
    '',
  )
})

const settings = "settings: { type: 'object', properties: {} }"
for (const [what, text, line, message] of [
  ['a syntax that is not valid', 'export default {\n  policy: = 1\n}', 2, /Unexpected token|Expression expected/],
  ['an enum', 'enum A { B }\nexport default A', 1, /enum is not supported/],
  ['an error at its start', 'const a: number = 1\nnull.x', 2, /Cannot read properties of null/],
  ['an import of another file', "import a from './a.ts'\nexport default a", 1, /a policy is one file/],
  ['no default export', 'export const a = 1', 1, /default export must be a policy/],
  ['a name with blanks', `export default { policy: 'a b', ${settings}, build() {} }`, 1, /small letters.*"a b"/],
  ['no build', `export default { policy: 'a', ${settings} }`, 1, /"build" must be a function/],
  ['settings that are no schema', "export default { policy: 'a', settings: {}, build() {} }", 1, /JSON Schema/],
  [
    'settings with a function',
    `export default { policy: 'a', settings: { type: 'object', properties: { a() {} } }, build() {} }`,
    1,
    /values of JSON/,
  ],
] as const) {
  test(`a file with ${what} is an error with its line`, async (t) => {
    const error = await t.throwsAsync(load(text), { instanceOf: PolicyFileError, message })
    t.is(error?.line, line)
  })
}
