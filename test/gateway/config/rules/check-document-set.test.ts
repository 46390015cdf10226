import test from 'ava'
import { changed, type Files, load, loadValid, problemsOf, secondApi, valid } from '../_support/folder.ts'

const catalog = (piece: string, to: string) => changed('catalogs/sandbox/catalog.yaml', piece, to)
const native = (members: string) =>
  changed('providers/oauth.yaml', '  user_registry: users', `  user_registry: users\n  ${members}`)
const shop = (piece: string, to: string) => changed('catalogs/sandbox/products/shop.yaml', piece, to)

/** A product and a catalog beside the valid ones. */
const certain: Files = {
  'catalogs/sandbox/products/free.yaml': valid['catalogs/sandbox/products/shop.yaml'].replace(
    'name: shop',
    'name: free',
  ),
  'catalogs/production/catalog.yaml': valid['catalogs/sandbox/catalog.yaml'].replace('sandbox', 'production'),
  'catalogs/production/products/shop.yaml': valid['catalogs/sandbox/products/shop.yaml'],
}
/** An API, a registry, a provider and a TLS profile that no catalog uses. */
const unusedApi: Files = {
  'apis/orders.yaml': secondApi((text) => text.replace('/customers/v1', '/orders'))['apis/orders.yaml'],
}
const unusedProvider: Files = { 'providers/other.yaml': 'name: other\nprovider_type: native\ngrants: [application]\n' }
const unusedRegistry: Files = { 'providers/staff.yaml': 'name: staff\nregistry_type: lur\nusers_file: staff.json\n' }
const unusedThirdParty: Files = {
  'providers/login.yaml': `name: login
provider_type: third_party
third_party_config: { jwks: { issuer: "https://login.example", audience: [api], uri: "https://login.example/keys" } }
`,
}
const tlsProfile = (file: string): Files => ({
  'providers/web.yaml': `name: web\ntype: tls_client_profile\ntruststore: ${file}\n`,
})
const enabledTls = catalog('properties:', 'tls_client_profiles: [web]\nproperties:')
const noSuchFile = '/no/such/file.pem'

const warnings = {
  api: 'apis/orders.yaml:1:1 warning: no product publishes the API orders:1.0.0',
  provider: 'providers/other.yaml:1:1 warning: no catalog enables the OAuth provider "other" under oauth_providers',
  thirdParty: 'providers/login.yaml:1:1 warning: no catalog enables the OAuth provider "login" under oauth_providers',
  registry: 'providers/staff.yaml:1:1 warning: no catalog enables the user registry "staff" under api_user_registries',
  tls: 'providers/web.yaml:1:1 warning: no catalog enables the TLS client profile "web" under tls_client_profiles',
  file: `providers/web.yaml:3:13 warning: truststore names a file that does not exist yet: ${noSuchFile}`,
}
const pathText = (member: string, path: string) => `native_provider.${member} is the path of another endpoint: ${path}`

for (const [title, files, expected] of [
  [
    'two catalogs at one path',
    { 'catalogs/twin/catalog.yaml': 'name: sandbox\norg: acme\n' },
    ['catalogs/twin/catalog.yaml:1:7 a catalog /acme/sandbox is declared at catalogs/sandbox/catalog.yaml:1 already'],
  ],
  [
    'a host of two catalogs',
    {
      ...catalog('properties:', 'hosts: [api.acme.example]\nproperties:'),
      'catalogs/twin/catalog.yaml': 'name: twin\norg: acme\nhosts: [API.acme.example, api.acme.example/pay]\n',
    },
    [
      'catalogs/twin/catalog.yaml:3:9 the host api.acme.example is that of the catalog /acme/sandbox already (catalogs/sandbox/catalog.yaml:5): write another host or path',
    ],
  ],
  [
    'a host with the path of a catalog',
    catalog('properties:', 'hosts: [acme.example/acme/sandbox/pay]\nproperties:'),
    [
      'catalogs/sandbox/catalog.yaml:5:9 the path of acme.example/acme/sandbox/pay is the standard place of the catalog /acme/sandbox: write another path',
    ],
  ],
  [
    'a canonical host that is no host of the catalog',
    catalog('properties:', 'hosts: [api.acme.example]\ncanonical_host: apo.acme.example\nproperties:'),
    [
      'catalogs/sandbox/catalog.yaml:6:17 canonical_host is not one of hosts: "apo.acme.example" - did you mean "api.acme.example"?',
    ],
  ],
  [
    'a host with a scheme',
    catalog('properties:', 'hosts: ["https://api.acme.example"]\nproperties:'),
    [
      'catalogs/sandbox/catalog.yaml:5:9 hosts[0] must be a host name, with a path where only that is of the catalog: api.acme.example or acme.example/pay, without scheme and port - found "https://api.acme.example"',
    ],
  ],
  [
    'a default scope that the provider does not have',
    native('default_scopes: [customer, ordrs]'),
    [
      'providers/oauth.yaml:10:30 native_provider.default_scopes[1] is not a scope of the provider: "ordrs" - did you mean "orders"?',
    ],
  ],
  ['default scopes that the provider has', native('default_scopes: [customer, orders]'), []],
  [
    'introspection at the path of tokens',
    native('token_introspection: { enabled: true, introspection_path: /oauth2/token }'),
    [`providers/oauth.yaml:10:61 ${pathText('token_introspection.introspection_path', '/oauth2/token')}`],
  ],
  [
    'introspection at the path of tokens, which is not enabled',
    native('token_introspection: { enabled: false, introspection_path: /oauth2/token }'),
    [],
  ],
  [
    'tokens at the path of authorization',
    native('token_path: /oauth2/authorize'),
    [`providers/oauth.yaml:10:15 ${pathText('token_path', '/oauth2/authorize')}`],
  ],
  [
    'revocation by applications and by owners at one path',
    native(
      'revocation: { application_revocation: { enabled: true, apprevoke_path: /r }, owner_revocation: { enabled: true, owner_revoke_path: /r } }',
    ),
    [`providers/oauth.yaml:10:134 ${pathText('revocation.owner_revocation.owner_revoke_path', '/r')}`],
  ],
  ['a TLS file that does not exist', { ...tlsProfile(noSuchFile), ...enabledTls }, [warnings.file]],
  ['a TLS file that exists', { ...tlsProfile('web.yaml'), ...enabledTls }, []],
  ['an API that no product publishes', unusedApi, [warnings.api]],
  ['an API that a product publishes', secondApi((text) => text.replace('/customers/v1', '/orders')), []],
  ['a provider that no catalog enables', unusedProvider, [warnings.provider]],
  ['a third-party provider that no catalog enables', unusedThirdParty, [warnings.thirdParty]],
  ['a registry that no catalog enables', unusedRegistry, [warnings.registry]],
  ['a TLS profile that no catalog enables', tlsProfile('web.yaml'), [warnings.tls]],
  ['parts that one of two catalogs uses', { 'catalogs/production/catalog.yaml': 'name: production\norg: acme\n' }, []],
] as [string, Files, string[]][]) {
  const outcome = expected.length === 0 ? 'no problem' : expected[0]?.includes(' warning: ') ? 'a warning' : 'an error'
  test(`${title}: ${outcome}`, async (t) => {
    t.deepEqual(await problemsOf(t, files), expected)
    if (outcome === 'a warning') await t.notThrowsAsync(loadValid(t, files))
  })
}

for (const [title, files, other] of [
  [
    'a list of scopes with a value that cannot be read',
    {
      'providers/oauth.yaml': String(native('default_scopes: [admin]')['providers/oauth.yaml']).replace(
        'orders: Orders',
        'orders: $env{MISSING}',
      ),
    },
    /MISSING/,
  ],
  [
    'a product with an API that cannot be read',
    { ...unusedApi, ...shop('"customers:1.0.0"', '"$env{MISSING}"') },
    /MISSING/,
  ],
  [
    'a product with an API that does not exist',
    { ...unusedApi, ...shop('customers:1.0.0', 'customers:2.0.0') },
    /there is no API/,
  ],
  [
    'a product with a state that cannot be read',
    { ...unusedApi, ...shop('plans:', 'state: $env{MISSING}\nplans:') },
    /MISSING/,
  ],
  [
    'a product that cannot be read',
    { ...unusedApi, 'catalogs/sandbox/products/broken.yaml': 'product: [' },
    /broken\.yaml/,
  ],
  [
    'an API whose name cannot be read',
    {
      'apis/orders.yaml': String(unusedApi['apis/orders.yaml'])
        .replace('Customers', 'Orders')
        .replace('x-ibm-name: orders', 'x-ibm-name: "$env{MISSING}"'),
    },
    /MISSING/,
  ],
  [
    'a provider whose name cannot be read',
    { 'providers/other.yaml': String(unusedProvider['providers/other.yaml']).replace('other', '$env{MISSING}') },
    /MISSING/,
  ],
  ['a catalog that cannot be read', { ...unusedProvider, ...catalog('org: acme', 'org: [') }, /catalog\.yaml/],
  [
    'a list of providers that cannot be read',
    { ...unusedProvider, ...catalog('[oauth]', '[oauth, "$env{MISSING}"]') },
    /MISSING/,
  ],
  [
    'lists of TLS profiles that cannot be read',
    { ...tlsProfile('web.yaml'), ...catalog('properties:', 'tls_client_profiles: $env{MISSING}\nproperties:') },
    /MISSING/,
  ],
  [
    'a list of providers with an unknown name',
    { ...unusedProvider, ...catalog('[oauth]', '[oauth, otter]') },
    /did you mean "other"/,
  ],
] as [string, Files, RegExp][])
  test(`${title} causes no second problem`, async (t) => {
    const lines = await problemsOf(t, { ...certain, ...files })
    t.is(lines.length, 1, lines.join('\n'))
    t.regex(lines[0] ?? '', other)
  })

test('without a catalog, no part is unused', async (t) => {
  const files = Object.keys(valid).filter((file) => file.startsWith('catalogs/'))
  const without = Object.fromEntries(files.map((file) => [file, undefined]))
  t.deepEqual(await problemsOf(t, { ...without, 'catalogs/note.txt': 'a note' }), [])
})

test('the files of the sandbox are created later', async (t) => {
  const { problems } = await load(t, { ...tlsProfile(noSuchFile), ...enabledTls }, {}, { sandbox: true })
  t.deepEqual(problems, [])
})

for (const [written, expected] of [
  ['sandbox', []],
  ['sandbx', ['no effect: no catalog has this name - did you mean "sandbox"?']],
  ['Sandbox', ['no effect: no catalog has this name - did you mean "sandbox"?']],
  ['staging-eu', ['no effect: no catalog has this name; there are sandbox']],
] as const) {
  test(`properties of an API for the catalog ${written} cause ${expected.length} warnings`, async (t) => {
    const members = `x-ibm-configuration:\n  catalogs: { ${written}: { properties: { backend: "http://x.example" } } }\n`
    const found = await problemsOf(t, changed('apis/customers.yaml', 'x-ibm-configuration:\n', members))
    t.deepEqual(
      found.map((each) =>
        each.replace(/^apis\/customers\.yaml:\d+:\d+ warning: x-ibm-configuration\.catalogs\S+ has /, ''),
      ),
      [...expected],
    )
  })
}

test('a catalog whose name cannot be read causes no warning about the properties of APIs', async (t) => {
  const members = 'x-ibm-configuration:\n  catalogs: { other: { properties: { backend: "http://x.example" } } }\n'
  const files = {
    ...changed('apis/customers.yaml', 'x-ibm-configuration:\n', members),
    ...catalog('name: sandbox', 'name: $env{NONE}'),
  }
  t.notRegex((await problemsOf(t, files)).join('\n'), /no effect/)
})
