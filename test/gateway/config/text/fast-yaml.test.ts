import { readFile } from 'node:fs/promises'
import test from 'ava'
import { parseFastYaml } from '../../../../src/gateway/config/text/fast-yaml.ts'
import { parseWithYamlLibrary } from '../../../../src/gateway/config/text/yaml.ts'
import type { ParsedYaml, ResolveReferencesInText } from '../../../../src/gateway/config/text/yaml-value-builder.ts'

const asItIs: ResolveReferencesInText = (text) =>
  text.includes('$refused') ? { error: 'no' } : { text: text.replaceAll('$env{A}', 'resolved') }

for (const [title, text] of [
  ['maps in maps', 'a:\n  b:\n    c: 1\n  d: x\ne: y\n'],
  ['a list below its name, and one that is indented', 'a:\n- 1\n- 2\nb:\n  - 3\n  - 4\n'],
  ['maps in a list', '- a: 1\n  b:\n  - x\n  c: 2\n- d: 3\n'],
  ['braces and brackets over lines', 'a:\n  {\n    b: [1, { c: "d" }, [e]], # why\n    "200":\n      { x: y },\n  }\n'],
  ['JSON', '{\n  "a": [true, null, -1.5e3],\n  "b":{"c":"\\u00e9\\n"}\n}\n'],
  [
    'numbers and what only looks like one',
    'a: 1\nb: 1.0\nc: 1.0.0\nd: 0x1f\ne: 0o17\nf: 1_000\ng: -0\nh: .5\ni: 012\nj: 1e3\nk: .inf\n',
  ],
  ['words that are no text, and those that are', 'a: true\nb: False\nc: yes\nd: null\ne: ~\nf: Null\ng: nulls\nh: t\n'],
  ['dates, addresses and paths', 'a: 2020-01-01\nb: http://x:80/y#z\nc: /a/{b}\nd: $(x)/y\ne: a, b\n'],
  ['names of numbers and words', '200: a\ntrue: b\n1.0: c\na b: d\n"e: f": g\n'],
  ['quotes', "a: 'it''s'\nb: \"x # y\"\nc: ''\nd: \"\"\n"],
  ['comments everywhere', '# one\n\na: 1 # two\n  # three\nb: # four\n  # five\n  c: 2\n# six\n'],
  ['literal and folded blocks', 'a: |\n  x\n   y\n\n  z\nb: >-\n  one\n  two\nc: |-\n  end\n\n'],
  ['texts over two lines', 'a: one\n  two\nb: "one\n  two"\n'],
  ['references', 'a: $env{A}\nb: ["$env{A}-b", $(c)]\n'],
  ['a document mark', '---\na: 1\n'],
  ['text beyond ASCII', 'a: Zürich\nb: 🙂\n'],
] as const) {
  test(`reads ${title} as the full parser does, places and all`, (t) => {
    const quick = parseFastYaml(text, asItIs)
    t.truthy(quick)
    t.deepEqual(quick && everything(quick), everything(parseWithYamlLibrary(text, asItIs)))
  })
}

for (const [title, text] of [
  ['an anchor', 'a: &x 1\nb: *x\n'],
  ['a tag', 'a: !!str 1\n'],
  ['an indented document mark', ' ---\n  a: 1\n'],
  ['a name that stands twice', 'a: 1\na: 2\n'],
  ['a name that reaches into prototypes', '__proto__: 1\n'],
  ['a name that is nothing', 'null: 1\n'],
  ['a member without a value', 'a:\nb: 1\n'],
  ['a tab', 'a:\n\tb: 1\n'],
  ['a second document', 'a: 1\n---\nb: 2\n'],
  ['a value after a value', 'a: "b" c\n'],
  ['a map in a line', 'a: b: c\n'],
  ['a closing brace that is not indented', 'a: {\n  b: 1\n}\n'],
  ['a brace that is not closed', 'a: { b: 1\n'],
  ['a reference between braces', 'a: { b: $env{A} }\n'],
  ['a reference that is refused', 'a: $refused\n'],
  ['depth without end', `${'{ "a": '.repeat(100)}1${' }'.repeat(100)}\n`],
  ['nothing', ''],
] as const) {
  test(`leaves ${title} to the full parser`, (t) => {
    t.is(parseFastYaml(text, asItIs), undefined)
  })
}

test('reads the shipped documents', async (t) => {
  for (const file of ['apis/customer-database.yaml', 'apis/mq.yaml', 'providers/customer-oauth.yaml']) {
    t.truthy(parseFastYaml(await readFile(file, 'utf8'), asItIs), file)
  }
})

test('never reads a damaged document in a way of its own', async (t) => {
  const documents = await Promise.all(
    ['apis/mq.yaml', 'apis/customer-database.yaml', 'catalogs/sandbox/products/messaging.yaml'].map((file) =>
      readFile(file, 'utf8'),
    ),
  )
  const random = randomFrom(7)
  let readQuickly = 0
  for (let round = 0; round < 4_000; round += 1) {
    const text = damaged(oneOf(documents, random), random)
    const quick = parseFastYaml(text, asItIs)
    if (!quick) continue
    readQuickly += 1
    const full = parseWithYamlLibrary(text, asItIs)
    if (JSON.stringify(everything(quick)) !== JSON.stringify(everything(full)))
      t.deepEqual(everything(quick), everything(full), text)
  }
  t.true(readQuickly > 200, `${readQuickly} of 4000`) // otherwise nothing was compared
})

/** The value with the place of each member in it, and the faults. */
function everything({ value, members, problems: faults }: ParsedYaml): unknown {
  return { value: withPlaces(value), faults }

  function withPlaces(each: unknown): unknown {
    if (Object.is(each, -0)) return 'minus zero'
    if (typeof each === 'number') return String(each)
    if (typeof each !== 'object' || each === null) return each
    return Object.entries(each).map(([name, inside]) => {
      const place = members.get(each)?.get(Array.isArray(each) ? Number(name) : name)
      return { name, place, inside: withPlaces(inside) }
    })
  }
}

const pieces = [
  ' ',
  '  ',
  '\n',
  '\n  ',
  '#',
  ' #',
  ': ',
  '- ',
  '{',
  '}',
  '[',
  ']',
  ',',
  "'",
  '"',
  '|',
  '>-',
  '&a ',
  '*a',
  '!',
  '? ',
  '%',
  '@',
  '\\',
  '\t',
  '---\n',
  'null',
  '1',
  '$',
  'x: y',
  '"a": b',
  '\r',
  'é',
]

/** Up to 20 lines of a text with one to three slips in them. */
function damaged(text: string, random: () => number): string {
  const all = text.split('\n')
  const from = Math.floor(random() * all.length)
  let piece = `${all.slice(from, from + 1 + Math.floor(random() * 20)).join('\n')}\n`
  for (let slips = 1 + random() * 3; slips >= 1; slips -= 1) {
    const at = Math.floor(random() * piece.length)
    const removed = random() < 0.5 ? Math.floor(random() * 4) : 0
    const added = random() < 0.7 ? oneOf(pieces, random) : ''
    piece = piece.slice(0, at) + added + piece.slice(at + removed)
  }
  return piece
}

function oneOf<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)] as T
}

/** The same numbers at every run. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x7fffffff
  }
}
