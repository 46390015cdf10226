import test from 'ava'
import { changed, type Files, load, loadValid, problemsOf, valid } from '../../_support/folder.ts'

const place = 'apis/customers.yaml'
const lenient = valid[place].replace('x-sluice: { strict: true }\n', '')
const api = (piece: string, to: string): Files => ({ [place]: lenient.replace(piece, to) })
const consequence = ' - a call that needs it is rejected with status 500'

for (const [title, files, expected] of [
  [
    'a variable that nothing defines',
    api('$(backend)', '$(bakend)'),
    `${place}:19:47 warning: x-ibm-configuration.assembly.execute[0].invoke.target-url uses $(bakend), which no property of the API or the catalog defines - did you mean "backend"?${consequence}`,
  ],
  [
    'a TLS profile that the catalog does not enable',
    api('invoke: { ', 'invoke: { tls-profile: web, '),
    `${place}:19:32 warning: x-ibm-configuration.assembly.execute[0].invoke.tls-profile names a TLS client profile that catalogs/sandbox/catalog.yaml does not enable: "web" - enabled are none${consequence}`,
  ],
  [
    'a provider that the catalog does not enable',
    api('x-ibm-oauth-provider: oauth', 'x-ibm-oauth-provider: other'),
    `${place}:8:27 warning: security definition "oauth-1" names "other", but catalogs/sandbox/catalog.yaml enables no such OAuth provider under oauth_providers${consequence}`,
  ],
  [
    'an assembly without a policy',
    api('      - invoke: { version: 2.0.0, target-url: $(backend)$(request.path) }\n', '      []\n'),
    `${place}:18:5 warning: x-ibm-configuration.assembly.execute has no policy: add one, such as invoke (or set enforced: false)${consequence}`,
  ],
  [
    'a flow that the provider does not give',
    api('flow: password', 'flow: accessCode'),
    `${place}:7:11 warning: security definition "oauth-1" has the flow "accessCode", but provider "oauth" does not give the grant access_code - it gives password, application`,
  ],
  [
    'a document of version 5',
    api('  assembly:', '  gateway: micro-gateway\n  assembly:'),
    `${place}:17:12 warning: x-ibm-configuration.gateway is micro-gateway: the document is read as one of version 5; docs/guides/from-api-connect.md says what differs`,
  ],
  [
    'a base path without a slash',
    api('basePath: /customers/v1', 'basePath: customers/v1'),
    `${place}:3:11 warning: basePath must begin with "/": it is read as /customers/v1`,
  ],
] as [string, Files, string][]) {
  test(`${title} is a warning`, async (t) => {
    const lines = await problemsOf(t, files)
    t.true(lines.includes(expected), lines.join('\n'))
    await loadValid(t, files)
  })
}

test('the option strict makes undefined names errors in every document', async (t) => {
  const lines = await problemsOf(t, api('$(backend)', '$(bakend)'), {}, { strict: true })
  t.true(lines.some((line) => line.startsWith(`${place}:19:47 x-ibm-configuration`)))
})

test('the option strict: false makes them warnings in strict documents', async (t) => {
  const { config } = await load(t, changed(place, '$(backend)', '$(bakend)'), {}, { strict: false })
  t.truthy(config)
})

test('several flows of OpenAPI 3 become one definition with the scopes of all', async (t) => {
  const openApi3 = valid[place]
    .replace('swagger: "2.0"', 'openapi: 3.0.3')
    .replace('basePath: /customers/v1\n', 'servers: [{ url: /customers/v1 }]\n')
    .replace(/securityDefinitions:[\s\S]*?security:\n/, () =>
      [
        'components:',
        '  securitySchemes:',
        '    oauth-1:',
        '      type: oauth2',
        '      x-ibm-oauth-provider: oauth',
        '      flows:',
        '        password: { tokenUrl: "https://g/t", scopes: { customer: C } }',
        '        clientCredentials: { tokenUrl: "https://g/t", scopes: { customer: C } }',
        'security:',
        '',
      ].join('\n'),
    )
  const config = await loadValid(t, { [place]: openApi3 })
  const definition = config.catalogs[0]?.apis[0]?.definitions.get('oauth-1')
  t.like(definition?.settings, { flow: 'password', scopes: { customer: 'C' } })
})

test('a definition that names no provider uses the one whose token URL it has', async (t) => {
  const files = api('    x-ibm-oauth-provider: oauth\n', '')
  const config = await loadValid(t, files)
  const [published] = config.catalogs[0]?.apis ?? []
  const [requirement] = published?.operations[0]?.security ?? []
  const settings = requirement?.all[0]?.definition.settings as Record<string, unknown>
  t.is(settings['x-ibm-oauth-provider'], 'oauth')
})

test('a basic definition with an authentication URL brings its registry', async (t) => {
  const definition = '  people: { type: basic, x-ibm-authentication-url: { url: "https://auth.example/check" } }\n'
  const config = await loadValid(t, api('securityDefinitions:\n', `securityDefinitions:\n${definition}`))
  const [catalog] = config.catalogs
  const settings = catalog?.apis[0]?.definitions.get('people')?.settings as Record<string, unknown>
  const registry = catalog?.registries.get(String(settings['x-ibm-authentication-registry']))
  t.is(registry?.type, 'authurl')
  t.like(registry?.settings, { endpoint: { endpoint: 'https://auth.example/check' } })
})
