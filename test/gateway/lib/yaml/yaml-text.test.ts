import test from 'ava'
import { parse } from 'yaml'
import {
  addYamlItem,
  readYamlValue,
  removeYamlItem,
  removeYamlMember,
  setYamlValue,
} from '../../../../src/gateway/lib/yaml/yaml-text.ts'

const text = `# An application.
name:   web-shop # its name
state: enabled   # or disabled
credentials:
  - name: default
    # the hash of what the portal showed
    client_secret_hashes:
      - one
      - two
    client_id: "1"
list: [a, b]
empty: []
subscriptions:
  - { product: shop, plan: gold } # since 2026
  - product: news
    plan: free

# the end
`

for (const [title, change, from, to] of [
  ['a value', (t: string) => setYamlValue(t, ['state'], 'disabled'), 'state: enabled   #', 'state: disabled   #'],
  [
    'a value in a flow map',
    (t: string) => setYamlValue(t, ['subscriptions', 0, 'plan'], 'silver'),
    'plan: gold',
    'plan: silver',
  ],
  [
    'a value in a list',
    (t: string) => setYamlValue(t, ['subscriptions', 1, 'plan'], '1.0'),
    'plan: free',
    'plan: "1.0"',
  ],
  [
    'a block list',
    (t: string) => setYamlValue(t, ['credentials', 0, 'client_secret_hashes'], ['$x$', 'two']),
    'client_secret_hashes:\n      - one\n      - two\n',
    'client_secret_hashes: [$x$, two]\n',
  ],
  [
    'a missing member',
    (t: string) => setYamlValue(t, ['credentials', 0, 'well_known'], false),
    'client_id: "1"\n',
    'client_id: "1"\n    well_known: false\n',
  ],
  [
    'a missing member of a flow map',
    (t: string) => setYamlValue(t, ['subscriptions', 0, 'state'], 'pending'),
    'plan: gold }',
    'plan: gold, state: pending }',
  ],
  ['an item of a flow list', (t: string) => addYamlItem(t, ['list'], 'c'), '[a, b]', '[a, b, c]'],
  [
    'an item of an empty list',
    (t: string) => addYamlItem(t, ['empty'], { a: 'true' }),
    'empty: []',
    'empty: [{ a: "true" }]',
  ],
  [
    'an item of a block list',
    (t: string) => addYamlItem(t, ['subscriptions'], { product: 'a b', plan: 'x' }),
    '    plan: free\n',
    '    plan: free\n  - { product: a b, plan: x }\n',
  ],
  ['an item out of a flow list', (t: string) => removeYamlItem(t, ['list'], 0), '[a, b]', '[b]'],
  ['the last item out of a flow list', (t: string) => removeYamlItem(t, ['list'], 1), '[a, b]', '[a]'],
  [
    'an item out of a block list, with its remark',
    (t: string) => removeYamlItem(t, ['subscriptions'], 0),
    '  - { product: shop, plan: gold } # since 2026\n',
    '',
  ],
  [
    'the last item out of a block list',
    (t: string) => removeYamlItem(t, ['subscriptions'], 1),
    '  - product: news\n    plan: free\n',
    '',
  ],
  [
    'a member out of a flow map',
    (t: string) => removeYamlMember(t, ['subscriptions', 0, 'plan']),
    ', plan: gold }',
    ' }',
  ],
  [
    'the first member out of a flow map',
    (t: string) => removeYamlMember(t, ['subscriptions', 0, 'product']),
    '{ product: shop, plan: gold }',
    '{ plan: gold }',
  ],
  ['a member, with its remark', (t: string) => removeYamlMember(t, ['state']), 'state: enabled   # or disabled\n', ''],
  [
    'a member that follows a dash',
    (t: string) => removeYamlMember(t, ['subscriptions', 1, 'product']),
    '- product: news\n    plan: free',
    '- plan: free',
  ],
  [
    'a member that holds a list',
    (t: string) => removeYamlMember(t, ['credentials', 0, 'client_secret_hashes']),
    '    client_secret_hashes:\n      - one\n      - two\n',
    '',
  ],
] as const) {
  test(`changes ${title}, and nothing else`, (t) => {
    const changed = change(text)
    t.is(changed, text.replace(from, to))
    t.not(changed, text)
    t.notThrows(() => parse(changed))
  })
}

test('adds a member at the end of the document', (t) => {
  t.is(setYamlValue('a: 1\nb:\n  c: 2 # two\n', ['d'], 'x'), 'a: 1\nb:\n  c: 2 # two\nd: x\n')
  t.is(setYamlValue('a: 1', ['d'], 'x'), 'a: 1\nd: x')
  t.is(addYamlItem('a: 1\n', ['list'], 'x'), 'a: 1\nlist: [x]\n')
})

test('quotes words that YAML reads as another type', (t) => {
  for (const word of ['true', 'No', 'null', '1.0', '', '- x', '#', 'a: b', '2026-01-01']) {
    t.is(parse(setYamlValue('a: b\n', ['a'], word)).a, word)
  }
})

test('reads a value with its references unresolved', (t) => {
  t.is(readYamlValue('a: { b: $env{X} }'.replace('$env{X}', '"$env{X}"'), ['a', 'b']), '$env{X}')
  t.is(readYamlValue('a: 1', ['b']), undefined)
})

test('the only item leaves an empty list', (t) => {
  t.is(removeYamlItem('a:\n  - b # last\nc: 1\n', ['a'], 0), 'a: []\nc: 1\n')
})

test('removing a missing value changes nothing', (t) => {
  t.is(removeYamlItem(text, ['list'], 7), text)
  t.is(removeYamlItem(text, ['state'], 0), text)
  t.is(removeYamlMember(text, ['nothing']), text)
})
