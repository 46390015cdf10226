/** What users write most often in a wrong way, and what they are told. */
import test from 'ava'
import { findProblemLines } from '../../data-plane/_support/loaded.ts'
import { changed, type Files, problemsOf, valid } from '../_support/folder.ts'

for (const [title, text, place, message] of [
  [
    'a member that is indented by accident',
    'name: x\n  org: acme\n',
    '2:3',
    /is indented differently from the members/,
  ],
  ['a member that is not indented enough', 'name: x\nportal:\n  a: 1\n b: 2\n', '4:2', /is indented differently/],
  ['a top member below an indented one', '  name: x\norg: acme\n', '2:1', /not expected here: check the indentation/],
  ['two colons in a line', 'title: a: b\n', '1:8', /second ": " in its line: put the text between quotes/],
  ['a member without a colon', 'name\norg: acme\n', '1:1', /is no "member: value"/],
  ['a quote that is not closed', 'title: "a\n', '2:1', /is not closed: add the quote/],
  ['a list that is not closed', 'a: [1\n', '2:1', /not closed: add the "\]"/],
  ['a map that is not closed', 'a: {b: 1\n', '2:1', /not closed: add the "\}"/],
  ['a character that text cannot begin with', 'title: @home\n', '1:8', /put it between quotes/],
  ['an escape that does not exist', 'title: "a\\q"\n', '1:10', /write \\\\ for a backslash/],
  ['quotes within quotes', "title: 'it's'\n", '1:12', /not expected here/],
] as const) {
  test(`describes ${title}`, async (t) => {
    const lines = await problemsOf(t, { 'providers/more.yaml': text })
    const own = lines.filter((line) => line.startsWith('providers/more.yaml'))
    t.true(own[0]?.startsWith(`providers/more.yaml:${place} `), own.join('\n'))
    t.regex(own[0] ?? '', message)
    t.notRegex(own.join('\n'), /implicit key|compact mapping|node end|token in|sufficiently/i)
  })
}

test('the shell’s way of writing a variable is a warning that names ours', async (t) => {
  const lines = await problemsOf(
    t,
    changed('catalogs/sandbox/catalog.yaml', 'http://backend.example', `http://\${BACKEND}/`),
  )
  t.deepEqual(lines, [
    `catalogs/sandbox/catalog.yaml:6:12 warning: "\${BACKEND}" stands for itself: the environment variable is $env{BACKEND}`,
  ])
})

test('text that is not a variable, a description or inserted text causes no warning', async (t) => {
  const files = changed('catalogs/sandbox/catalog.yaml', 'org: acme', `org: acme\nsummary: use \${NAME}\n`) as Record<
    string,
    string
  >
  const file = 'catalogs/sandbox/catalog.yaml'
  files[file] = `${files[file]}  a: $env{HOME_OF_IT}\n  b: "\${1}"\n`
  t.deepEqual(await problemsOf(t, files, { HOME_OF_IT: `\${NAME}` }), [])
})

for (const member of ['client_secret', 'client_secret_hash'] as const) {
  test(`${member} in an application is an error that names "sluice hash"`, async (t) => {
    const app = 'catalogs/sandbox/applications/app.yaml'
    const [line, ...others] = await problemsOf(
      t,
      changed(app, 'client_id: app-id', `client_id: app-id\n    ${member}: geheim`),
    )
    t.regex(
      line ?? '',
      /app\.yaml:5:5 credentials\[0\]\.client_secret\w* is not known: .*"sluice hash".*client_secret_hashes/,
    )
    t.false(line?.includes('geheim'))
    t.deepEqual(others, [])
  })
}

function withSchemas(head: string, schemas: string): Files {
  const text = valid['apis/customers.yaml']
    .replace('responses: {}', 'responses: { "200": { description: ok, schema: { $ref: "#/definitions/A" } } }')
    .replace('x-ibm-configuration:', `definitions:\n${schemas}\nx-ibm-configuration:`)
    .replace('- invoke:', '- validate: {}\n      - invoke:')
  return { 'apis/customers.yaml': head + text }
}

for (const [title, schemas, faults] of [
  ['two that refer to each other', '  A: { $ref: "#/definitions/B" }\n  B: { $ref: "#/definitions/A" }', 2],
  ['one that refers to itself', '  A: { $ref: "#/definitions/A" }', 1],
  ['one that is made of itself', '  A: { allOf: [{ type: object }, { $ref: "#/definitions/A" }] }', 1],
  ['a tree, which is right', '  A: { type: object, properties: { next: { $ref: "#/definitions/A" } } }', 0],
] as const) {
  test(`schemas in a cycle are reported with their locations: ${title}`, async (t) => {
    const lines = await findProblemLines(t, withSchemas('', schemas))
    t.is(lines.length, faults, lines.join('\n'))
    for (const line of lines)
      t.regex(line, /customers\.yaml:\d+:\d+ definitions\.[AB] leads back to itself through \$ref/)
  })
}
