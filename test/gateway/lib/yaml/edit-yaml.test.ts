import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { editYaml, readYaml, type YamlEdit, YamlEditError } from '../../../../src/gateway/lib/yaml/edit-yaml.ts'

const text = `# A provider.
name: customer-oauth # its name
grants: [password] # more later
scopes:
  # what callers may read
  customer: Access to Customer API
  mq.put: Put messages
native_provider:
  clients:
    - confidential # servers
    - public
  refresh_token: { enabled: true, count: 2048 }
steps:
  # first
  - invoke:
      target-url: $(url)
  - throw: # second
      name: x
  # third
  - if: { condition: a }

# the end
`

const cases: readonly (readonly [title: string, edits: readonly YamlEdit[], from: string, to: string])[] = [
  ['a text', [{ do: 'set', path: ['name'], value: 'other one' }], 'name: customer-oauth #', 'name: other one #'],
  ['a word of another type', [{ do: 'set', path: ['name'], value: 'yes' }], 'customer-oauth #', '"yes" #'],
  [
    'a list in brackets',
    [{ do: 'set', path: ['grants'], value: ['password', 'access_code'] }],
    '[password] #',
    '[password, access_code] #',
  ],
  [
    'a list in lines, with the comments of its items',
    [{ do: 'set', path: ['native_provider', 'clients'], value: ['confidential'] }],
    '    - public\n',
    '',
  ],
  [
    'a missing member',
    [{ do: 'set', path: ['debug'], value: true }],
    '# third\n  - if: { condition: a }\n',
    '# third\n  - if: { condition: a }\ndebug: true\n',
  ],
  [
    'a missing member within missing maps',
    [{ do: 'set', path: ['native_provider', 'pkce', 'required'], value: true }],
    'count: 2048 }\n',
    'count: 2048 }\n  pkce:\n    required: true\n',
  ],
  [
    'a member within braces',
    [{ do: 'set', path: ['native_provider', 'refresh_token', 'ttl'], value: 60 }],
    'count: 2048 }',
    'count: 2048, ttl: 60 }',
  ],
  [
    'a value within braces that needs quotes there only',
    [{ do: 'set', path: ['native_provider', 'refresh_token', 'count'], value: '$env{COUNT}' }],
    'count: 2048',
    'count: "$env{COUNT}"',
  ],
  ['a member, by removing it', [{ do: 'remove', path: ['scopes', 'mq.put'] }], '  mq.put: Put messages\n', ''],
  ['the name of a member', [{ do: 'rename', path: ['scopes', 'mq.put'], name: 'mq put' }], 'mq.put', 'mq put'],
  [
    'a list, by an item before another',
    [{ do: 'insert', path: ['steps'], index: 1, value: { parse: {}, set: { a: 1 } } }],
    '  - throw:',
    '  - parse: {}\n    set:\n      a: 1\n  - throw:',
  ],
  [
    'a list, by an item at its end',
    [{ do: 'insert', path: ['steps'], index: 3, value: 'x' }],
    '{ condition: a }\n',
    '{ condition: a }\n  - x\n',
  ],
]

for (const [title, edits, from, to] of cases) {
  test(`changes ${title}, and nothing else`, (t) => {
    t.true(text.includes(from))
    t.is(editYaml(text, edits), text.replace(from, to))
  })
}

for (const [title, before, path, value, after] of [
  [
    'a text within braces becomes a map within braces',
    'a: { b: 1, c: 2 }\n',
    ['a', 'b'],
    { d: 3 },
    'a: { b: { d: 3 }, c: 2 }\n',
  ],
  ['a map within braces stays so', 'a: { b: 1 } # why\nc: 2\n', ['a'], { b: 3 }, 'a: { b: 3 } # why\nc: 2\n'],
  ['a text becomes a map in lines', 'a: 1\nc: 2\n', ['a'], { b: 3 }, 'a:\n  b: 3\nc: 2\n'],
] as const) {
  test(title, (t) => {
    t.is(editYaml(before, [{ do: 'set', path, value }]), after)
  })
}

test('the only member of a map leaves an empty map', (t) => {
  t.is(editYaml('a:\n  b: 1 # x\nc: 2\n', [{ do: 'remove', path: ['a', 'b'] }]), 'a: {}\nc: 2\n')
})

test('a member of an empty map is written in lines, unless the map is within braces', (t) => {
  const add = (path: string[]) => editYaml('a: {} # x\nb: { c: {} }\n', [{ do: 'set', path, value: 1 }])
  t.is(add(['a', 'd']), 'a:\n  d: 1 # x\nb: { c: {} }\n')
  t.is(add(['b', 'c', 'd']), 'a: {} # x\nb: { c: { d: 1 } }\n')
})

test('a JSON document stays JSON with its indentation', (t) => {
  const edit = { do: 'set', path: ['a', 'b'], value: 'x' } as const
  t.is(editYaml('{\n    "c": 1\n}\n', [edit]), '{\n    "c": 1,\n    "a": {\n        "b": "x"\n    }\n}\n')
  t.is(editYaml('{"c":1}', [edit]), '{"c":1,"a":{"b":"x"}}')
})

test('an empty document gets its first member', (t) => {
  t.deepEqual(readYaml(editYaml('', [{ do: 'set', path: ['a', 'b'], value: [] }])), { a: { b: [] } })
})

test('a text of several lines is written and read back', (t) => {
  const value = 'one\n  two: 3\n\nfour # five\n'
  const changed = editYaml(text, [{ do: 'set', path: ['native_provider', 'note'], value }])
  t.is((readYaml(changed) as { native_provider: { note: string } }).native_provider.note, value)
})

test('a value that an alias shares is left to the text', (t) => {
  const shared = 'a: &x { b: 1 }\nc: *x\n'
  t.throws(() => editYaml(shared, [{ do: 'set', path: ['a', 'b'], value: 2 }]), { instanceOf: YamlEditError })
})

test('a text that is not YAML is an error', (t) => {
  t.throws(() => readYaml('a: [1\n'), { instanceOf: YamlEditError })
})

test('every member of the documents of the sandbox can be set and removed, and no comment is lost', (t) => {
  for (const file of documents()) {
    const before = readFileSync(file, 'utf8')
    const comments = before.match(/#(?!\/).*/g) ?? []
    for (const path of leafPaths(readYaml(before))) {
      const edited = editYaml(before, [{ do: 'set', path, value: 'a: {changed} #value' }])
      const lost = comments.filter((each) => !edited.includes(each))
      t.deepEqual(lost, [], `${file} ${path.join('.')}`)
      t.is(edited.split('\n').length, before.split('\n').length, `${file} ${path.join('.')}`)
      t.notThrows(() => editYaml(before, [{ do: 'remove', path }]), `${file} ${path.join('.')}`)
    }
  }
})

function documents(): string[] {
  return ['providers', 'catalogs'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.yaml'))
      .map((name) => join(folder, name)),
  )
}

function leafPaths(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path]
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
  return keys.flatMap((key) => leafPaths((value as Record<string | number, unknown>)[key], [...path, key]))
}
