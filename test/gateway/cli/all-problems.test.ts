/** No problem hides another: neither in the same document nor in others, and none is reported twice. */

import test, { type ExecutionContext } from 'ava'
import { renderProblem } from '../../../src/gateway/config/index.ts'
import { openDocumentLoader } from '../../../src/gateway/runtime/documents/open-documents.ts'
import { gatewayParts } from '../_support/tables.ts'
import { changed, type Files, folderWith, valid } from '../config/_support/folder.ts'

async function problemsOf(t: ExecutionContext, files: Files): Promise<string[]> {
  const load = openDocumentLoader({ configFolder: await folderWith(t, files), environment: {} }, gatewayParts, {
    sandbox: false,
  })
  return (await load()).problems.map(renderProblem)
}

const api = valid['apis/customers.yaml']
const invoke = '- invoke: { version: 2.0.0, target-url: $(backend)$(request.path) }'
const withSteps = (...steps: string[]) => api.replace(invoke, steps.join('\n      '))

test('an unknown member of x-ibm-configuration hides no policy', async (t) => {
  const text = withSteps('- invok: {}', '- trow: {}').replace('  assembly:', '  unheard: 1\n  assembly:')
  const lines = await problemsOf(t, { 'apis/customers.yaml': text })
  t.is(lines.length, 3, lines.join('\n'))
  t.regex(lines[0] ?? '', /:17:3 warning: x-ibm-configuration\.unheard is not known/)
  t.regex(lines[1] ?? '', /:20:9 .*"invok" - did you mean "invoke"/)
  t.regex(lines[2] ?? '', /:21:9 .*"trow" - did you mean "throw"/)
})

test('all of a document is checked: the schema, steps at any depth, and the checks of the data plane', async (t) => {
  const text = withSteps(
    '- switch:',
    '    unheard: 1',
    '    case:',
    '      - condition: request.verb = ',
    '        execute: [{ nothing: {} }]',
    '      - condition: $nofunction()',
    '        execute: [{ invoke: { target-url: "ftp://a", header-control: { values: ["("] } } }]',
    '- set-variable: { actions: [{ add: message.body, value: a }, { set: message.headers.Host, value: b }] }',
  ).replace('operationId: list', 'operationid: list')
  const lines = await problemsOf(t, { 'apis/customers.yaml': text })
  const places = lines.map((line) => line.replace(/^apis\/customers\.yaml:(\d+:\d+) .*/s, '$1'))
  // The line of each is that of the value itself.
  t.deepEqual(
    places,
    ['15:12', '20:11', '22:26', '23:27', '24:26', '25:49', '25:87', '26:42', '26:75'],
    lines.join('\n'),
  )
})

const mistakes: readonly (readonly [file: keyof typeof valid, piece: string, to: string, message: RegExp])[] = [
  ['providers/users.yaml', 'title: Users', 'tittle: Users', /tittle is not known/],
  ['providers/oauth.yaml', 'user_registry: users', 'user_registry: user\n  unheard: 1', /unheard is not known/],
  ['catalogs/sandbox/catalog.yaml', 'properties:', 'propertys: {}\nproperties:', /propertys is not known/],
  ['catalogs/sandbox/products/shop.yaml', '100/1hour', '100/1our', /must be a limit/],
  ['catalogs/sandbox/applications/app.yaml', 'plan: gold', 'plan: gould', /has no plan "gould"/],
  ['apis/customers.yaml', '[customer]', '[costumer]', /is not a scope of the definition: "costumer"/],
]

for (const [file, piece, to, message] of mistakes) {
  test(`an error in ${file} is reported beside an error in every other document`, async (t) => {
    const files: Files = Object.assign({}, ...mistakes.map((each) => changed(each[0], each[1], each[2])))
    const lines = await problemsOf(t, files)
    t.true(
      lines.some((line) => line.startsWith(file) && message.test(line)),
      lines.join('\n'),
    )
  })

  test(`the same error alone is one problem: ${file}, ${to}`, async (t) => {
    const lines = await problemsOf(t, changed(file, piece, to))
    const expected = file === 'providers/oauth.yaml' ? 2 : 1 // that one has two mistakes
    t.is(lines.length, expected, lines.join('\n'))
  })
}

for (const [file, broken] of [
  ['catalogs/sandbox/catalog.yaml', 'name: sandbox\n  org: acme\n'],
  ['catalogs/sandbox/catalog.yaml', 'just text'],
  ['catalogs/sandbox/catalog.yaml', undefined],
  ['providers/users.yaml', '{'],
  ['providers/oauth.yaml', 'a: [1'],
] as const) {
  test(`an unreadable document hides no independent problem: ${file}, ${broken}`, async (t) => {
    const text = withSteps('- invoke: { target-url: "ftp://backend" }')
    const lines = await problemsOf(t, {
      [file]: broken,
      'apis/customers.yaml': text,
      ...changed('catalogs/sandbox/applications/app.yaml', 'plan: gold', 'plan: gould'),
    })
    t.is(lines.length, 3, lines.join('\n'))
    t.true(lines.some((line) => /^apis.*target-url/.test(line)))
    t.true(lines.some((line) => /^catalogs.*app\.yaml.*has no plan "gould"/.test(line)))
  })
}

for (const [title, file, piece, to, count] of [
  ['a member that is missing', 'apis/customers.yaml', 'version: 1.0.0,', '', 1],
  ['a name that is none', 'providers/oauth.yaml', 'name: oauth', 'name: "a b"', 1],
  ['a name of the wrong type', 'catalogs/sandbox/products/shop.yaml', '{ name: shop,', '{ name: 3,', 1],
  ['a grant that does not exist', 'providers/oauth.yaml', '[password, application]', '[pasword]', 1],
  ['a misspelt list of grants', 'providers/oauth.yaml', 'grants:', 'grant:', 1],
  [
    'scopes that are a list',
    'providers/oauth.yaml',
    'scopes:\n  customer: Customers\n  orders: Orders',
    'scopes: [customer]',
    1,
  ],
  ['a misspelt registry', 'providers/oauth.yaml', '  user_registry:', '  user_registrry:', 1],
  ['plans without a limit', 'catalogs/sandbox/products/shop.yaml', '{ value: 100/1hour, hard-limit: true }', '{}', 1],
  [
    'no plan',
    'catalogs/sandbox/products/shop.yaml',
    'plans:\n  gold:\n    rate-limits: { default: { value: 100/1hour, hard-limit: true } }',
    'plans: {}',
    1,
  ],
  ['properties of another name', 'catalogs/sandbox/catalog.yaml', 'properties:', 'propertie:', 1],
  ['a subscription without a plan', 'catalogs/sandbox/applications/app.yaml', ', plan: gold', '', 1],
  ['no credentials', 'catalogs/sandbox/applications/app.yaml', '\n  - client_id: app-id', ' []', 1],
  ['a base path that is none', 'apis/customers.yaml', 'basePath: /customers/v1', 'basePath: customers', 1],
  [
    'paths that are a list',
    'apis/customers.yaml',
    'paths:\n  /customers:\n    get: { operationId: list, responses: {} }',
    'paths: []',
    1,
  ],
  [
    'a definition of an unknown provider',
    'apis/customers.yaml',
    'x-ibm-oauth-provider: oauth',
    'x-ibm-oauth-provider: oath',
    1,
  ],
  ['an execute of another name', 'apis/customers.yaml', '    execute:', '    excute:', 1],
  [
    'an environment variable that is not set',
    'providers/oauth.yaml',
    'user_registry: users',
    'user_registry: $env{NO}',
    1,
  ],
  ['an unknown type of registry', 'providers/users.yaml', 'authurl', 'authorl', 1],
  [
    'a registry type and a title',
    'providers/users.yaml',
    'title: Users\nregistry_type: authurl',
    'title: []\nregistry_type: no',
    2,
  ],
] as const) {
  test(`one error is one problem: ${title}`, async (t) => {
    const lines = await problemsOf(t, changed(file, piece, to))
    t.is(lines.length, count, lines.join('\n'))
  })
}
