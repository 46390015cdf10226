import test, { type ExecutionContext } from 'ava'
import { type Config, loadConfig, renderProblem } from '../../../../../src/gateway/config/index.ts'
import { parseFastYaml } from '../../../../../src/gateway/config/text/fast-yaml.ts'
import {
  bundleDocument,
  commandWords,
  ImportError,
  type ImportOptions,
  importApi,
  initWords,
  portalWords,
  renderImportedApi,
} from '../../../../../src/gateway/parts/import/engine/index.ts'
import { folderWith, valid } from '../../../config/_support/folder.ts'
import { tables } from '../../../config/_support/tables.ts'
import * as samples from './_samples.ts'

const options: ImportOptions = {
  words: commandWords,
  name: undefined,
  basePath: undefined,
  upstream: undefined,
  server: undefined,
  registry: undefined,
  scope: undefined,
  variables: new Map(),
  provider: {
    name: 'oauth',
    grants: new Set(['password', 'application']),
    hasScopes: true,
    tokenUrl: 'https://$(catalog.url)/oauth/oauth2/token',
    authorizationUrl: 'https://$(catalog.url)/oauth/oauth2/authorize',
  },
}

async function convert(text: string, changes: Partial<ImportOptions> = {}, location = 'file:///api.yaml') {
  const { document, source } = await bundleDocument(location, {
    read: async () => text,
    render: (location) => location,
    findRefusal: () => undefined,
  })
  return importApi(document, source, { ...options, ...changes })
}

/** Imports a document and loads the result with all its scopes at the provider. */
async function load(t: ExecutionContext, text: string, changes: Partial<ImportOptions> = {}) {
  const api = await convert(text, changes)
  const scopes = JSON.stringify(Object.fromEntries([['customer', ''], ...api.scopes]))
  const folder = await folderWith(t, {
    'providers/oauth.yaml': valid['providers/oauth.yaml'].replace(/scopes:\n( {2}.*\n)+/, `scopes: ${scopes}\n`),
    'catalogs/sandbox/products/shop.yaml': valid['catalogs/sandbox/products/shop.yaml'].replace(
      'apis:',
      `apis:\n  imported: { name: "${api.name}:${api.version}" }`,
    ),
  })
  const overlay = [{ file: `apis/${api.name}.yaml`, text: renderImportedApi(api.document) }]
  const { config, problems } = await loadConfig(folder, tables, {}, { overlay })
  if (!config) t.fail(problems.map(renderProblem).join('\n'))
  const loaded = (config as Config).catalogs[0]?.apis.find(({ name }) => name === api.name)
  return { api, loaded, notes: api.notes.map(({ line, kind, message }) => `${line} ${kind} ${message}`) }
}

/** Returns the requirements of each operation: definition types or names of keys, with scopes. */
function requirements({ loaded }: Awaited<ReturnType<typeof load>>): Record<string, string[]> {
  return Object.fromEntries(
    (loaded?.operations ?? []).map(({ method, path, security }) => [
      `${method} ${path}`,
      security.map(({ all }) =>
        all.map(({ definition, scopes }) => [`${definition.type}:${definition.key}`, ...scopes].join(' ')).join(' + '),
      ),
    ]),
  )
}

const summaries = [
  [samples.petstore2, 'swagger-petstore:1.0.7', 'https://petstore.example/v2', 3],
  [samples.repositories, 'repository-rest-api:1.1.4', 'https://api.repos.example', 4],
  [samples.payments, 'payments-api:2022-11-15', 'https://api.payments.example', 2],
  [samples.mail, 'mail-api:v1', 'https://mail.example/v1', 3],
  [samples.flows, 'flows:1.0.0', 'https://flows.example', 1],
  [samples.keys, 'keys:1.0.0', 'https://keys.example', 5],
  [samples.petstore31, 'pets:1', 'https://eu.pets.example/v1', 1],
  [samples.texts, 'te-xts-co:1.0', 'https://texts.example', 1],
] as const

for (const [text, reference, upstream, operations] of summaries) {
  test(`the gateway accepts an imported document: ${reference}`, async (t) => {
    const { api, loaded } = await load(t, text)
    t.is(`${api.name}:${api.version}`, reference)
    t.is(api.upstream, upstream)
    t.is(api.basePath, `/${api.name}`)
    t.is(loaded?.operations.length, operations)
    t.is(loaded?.basePath, api.basePath)
  })
}

test('a flow that the provider does not have becomes one that it has', async (t) => {
  const result = await load(t, samples.petstore2)
  t.deepEqual(requirements(result), {
    'GET /pet/{petId}': ['apiKey:api_key'],
    'POST /pet/{petId}': ['oauth2:petstore_auth write:pets read:pets'],
    'GET /user/login': [],
  })
  t.deepEqual(result.notes, [
    '7 changed securityDefinitions.api_key is the client id of an application now (x-key-type: client_id)',
    '8 dropped securityDefinitions.petstore_auth has the flow "implicit", which the provider "oauth" does not have',
    '8 changed securityDefinitions.petstore_auth is bound to the provider "oauth"',
  ])
  t.deepEqual(
    [...result.api.scopes],
    [
      ['write:pets', 'Change your pets'],
      ['read:pets', 'Read your pets'],
    ],
  )
})

test('several flows of a definition become alternatives', async (t) => {
  const result = await load(t, samples.flows)
  t.deepEqual(requirements(result), { 'GET /things': ['oauth2:oauth a', 'oauth2:oauth-clientCredentials a'] })
  t.regex(result.notes.join('\n'), /flow "implicit"/)
  t.regex(result.notes.join('\n'), /paths\["\/things"\]\.servers was removed: all calls go to the one upstream/)
})

test('bearer tokens, HTTP Basic and OpenID Connect become tokens of the provider', async (t) => {
  t.deepEqual(requirements(await load(t, samples.payments)), {
    'GET /v1/charges': ['oauth2:basicAuth', 'oauth2:bearerAuth'],
    'POST /v1/charges': ['oauth2:basicAuth', 'oauth2:bearerAuth'],
  })
  t.deepEqual(requirements(await load(t, samples.mail)), {
    'GET /messages': ['oauth2:OpenId mail.read'],
    'POST /messages': ['oauth2:OpenId mail.read mail.send'],
    'GET /health': [],
  })
})

test('HTTP Basic stays with a user registry', async (t) => {
  t.deepEqual(requirements(await load(t, samples.payments, { registry: 'users' }))['GET /v1/charges'], [
    'basic:basicAuth',
    'oauth2:bearerAuth',
  ])
})

test('an operation never becomes open because the gateway lacks its scheme', async (t) => {
  const result = await load(t, samples.keys)
  t.deepEqual(requirements(result), {
    'GET /a': ['apiKey:appId + apiKey:appSecret'],
    'GET /b': ['oauth2:oauth'],
    'GET /c': ['mutualTLS:mtls + oauth2:bearer'],
    'GET /d': ['', 'oauth2:bearer'],
    'GET /e': ['oauth2:oauth'],
  })
  const text = result.notes.join('\n')
  t.regex(text, /15 dropped components\.securitySchemes\.session is in cookie, which the gateway cannot check/)
  t.regex(text, /dropped components\.securitySchemes\.digest has the type "http digest"/)
  t.regex(text, /changed components\.securitySchemes\.mtls identifies the application by its client certificate/)
  t.regex(text, /paths\["\/e"\]\.get\.security\[1\]\.missing names no security scheme/)
  t.regex(text, /paths\["\/b"\]\.get\.security now demands a token of the provider "oauth"/)
})

for (const security of ['{ key: [] }', '[key]', '[null]', '', 'key'])
  test(`security that is no list of requirements opens nothing: ${security || 'an empty member'}`, async (t) => {
    const result = await load(
      t,
      `openapi: 3.0.3
info: { title: Typo, version: "1" }
servers: [{ url: https://typo.example }]
security: ${security}
paths: { /a: { get: { responses: {} } } }
components: { securitySchemes: { key: { type: apiKey, in: header, name: X-Key } } }
`,
    )
    t.deepEqual(requirements(result), { 'GET /a': ['oauth2:oauth'] })
    t.regex(result.notes.join('\n'), /changed security now demands a token of the provider "oauth"/)
  })

test('scopes that are written in one text are several, and others are removed', async (t) => {
  const result = await load(
    t,
    `openapi: 3.0.3
info: { title: Scopes, version: "1" }
servers: [{ url: https://scopes.example }]
security: [{ constructor: ["accounts offline_access", 'a"b', __proto__, toString] }]
paths: { /a: { get: { responses: {} } } }
components: { securitySchemes: { constructor: { type: oauth2, flows: { password: { tokenUrl: /t, scopes: {} } } } } }
`,
  )
  t.deepEqual(requirements(result), { 'GET /a': ['oauth2:constructor accounts offline_access toString'] })
  t.deepEqual(result.notes.slice(0, 2), [
    '4 dropped security[0].constructor "a"b" was removed: it is no scope of a provider',
    '4 dropped security[0].constructor "__proto__" was removed: it is no scope of a provider',
  ])
})

test('a document without security is protected by the provider', async (t) => {
  const result = await load(t, samples.repositories)
  t.true(Object.values(requirements(result)).every(([first]) => first === 'oauth2:oauth'))
  t.regex(result.notes.join(), /security was added: the document has none/)
  const scoped = await load(t, samples.repositories, { scope: 'repos' })
  t.deepEqual(requirements(scoped)['GET /events'], ['oauth2:oauth repos'])
  t.deepEqual([...scoped.api.scopes.keys()], ['repos'])
})

test('paths that the gateway cannot route are removed and listed', async (t) => {
  const { api, loaded, notes } = await load(t, samples.paths)
  t.deepEqual(
    loaded?.operations.map(({ method, path }) => `${method} ${path}`),
    ['GET /users/{id}', 'POST /users/{name}', 'GET /odata/Users({id})', 'GET /extra', 'GET /a'],
  )
  t.is(api.operationCount, 5)
  t.deepEqual(notes, [
    '2 dropped info.color is no member of OpenAPI here, and was removed',
    '3 dropped tags_ is no member of OpenAPI here, and was removed',
    '8 changed paths["/a?b=c"] is now "/a": the gateway does not compare what follows "?" and "#"',
    '10 dropped paths["/users/{name}"].get was removed: another path matches the same calls',
    '10 dropped paths["/users/{name}"].post.operationId "one" was removed: another operation has it',
    '11 dropped paths["/odd/{a}{b}"] was removed: it must have a name in each pair of braces, and a text between two parameters, such as {id}.json or {from}-{to} - found "{a}{b}"',
    '12 dropped paths["/odata/Users({id})"].query is no member of OpenAPI here, and was removed',
    '13 dropped paths["/nothing"] was removed: it is no map of operations',
    '14 dropped paths["/extra"].get.tag is no member of OpenAPI here, and was removed',
  ])
})

test('a path that refers to nothing is removed and listed', async (t) => {
  const { notes, loaded } = await load(
    t,
    `swagger: "2.0"
info: { title: Pets, version: 1.0.0 }
host: pets.example.com
paths:
  /pets: { get: { responses: { "200": { description: All } } } }
  /other: { $ref: "#/x-shared/other" }
`,
  )
  t.deepEqual(
    loaded?.operations.map(({ path }) => path),
    ['/pets'],
  )
  t.true(
    notes.includes('6 dropped paths["/other"] was removed: it is a reference to nothing: "#/x-shared/other"'),
    notes.join('\n'),
  )
})

test('texts arrive as they were', async (t) => {
  const { api, loaded } = await load(t, samples.texts)
  t.is(loaded?.operations[0]?.id, 'on')
  t.is(api.version, '1.0')
  const rendered = renderImportedApi(api.document)
  t.true(rendered.includes('$$env{HOME} and $$file{/etc/passwd}, $(x)'))
  const again = await convert(rendered, { upstream: 'http://x' })
  t.deepEqual(again.document.paths as object, api.document.paths as object)
})

for (const [title, text, changes, message] of [
  [
    'a relative server in a file',
    samples.petstore3,
    {},
    /:3:\d+ servers is "\/api\/v3", which does not say where the API is; --upstream URL sets/,
  ],
  ['no server', samples.petstore3.replace(/servers.*\n/, ''), {}, /--upstream URL/],
  [
    'a server that is not there',
    samples.mail,
    { server: '3' },
    /--server must be .* 1 \(https:\/\/mail\.example\/v1\), 2 \(/,
  ],
  [
    'a variable without a value',
    samples.petstore31.replace('default: v1', 'default: ""'),
    {},
    /variable "base" without a value: set --variable base=VALUE/,
  ],
  [
    'a value that a variable does not accept',
    samples.petstore31,
    { variables: new Map([['region', 'ap']]) },
    /:\d+:\d+ servers has the variable "region" with the value "ap", which must be one of eu, us: set --variable region=/,
  ],
  [
    'a variable of API Connect in the host',
    samples.petstore2.replace('petstore.example', '$(catalog.host)'),
    {},
    /:\d+:\d+ host is "https:\/\/\$\(catalog.host\)\/v2", which does not say where the API is; --upstream URL/,
  ],
  [
    'a wrong name of the file',
    samples.mail.replace('title:', 'x-ibm-name: a b, title:'),
    {},
    /:\d+:\d+ the name of the API must have .* found "a b"; set --name/,
  ],
  [
    'an upstream with a password',
    samples.mail,
    { upstream: 'http://u:p@h/' },
    /^the upstream must be an http or https URL /,
  ],
  [
    'an upstream that is no URL',
    samples.mail,
    { upstream: 'h:8080' },
    /without a query and a user name.* - found "h:8080"$/,
  ],
  ['an upstream whose host is a parameter', samples.mail, { upstream: 'http://{h}/' }, /^the upstream must be /],
  ['no OpenAPI', 'a: 1', {}, /has neither "openapi" nor "swagger"/],
  ['Swagger 1', 'swagger: "1.2"', {}, /swagger is "1.2": supported are/],
  ['OpenAPI 4', 'openapi: 4.0.0', {}, /openapi is "4.0.0": supported are/],
  ['a wrong name', samples.mail, { name: 'a b' }, /found "a b"; set --name/],
  ['a wrong name, in init', samples.mail, { words: initWords, name: 'a b' }, /found "a b"; set --api$/],
  ['a wrong name, in the portal', samples.mail, { words: portalWords, name: 'a b' }, /found "a b"; enter a name$/],
  ['a relative server, in init', samples.petstore3, { words: initWords }, /; --backend URL sets the upstream$/],
  [
    'a relative server, in the portal',
    samples.petstore3,
    { words: portalWords },
    /; or enter the URL of the upstream$/,
  ],
] as const) {
  test(`rejects ${title} with what to do`, async (t) => {
    await t.throwsAsync(convert(text, changes), { instanceOf: ImportError, message })
  })
}

for (const [title, text, changes, location, upstream] of [
  ['an option', samples.petstore3, { upstream: 'http://127.0.0.1:3000/' }, undefined, 'http://127.0.0.1:3000'],
  ['an option with a blank', samples.petstore3, { upstream: 'http://h/a {b}' }, undefined, 'http://h/a%20%7Bb%7D'],
  [
    'the URL of the document',
    samples.petstore3,
    {},
    'https://petstore.example/docs/openapi.yaml',
    'https://petstore.example/api/v3',
  ],
  ['the number of a server', samples.mail, { server: '2' }, undefined, 'https://sandbox.mail.example/v1'],
  ['the description of a server', samples.mail, { server: 'Sandbox' }, undefined, 'https://sandbox.mail.example/v1'],
  [
    'a variable',
    samples.petstore31,
    { variables: new Map([['region', 'us']]) },
    undefined,
    'https://us.pets.example/v1',
  ],
  [
    'the scheme http',
    samples.petstore2.replace('[https, http]', '[http]'),
    {},
    undefined,
    'http://petstore.example/v2',
  ],
  [
    'a URL without a scheme',
    samples.mail.replace('https://mail.example', '//mail.example'),
    {},
    undefined,
    'https://mail.example/v1',
  ],
] as const) {
  test(`the upstream comes from ${title}`, async (t) => {
    t.is((await convert(text, changes, location)).upstream, upstream)
  })
}

test('the fast parser reads imported documents, whatever is in their texts', async (t) => {
  const { document } = await convert(
    samples.texts.replace(
      'several',
      `a | b\n            --- | ---\n             --- \tc${' --- and so on'.repeat(20)}`,
    ),
  )
  t.truthy(parseFastYaml(renderImportedApi(document), (text) => ({ text })))
})

for (const [title, text] of [
  [
    'a requestBody',
    'openapi: 3.0.3\nservers: [{ url: https://x.example }]\npaths: { /a: { delete: { requestBody: {} } } }',
  ],
  [
    'a parameter of a path',
    'swagger: "2.0"\nhost: x.example\npaths: { /a: { parameters: [{ in: body, name: b }], get: {} } }',
  ],
  [
    'a shared parameter',
    'swagger: "2.0"\nhost: x.example\nparameters: { b: { in: formData } }\npaths: { /a: { head: { parameters: [{ $ref: "#/parameters/b" }] } } }',
  ],
] as const)
  test(`bodies of GET, HEAD and DELETE are forwarded where the document has them: ${title}`, async (t) => {
    const { document } = await convert(`${text}\ninfo: { title: A, version: "1" }\n`)
    t.like(document['x-ibm-configuration'], { assembly: { execute: [{ invoke: { 'keep-payload': true } }] } })
    const other = await convert(samples.mail)
    t.false(renderImportedApi(other.document).includes('keep-payload'))
  })

test('OpenAPI 3.2 is read as 3.1, and an assembly of the document stays', async (t) => {
  const text = samples.mail
    .replace('3.1.0', '3.2.0')
    .concat('x-ibm-configuration: { assembly: { execute: [{ throw: { name: x } }] } }\n')
  const api = await convert(text)
  t.is(api.document.openapi, '3.1.1')
  t.deepEqual(api.document['x-ibm-configuration'], { assembly: { execute: [{ throw: { name: 'x' } }] } })
})

test('a provider without scopes gets one, because it would issue no token', async (t) => {
  const provider = { ...options.provider, hasScopes: false }
  const scopes = async (text: string) => [...(await convert(text, { provider })).scopes]
  t.deepEqual(await scopes(samples.repositories), [['repository-rest-api', 'Use the API']])
  t.deepEqual(await scopes(samples.payments), [['payments-api', 'Use the API']])
  t.deepEqual(await scopes(samples.paths), [], 'no operation needs a token')
  t.deepEqual((await convert(samples.payments)).scopes.size, 0)
})

const described =
  'openapi: 3.0.3\ninfo: { title: A, version: "1" }\nservers: [{ url: https://a.example }]\nsecurity: []\n'

test('operations that a fragment or query tells apart stay where no other has their method and path', async (t) => {
  const { api, loaded, notes } = await load(
    t,
    `${described}paths:
  /#Action=A: { parameters: [{ name: v, in: query, schema: {} }], get: { operationId: a, responses: {} } }
  /#Action=B: { get: { operationId: b, responses: {} }, post: { operationId: c, parameters: [{ name: w, in: query, schema: {} }], responses: {} } }
  /jobs?kind=x: { delete: { responses: {} } }
  /jobs: { get: { responses: {} } }
  /list#first: { get: { operationId: first, responses: {} } }
  /list: { get: { operationId: plain, responses: {} } }
  "/b c#d": { get: { responses: {} } }
`,
  )
  t.deepEqual(loaded?.operations.map(({ method, path, id }) => `${method} ${path} ${id}`).sort(), [
    'DELETE /jobs delete /jobs',
    'GET / a',
    'GET /jobs get /jobs',
    'GET /list plain',
    'POST / c',
  ])
  t.deepEqual(notes, [
    '6 changed paths["/#Action=A"] is now "/": the gateway does not compare what follows "?" and "#"',
    '7 changed paths["/#Action=B"] is now "/": the gateway does not compare what follows "?" and "#"',
    '7 dropped paths["/#Action=B"].get was removed: another path matches the same calls',
    '8 changed paths["/jobs?kind=x"] is now "/jobs": the gateway does not compare what follows "?" and "#"',
    '10 dropped paths["/list#first"].get was removed: another path matches the same calls',
    '12 dropped paths["/b c#d"] was removed: it must be a path only, without "?", "#" and blanks',
  ])
  const root = (api.document.paths as Record<string, Record<string, { parameters?: { name: string }[] }>>)['/']
  t.deepEqual(
    root?.get?.parameters?.map(({ name }) => name),
    ['v'],
  )
  t.deepEqual(
    root?.post?.parameters?.map(({ name }) => name),
    ['w'],
  )
})

test('notes that differ in their place only are one with a count', async (t) => {
  const paths = Array.from({ length: 120 }, (_, index) => `  /p${index}: { get: { color: red, responses: {} } }`)
  const { notes } = await convert(`${described}paths:\n${paths.join('\n')}\n`)
  t.is(notes.length, 1)
  t.like(notes[0], { line: 6, count: 120 })
  t.regex(String(notes[0]?.message), /^paths\["\/p0"\]\.get\.color .* \(so in 120 places\)$/)
})

test('paths that are lost are listed one by one', async (t) => {
  const { notes } = await convert(`${described}paths: { /a b: { get: {} }, /c d: { get: {} } }\n`)
  t.is(notes.length, 2)
})

test('operations of YAML merge keys are imported', async (t) => {
  const { loaded } = await load(
    t,
    `${described}x-common: &common
  get: { responses: { "200": { description: All } } }
paths:
  /a: &a { <<: *common, post: { responses: { "201": { description: Made } } } }
  /b:
    <<: [*a, *common]
    delete: { responses: { "204": { description: Gone } } }
`,
  )
  t.deepEqual(loaded?.operations.map(({ method, path }) => `${method} ${path}`).sort(), [
    'DELETE /b',
    'GET /a',
    'GET /b',
    'POST /a',
    'POST /b',
  ])
})

test('texts of several megabytes arrive as they were', async (t) => {
  for (const text of ['x'.repeat(3_000_000), 'lorem ipsum \n'.repeat(250_000), '$env{"\u2028\u0007'.repeat(300_000)]) {
    const written = { openapi: '3.0.3', info: { title: 'A', version: '1' }, servers: [{ url: 'https://a.example' }] }
    const api = await convert(JSON.stringify({ ...written, paths: { '/a': { get: { description: text } } } }))
    const rendered = parseFastYaml(renderImportedApi(api.document), (each) => ({
      text: each.replaceAll('$$env', '$env'),
    }))
    const { paths = {} } = (rendered?.value ?? {}) as { paths?: Record<string, { get: { description: string } }> }
    t.true(paths['/a']?.get.description === text)
  }
})

test('a name that YAML cannot write is rejected', async (t) => {
  const api = await convert(`${described}paths: { "/${'x'.repeat(2_000_000)}": { get: {} } }`)
  t.throws(() => renderImportedApi(api.document), { instanceOf: ImportError, message: /longer than 1024/ })
})

test('a document with an assembly of its own needs no upstream, and has none', async (t) => {
  const text = `openapi: 3.0.3\ninfo: { title: A, version: "1" }\npaths: {}\nx-ibm-configuration: { assembly: { execute: [{ invoke: { target-url: "https://own.example" } }] } }\n`
  t.is((await convert(text)).upstream, undefined)
  const { upstream, notes } = await convert(text, { upstream: 'https://other.example' })
  t.is(upstream, undefined)
  t.regex(
    notes.map(({ message }) => message).join('\n'),
    /assembly of the file stays.*https:\/\/other\.example is not used/,
  )
})

test('an expression that cannot run in linear time is noted once', async (t) => {
  const schema = '{ type: string, pattern: "^(a+)+(?!b)c$" }'
  const { notes } = await convert(`openapi: 3.0.3
info: { title: Pets, version: "1" }
servers: [{ url: "https://pets.example" }]
paths:
  /pets:
    get:
      parameters:
        - { name: a, in: query, schema: ${schema} }
        - { name: b, in: query, schema: ${schema} }
        - { name: c, in: query, schema: { type: string, pattern: "(a+)+b" } }
      responses: { "200": { description: All } }
`)
  const timed = notes.filter(({ kind }) => kind === 'kept')
  t.is(timed.length, 1)
  t.regex(timed[0]?.message ?? '', /parameters.*is kept: the regular expression .* cannot run in linear time/)
  t.is(timed[0]?.line, 8)
})

test('schemas that take long to check are noted once for each family, at the first one', async (t) => {
  const { notes } = await convert(`openapi: 3.0.3
info: { title: Filters, version: "1" }
servers: [{ url: "https://filters.example" }]
paths: {}
components:
  schemas:
    Filter: { oneOf: [{ $ref: "#/components/schemas/And" }, { $ref: "#/components/schemas/Or" }] }
    And: { properties: { of: { type: array, items: { $ref: "#/components/schemas/Filter" } } } }
    Or: { properties: { of: { type: array, uniqueItems: true, items: { $ref: "#/components/schemas/Filter" } } } }
    Tags: { type: array, uniqueItems: true, items: { type: object } }
    Names: { type: array, uniqueItems: true, items: { $ref: "#/components/schemas/And" } }
`)
  const found = notes.filter(({ message }) => message.includes('long to check'))
  t.deepEqual(
    found.map(({ kind, line, message }) => [kind, line, message.split(' take')[0]]),
    [
      ['kept', 7, 'components.schemas.Filter is kept: 1 schema'],
      ['kept', 10, 'components.schemas.Tags is kept: 2 schemas'],
    ],
  )
})
