import test from 'ava'
import { renderProblem } from '../../../../src/gateway/config/index.ts'
import { parseYaml } from '../../../../src/gateway/config/text/yaml.ts'
import { load, problemsOf } from '../_support/folder.ts'

const document = 'catalogs/sandbox/catalog.yaml'

for (const [title, text, expected] of [
  ['an empty file', '', '1:1 the document is empty'],
  ['a file of comments', '# nothing\n', '1:1 the document is empty'],
  ['a list', '- a\n', '1:1 a document must be a map of members'],
  [
    'a second document',
    'a: 1\n---\nb: 2\n',
    '2:1 a file holds one document: put what follows "---" into a file of its own',
  ],
  ['a tab as indentation', 'a:\n\tb: 1\n', '2:1 tabs cannot indent in YAML: use spaces'],
  ['a tag', 'a: !secret x\n', '1:4 YAML tags ("!name") are not supported: write the plain value'],
  [
    'bytes that are not UTF-8',
    Uint8Array.of(0x61, 0x3a, 0x20, 0xff),
    '1:4 is not UTF-8 text: save it in that encoding',
  ],
  [
    'a broken quote',
    'name: "x\n',
    '2:1 a text that begins with a quote is not closed: add the quote at its end, and indent its further lines more than the member that it belongs to',
  ],
] as const) {
  test(`${title} is refused with its place`, async (t) => {
    const lines = await problemsOf(t, { [document]: text })
    t.true(lines.includes(`${document}:${expected}`), lines.join('\n'))
  })
}

for (const [title, text, expected] of [
  ['a member that stands twice', 'name: a\norg: x\nname: b\n', '3:1 "name" stands twice here'],
  ['an alias without an anchor', 'name: *x\n', '1:7 "*x" names no anchor above it'],
  ['an alias within its own anchor', 'name: &x [*x]\n', '1:11 "*x" refers to what it stands in'],
  ['a name that is no text', '? [a]\n: 1\n', "1:3 a member's name must be plain text"],
  ['a name that reaches into prototypes', '__proto__: { org: x }\n', '1:1 no member can have the name "__proto__"'],
] as const) {
  test(`${title} is refused, and the rest of the document is still checked`, async (t) => {
    const lines = await problemsOf(t, { [document]: `${text}oauth_provider: []\n` })
    t.true(lines.includes(`${document}:${expected}`), lines.join('\n'))
    t.true(lines.some((line) => line.includes('oauth_provider is not known - did you mean "oauth_providers"?')))
  })
}

test('aliases that multiply are stopped early', async (t) => {
  const row = (name: string, of: string) => `${name}: &${name} [${Array(9).fill(of).join(', ')}]`
  const names = ['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']
  const bomb = [row('a', 'x'), ...names.map((name, index) => row(name, `*${names[index - 1] ?? 'a'}`))].join('\n')
  const lines = await problemsOf(t, { [document]: bomb })
  t.true(lines.some((line) => line.endsWith('the aliases of this document expand to more than 10000 values')))
})

test('an alias is a copy of its anchor', async (t) => {
  const lines = await problemsOf(t, {
    [document]: 'name: &n sandbox\norg: *n\ntitle: *n\noauth_providers: &p [x]\napi_user_registries: *p\n',
  })
  t.true(lines.some((line) => line.includes(':4:22 oauth_providers[0] names no OAuth provider: "x"')))
  t.true(lines.some((line) => line.includes(' api_user_registries[0] names no user registry: "x"')))
})

for (const depth of [100, 20_000]) {
  test(`a document ${depth} levels deep is refused`, async (t) => {
    const { problems } = await load(t, { [document]: `a: ${'['.repeat(depth)}${']'.repeat(depth)}\n` })
    const lines = problems.map(renderProblem)
    t.true(lines.some((line) => line.startsWith(`${document}:`)))
    t.false(lines.some((line) => line.includes('RangeError')))
  })
}

test('a document larger than 16 MiB is refused unread', async (t) => {
  const lines = await problemsOf(t, { [document]: `# ${'x'.repeat(16 * 1024 * 1024)}\n` })
  t.true(lines.includes(`${document}:1:1 is larger than 16 MiB`))
})

test('a document of random bytes is one problem, however long it is', async (t) => {
  const lines = await problemsOf(t, { [document]: '"a" '.repeat(20_000) })
  t.is(lines.length, 1)
})

test('an unquoted reference between braces is an error with the right notation', async (t) => {
  const lines = await problemsOf(t, { [document]: 'properties: { a: $env{A} }\n' })
  t.true(
    lines.includes(`${document}:1:22 a reference between braces or brackets must stand in quotes: "$env{NAME}"`),
    lines.join('\n'),
  )
})

for (const [title, nest] of [
  ['lists in brackets', (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`],
  ['maps in braces', (depth: number) => `${'{a: '.repeat(depth)}1${'}'.repeat(depth)}`],
  ['lists in lines', (depth: number) => `${'- '.repeat(depth)}1`],
  ['maps in lines', (depth: number) => Array.from({ length: depth }, (_, at) => `${' '.repeat(at)}a:`).join('\n')],
] as const)
  test(`${title} may be 60 levels deep, and are refused with 200,000`, (t) => {
    const parse = (text: string) => parseYaml(text, (written) => ({ text: written })).problems
    t.deepEqual(parse(nest(60)), [])
    t.deepEqual(parse(`${nest(60)} # \t`), [])
    const deep = title === 'maps in lines' ? nest(1_000) : nest(200_000)
    for (const text of [deep, `${deep} # \t`])
      t.deepEqual(
        parse(text).map(({ message }) => message),
        ['is nested more than 64 levels deep'],
      )
  })

test('a merge key adds the members of other maps, and own members count', (t) => {
  const parse = (text: string) => parseYaml(text, (written) => ({ text: written }))
  const text = 'a: &a { x: 1, y: 2 }\nb: { <<: *a, y: 3 }\nc: { y: 4, <<: [{ z: 5, y: 6 }, *a] }\nd: { "<<": 1 }\n'
  const { value, members, problems } = parse(text)
  t.deepEqual(problems, [])
  const { b, c, d } = value as Record<string, Record<string, unknown>>
  t.deepEqual([b, c, d], [{ x: 1, y: 3 }, { z: 5, y: 4, x: 1 }, { '<<': 1 }])
  t.is(members.get(b ?? {})?.get('x')?.key, text.indexOf('x'))
  t.regex(String(parse('a: { <<: 1 }').problems[0]?.message), /"<<" must name a map/)
  t.regex(String(parse('a: { <<: *b }').problems[0]?.message), /names no anchor/)
  t.regex(String(parse('a: &a { <<: *a }').problems[0]?.message), /refers to what it stands in/)
})
