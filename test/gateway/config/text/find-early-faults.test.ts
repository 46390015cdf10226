import test from 'ava'
import { parseYaml } from '../../../../src/gateway/config/text/yaml.ts'

const count = 100_000
const resolve = (text: string) => (text.includes('$env{') ? { error: 'is not set' } : { text })
const list = (item: string) => `x: &x 1\na:\n${`- ${item}\n`.repeat(count)}`

for (const [title, text, message] of [
  ['aliases without an anchor', list('*none'), '"*none" names no anchor above it'],
  ['aliases', list('*x'), 'the aliases of this document expand to more than 10000 values'],
  ['references that cannot be resolved', list('$env{NONE}'), 'is not set'],
  ['tags', list('!tag 1'), 'YAML tags ("!name") are not supported: write the plain value'],
  ['members with one name', `x: &x 1\n${'a: 1\n'.repeat(count)}`, '"a" stands twice here'],
] as const) {
  test(`a document with ${count} ${title} is given up after 100 errors`, (t) => {
    const { value, problems } = parseYaml(text, resolve)
    t.is(value, undefined)
    t.true(problems.length <= 101)
    t.is(problems[0]?.message, message)
    t.true(text.slice(problems[0]?.offset).length > 0)
    if (problems.length > 1) t.is(problems.at(-1)?.message, 'is error 100: the rest is not checked')
  })
}

test('a document with a million bytes and a syntax error is given up at the first', (t) => {
  const { problems } = parseYaml(`a:\n${'- "x" y\n'.repeat(200_000)}`, resolve)
  t.is(problems.length, 1)
  t.regex(String(problems[0]?.message), /^cannot be read as YAML: /)
})

test('a long document with fewer errors is read as a whole, with the places of all', (t) => {
  const text = `x: &x 1\na:\n${'- 1\n'.repeat(count)}b: *none\nb: *x\nc: *x\n`
  const { value, problems } = parseYaml(text, resolve)
  t.like(value, { x: 1, c: 1 })
  t.deepEqual(
    problems.map(({ offset, message }) => [text.slice(offset, offset + 5).trim(), message]),
    [
      ['*none', '"*none" names no anchor above it'],
      ['b: *x', '"b" stands twice here'],
    ],
  )
})
