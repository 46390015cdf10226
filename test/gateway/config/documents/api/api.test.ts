import test from 'ava'
import { changed, type Files, load, loadValid, problemsOf, valid } from '../../_support/folder.ts'

const api = (piece: string, to: string) => changed('apis/customers.yaml', piece, to)
const loaded = async (...[t, files, environment]: Parameters<typeof loadValid>) => {
  const found = (await loadValid(t, files, environment)).catalogs[0]?.apis[0]
  if (!found) throw new Error('no API was published')
  return found
}

/** The valid API in OpenAPI 3. */
const openApi3 = `openapi: 3.0.3
info: { title: Customers, version: 1.0.0, x-ibm-name: customers }
servers:
  - url: https://{host}/customers/{version}
    variables: { host: { default: api.example }, version: { default: v1 } }
components:
  securitySchemes:
    oauth-1:
      type: oauth2
      x-ibm-oauth-provider: oauth
      flows: { clientCredentials: { tokenUrl: "https://x.example", scopes: { customer: Customers } } }
  schemas: { Customer: { type: object, anything: goes } }
security:
  - oauth-1: [customer]
paths:
  /customers:
    get: { responses: {} }
x-ibm-configuration:
  assembly: { execute: [{ invoke: { target-url: $(backend) } }] }
`.replace('$(backend)', '"$(backend)"')

test('OpenAPI 2 and OpenAPI 3 become the same thing', async (t) => {
  const { definitions, basePath, operations } = await loaded(t, { 'apis/customers.yaml': openApi3 })
  t.is(basePath, '/customers/v1')
  t.deepEqual(definitions.get('oauth-1')?.settings, {
    'x-ibm-oauth-provider': 'oauth',
    flow: 'application',
    tokenUrl: 'https://x.example',
    scopes: { customer: 'Customers' },
  })
  t.like(operations[0], { id: 'get /customers', method: 'GET', path: '/customers' })
})

test('basic security of OpenAPI 3 is the type basic', async (t) => {
  const text = openApi3.replace(
    '  schemas:',
    '    people: { type: http, scheme: basic, x-ibm-authentication-registry: users }\n  schemas:',
  )
  const { definitions } = await loaded(t, { 'apis/customers.yaml': text })
  t.like(definitions.get('people'), { type: 'basic', settings: { 'x-ibm-authentication-registry': 'users' } })
})

test('an operation has its own security, or that of the API', async (t) => {
  const files = api('  /customers:\n', '  /open:\n    get: { security: [] }\n  /customers:\n')
  const { operations } = await loaded(t, files)
  t.deepEqual(
    operations.map(({ path, security }) => [path, security.length]),
    [
      ['/open', 0],
      ['/customers', 1],
    ],
  )
  t.deepEqual(
    operations[1]?.security[0]?.all.map(({ definition, scopes }) => [definition.key, scopes]),
    [['oauth-1', ['customer']]],
  )
  t.true(
    (await problemsOf(t, files)).some((line) =>
      line.endsWith('warning: GET /open needs no authentication: it has no security requirements'),
    ),
  )
})

test('an API without security is one warning', async (t) => {
  const lines = await problemsOf(t, api('security:\n  - oauth-1: [customer]\n', ''))
  t.deepEqual(lines, ['apis/customers.yaml:1:1 warning: the API is open to everyone: no operation asks for security'])
})

test('a path item may be referenced elsewhere in the document', async (t) => {
  const files = api(
    '  /customers:\n    get: { operationId: list, responses: {} }\n',
    '  /customers: { $ref: "#/x-paths/customers" }\nx-paths: { customers: { get: { operationId: list } } }\n',
  )
  t.like((await loaded(t, files)).operations[0], { id: 'list', path: '/customers', method: 'GET' })
})

test('properties: the catalog, over it the API, over that the API for this catalog', async (t) => {
  const files = {
    ...api(
      '  assembly:',
      '  properties: { a: { value: api }, b: { value: api } }\n  catalogs: { sandbox: { properties: { b: special } }, other: { properties: { a: no } } }\n  assembly:',
    ),
    ...changed('catalogs/sandbox/catalog.yaml', 'properties:', 'properties:\n  a: catalog\n  c: 5'),
  }
  const { properties } = await loaded(t, files)
  t.deepEqual([...properties].sort(), [
    ['a', 'api'],
    ['b', 'special'],
    ['backend', 'http://backend.example'],
    ['c', '5'],
  ])
})

const nested = `- operation-switch:
          case:
            - { operations: [list], execute: [{ invoke: { target-url: "http://a.example" } }] }
          otherwise: [{ invoke: { target-url: "http://b.example", title: another } }]
      - invoke:`

test('steps within steps stand in branches, each with its place', async (t) => {
  const [first] = (await loaded(t, api('- invoke:', nested))).assembly.execute
  t.is(first?.policy, 'operation-switch')
  t.deepEqual(
    first?.branches.map((steps) => steps.map(({ policy, location }) => `${policy}:${location.line}`)),
    [['invoke:21'], ['invoke:22']],
  )
  t.deepEqual(first?.branches[1]?.[0]?.settings, { 'target-url': 'http://b.example', timeout: 60 })
})

test('a clause of catch is a step with the errors that it catches', async (t) => {
  const clauses =
    '    catch:\n      - errors: [ConnectionError]\n        execute: [{ set-variable: { actions: [] } }]\n      - default: []\n'
  const { assembly } = await loaded(t, api('    execute:\n', `${clauses}    execute:\n`))
  t.deepEqual(
    assembly.catch.map(({ policy, settings, branches }) => [policy, settings, branches[0]?.length]),
    [
      ['catch', { errors: ['ConnectionError'] }, 1],
      ['catch', { errors: [] }, 0],
    ],
  )
})

test('variables that a policy sets, and their members, may be used', async (t) => {
  const set =
    '- set-variable: { actions: [{ set: my.answer, value: "$(request.headers.x) $(api.name) $(oauth.scope)" }] }'
  const files = api('- invoke: {', `${set}\n      - invoke: { username: "$(my.answer)", password: "$(my.answer.text)",`)
  t.deepEqual(await problemsOf(t, files), [])
})

const place = 'apis/customers.yaml'
for (const [where, files, line] of [
  [
    'the configuration',
    api('  assembly:', '  zone-of-rest: { a: 1 }\n  assembly:'),
    '17:3 x-ibm-configuration.zone-of-rest',
  ],
  [
    'the activity log',
    api('  assembly:', '  activity-log: { enabled: true, q7: [] }\n  assembly:'),
    '17:34 x-ibm-configuration.activity-log.q7',
  ],
  [
    'a policy',
    api('version: 2.0.0,', 'version: 2.0.0, graph: x,'),
    '19:35 x-ibm-configuration.assembly.execute[0].invoke.graph',
  ],
] as const) {
  test(`a member that nobody knows has no effect in ${where}, which is said`, async (t) => {
    t.truthy(await loaded(t, files))
    t.deepEqual(await problemsOf(t, files), [
      `${place}:${line} is not known here, and has no effect`.replace(' x-', ' warning: x-'),
    ])
  })
}

test('where an export says from where a certificate comes, the API loads without a word', async (t) => {
  const files = api('  assembly:', '  application-authentication-source: [tls-cert]\n  assembly:')
  t.deepEqual(await problemsOf(t, files), [])
})

test('a clause of catch without errors catches nothing, which is said', async (t) => {
  const files = api('    execute:\n', '    catch:\n      - { errors: [], execute: [] }\n    execute:\n')
  t.deepEqual((await loaded(t, files)).assembly.catch, [])
  t.regex((await problemsOf(t, files))[0] ?? '', /warning: .*errors is empty, so that this clause catches nothing$/)
})

for (const [title, files, expected] of [
  [
    'a policy that does not exist',
    api('- invoke:', '- invok:'),
    `${place}:19:9 x-ibm-configuration.assembly.execute[0] is not a supported policy: "invok" - did you mean "invoke"?`,
  ],
  [
    'a policy within a policy that does not exist',
    api('- invoke:', nested.replace('[{ invoke', '[{ xslt')),
    `${place}:21:49 x-ibm-configuration.assembly.execute[0].operation-switch.case[0].execute[0] is not a supported policy: "xslt" - supported are invoke, set-variable, mcp, operation-switch; a policy of your own is a file in policies/`,
  ],
  [
    'settings that the policy does not know',
    api('version: 2.0.0,', 'version: 2.0.0, timeot: 5,'),
    `${place}:19:35 x-ibm-configuration.assembly.execute[0].invoke.timeot is not known - did you mean "timeout"?`,
  ],
  [
    'settings of the wrong type',
    api('version: 2.0.0,', 'version: 2.0.0, timeout: soon,'),
    `${place}:19:44 x-ibm-configuration.assembly.execute[0].invoke.timeout must be a whole number - found "soon"`,
  ],
  [
    'an action that is none',
    api('- invoke:', '- set-variable: { actions: [{ set: x, valu: y }] }\n      - invoke:'),
    `${place}:19:45 x-ibm-configuration.assembly.execute[0].set-variable.actions[0].valu is not known - did you mean "value"?`,
  ],
  [
    'two policies in one step',
    api('- invoke: {', '- set-variable: { actions: [] }\n        invoke: {'),
    `${place}:19:9 x-ibm-configuration.assembly.execute[0] must be a map of one member: the policy with its settings`,
  ],
  [
    'an assembly that does nothing',
    api('      - invoke: { version: 2.0.0, target-url: $(backend)$(request.path) }', '      []'),
    `${place}:18:5 x-ibm-configuration.assembly.execute has no policy: add one, such as invoke (or set enforced: false)`,
  ],
  [
    'a clause of catch that is none',
    api('    execute:\n', '    catch: [{ errors: all }]\n    execute:\n'),
    `${place}:18:13 x-ibm-configuration.assembly.catch[0] must be {errors: [names or statuses], execute: [policies]} or {default: [policies]}`,
  ],
  [
    'a variable that nothing defines',
    api('$(backend)', '$(bakend)'),
    `${place}:19:47 x-ibm-configuration.assembly.execute[0].invoke.target-url uses $(bakend), which no property of the API or the catalog defines - did you mean "backend"?`,
  ],
  [
    'a TLS profile that is not enabled',
    api('version: 2.0.0,', 'tls-profile: web,'),
    `${place}:19:32 x-ibm-configuration.assembly.execute[0].invoke.tls-profile names a TLS client profile that catalogs/sandbox/catalog.yaml does not enable: "web" - enabled are none`,
  ],
  [
    'an API of another type',
    api('  assembly:', '  type: graphql\n  assembly:'),
    `${place}:17:9 x-ibm-configuration.type must be one of rest, wsdl, wsdl-to-rest, oauth, oauth2 - found "graphql"`,
  ],
  [
    'a method that is none',
    api('get: {', 'gett: {'),
    `${place}:15:5 paths["/customers"].gett is not known - did you mean "get"?`,
  ],
  [
    'a member of an operation that is none',
    api('operationId: list', 'operationid: list'),
    `${place}:15:12 paths["/customers"].get.operationid is not known - did you mean "operationId"?`,
  ],
  ['a path without a slash', api('  /customers:', '  customers:'), `${place}:14:3 paths.customers must begin with "/"`],
  [
    'two parameters without a text between them',
    api('  /customers:', '  /x-{y}{z}:'),
    `${place}:14:3 paths["/x-{y}{z}"] must have a name in each pair of braces, and a text between two parameters, such as {id}.json or {from}-{to} - found "x-{y}{z}"`,
  ],
  [
    'the same parameter twice in a segment',
    api('  /customers:', '  /{y}-{y}:'),
    `${place}:14:3 paths["/{y}-{y}"] has the parameter {y} twice`,
  ],
  [
    'a parameter twice',
    api('  /customers:', '  /{y}/{y}:'),
    `${place}:14:3 paths["/{y}/{y}"] has the parameter {y} twice`,
  ],
  [
    'a greedy parameter before the end',
    api('  /customers:', '  /{+y}/z:'),
    `${place}:14:3 paths["/{+y}/z"] must have "{+y}" at its end: it stands for the rest of the path`,
  ],
  [
    'two paths of one shape',
    api('  /customers:\n', '  /{a}:\n    get: {}\n  /{b}:\n    get: {}\n  /customers:\n'),
    `${place}:17:5 GET /{b} matches the same calls as the operation at ${place}:15`,
  ],
  [
    'an operationId twice',
    api('  /customers:\n', '  /other:\n    get: { operationId: list }\n  /customers:\n'),
    `${place}:17:5 the operationId "list" is taken by the operation at ${place}:15: policies that name it mean both`,
  ],
  [
    'a $ref in a circle',
    api(
      '    get: { operationId: list, responses: {} }',
      '    $ref: "#/x-a"\nx-a: { $ref: "#/x-b" }\nx-b: { $ref: "#/x-a" }',
    ),
    `${place}:14:3 paths["/customers"] $ref "#/x-a" leads back to itself`,
  ],
  [
    'a $ref to nothing',
    api('    get: { operationId: list, responses: {} }', '    $ref: "#/x-a"'),
    `${place}:14:3 paths["/customers"] $ref "#/x-a" points to nothing`,
  ],
  [
    'a $ref to another document',
    api('    get: { operationId: list, responses: {} }', '    $ref: other.yaml'),
    `${place}:14:3 paths["/customers"] $ref must point into this document, "#/..." - found "other.yaml"`,
  ],
  [
    'a base path with a query',
    api('/customers/v1', '/customers?v=1'),
    `${place}:3:11 basePath must be a plain path, without "?", "#", "%" and blanks`,
  ],
  [
    'a base path that climbs',
    api('/customers/v1', '/../x'),
    `${place}:3:11 basePath must have no empty segment, and none of "." and ".."`,
  ],
  [
    'a security type that does not exist',
    api('type: oauth2', 'type: oauth3'),
    `${place}:6:11 securityDefinitions.oauth-1.type must be one of oauth2, apiKey, mutualTLS, basic - found "oauth3" - did you mean "oauth2"?`,
  ],
  [
    'a security type that is a map',
    api('type: oauth2', 'type: {}'),
    `${place}:6:11 securityDefinitions.oauth-1.type must be one of oauth2, apiKey, mutualTLS, basic - found a map`,
  ],
  [
    'a security definition without a type',
    api('type: oauth2', 'name: oauth2'),
    `${place}:6:5 securityDefinitions.oauth-1.type must be one of oauth2, apiKey, mutualTLS, basic - found nothing`,
  ],
  [
    'a requirement that is not defined',
    api('- oauth-1:', '- oauth1:'),
    `${place}:12:5 security[0] names no security definition: "oauth1" - did you mean "oauth-1"?`,
  ],
  [
    'a scope that the definition lacks',
    api('[customer]', '[custmer]'),
    `${place}:12:15 security[0].oauth-1[0] is not a scope of the definition: "custmer" - did you mean "customer"?`,
  ],
  ['another version of OpenAPI', api('"2.0"', '"1.2"'), `${place}:1:10 swagger must be 2.0 - found "1.2"`],
  [
    'a version that YAML reads as a number',
    api('version: 1.0.0', 'version: 1.0'),
    `${place}:2:36 info.version must be a version without blanks and ":" - found 1.0: put it in quotes`,
  ],
  [
    'an unknown flow',
    { [place]: openApi3.replace('clientCredentials', 'device') },
    `${place}:11:16 components.securitySchemes.oauth-1.flows must hold one of password, clientCredentials, authorizationCode, implicit - found "device"`,
  ],
] as [string, Files, string][]) {
  test(`${title} is refused`, async (t) => {
    const lines = await problemsOf(t, files)
    t.true(lines.includes(expected), lines.join('\n'))
  })
}

const keys = `securityDefinitions:
  id: { type: apiKey, in: header, name: X-IBM-Client-Id }
  id-2: { type: apiKey, in: query, name: key, x-key-type: client_id }
  secret: { type: apiKey, in: header, name: X-IBM-Client-Secret }
  people: { type: basic, x-ibm-authentication-registry: users }
  oauth-2: { type: oauth2, flow: password, x-ibm-oauth-provider: oauth }
`
for (const [requirement, fault] of [
  ['{ id: [], secret: [] }', undefined],
  ['{ id: [], oauth-2: [] }', undefined],
  ['{ people: [], id: [] }', undefined],
  ['{ secret: [] }', 'asks for a client secret without a client id'],
  ['{ id: [], id-2: [] }', 'asks for more than one client id'],
  ['{ oauth-1: [], oauth-2: [] }', 'has more than one OAuth definition: make them alternatives'],
  ['{ people: [], oauth-1: [] }', 'asks for basic and OAuth at once: both want the Authorization header'],
] as const) {
  test(`the requirement ${requirement} is ${fault ? 'refused' : 'accepted'}`, async (t) => {
    const text = valid['apis/customers.yaml']
      .replace('securityDefinitions:\n', keys)
      .replace('oauth-1: [customer]', requirement)
    const lines = await problemsOf(t, { 'apis/customers.yaml': text })
    t.deepEqual(lines, fault ? [`apis/customers.yaml:17:5 security[0] ${fault}`] : [])
  })
}

for (const [title, requirements, expected, count] of [
  [
    'is left out beside others',
    '[{ secret: [] }, { id: [], secret: [] }]',
    'warning security[0] asks for a client secret without a client id: this alternative is left out',
    1,
  ],
  [
    'beside others of its kind is an error',
    '[{ secret: [] }, { id: [], id-2: [] }]',
    'error security[0] asks for a client secret without a client id',
    undefined,
  ],
] as const) {
  test(`an alternative that no request can meet ${title}`, async (t) => {
    const text = valid['apis/customers.yaml']
      .replace('securityDefinitions:\n', keys)
      .replace('x-sluice: { strict: true }\n', '')
      .replace(/security:\n +- oauth-1: \[customer\]/, `security: ${requirements}`)
    const { config, problems } = await load(t, { 'apis/customers.yaml': text })
    t.like(problems[0], { severity: expected.split(' ', 1)[0], message: expected.slice(expected.indexOf(' ') + 1) })
    t.is(config?.catalogs[0]?.apis[0]?.operations[0]?.security.length, count)
  })
}

const foreignShapes = [
  'true',
  '"2030-01-01"',
  '[api, v1]',
  '{ deprecated_at: 2030-01-01, removed: soon, owner: { team: web } }',
]

for (const shape of foreignShapes) {
  test(`a deprecation in the form of another tool is told and has no effect: ${shape}`, async (t) => {
    const text = openApi3
      .replace('x-ibm-name: customers }', `x-ibm-name: customers, x-deprecation: ${shape} }`)
      .replace('get: { responses: {} }', `get: { responses: {}, x-deprecation: ${shape} }`)
    const { problems, config } = await load(t, { 'apis/customers.yaml': text })
    t.deepEqual(
      problems.filter(({ severity }) => severity === 'error'),
      [],
    )
    const told = problems.filter(({ message }) => /x-deprecation\b.*has no effect/.test(message))
    t.is(told.length, shape.startsWith('{') ? 6 : 2, JSON.stringify(problems))
    const published = config?.catalogs[0]?.apis[0]
    t.deepEqual([published?.deprecation, published?.operations[0]?.deprecation], [undefined, undefined])
  })
}

test('a fault in a deprecation of our form is an error', async (t) => {
  for (const shape of ['{ since: soon }', '{ sunsett: 2030-01-01 }', '{ since: 2030-01-01, link: nowhere }']) {
    const text = openApi3.replace('x-ibm-name: customers }', `x-ibm-name: customers, x-deprecation: ${shape} }`)
    const { problems } = await load(t, { 'apis/customers.yaml': text })
    t.true(
      problems.some(({ severity, message }) => severity === 'error' && message.includes('x-deprecation')),
      shape,
    )
  }
})

for (const [title, from, to] of [
  ['a list for the configuration', /x-ibm-configuration:[\s\S]*/, 'x-ibm-configuration: []\n'],
  ['a text for a policy', /\{ invoke: \{[^\n]*\}\] \}/, '{ invoke: name }] }'],
] as const)
  test(`a wrong type is an error where members are tolerated: ${title}`, async (t) => {
    const { problems } = await load(t, { 'apis/customers.yaml': openApi3.replace(from, to) })
    t.true(
      problems.some(({ severity, file }) => severity === 'error' && file === 'apis/customers.yaml'),
      JSON.stringify(problems),
    )
  })
