import test from 'ava'
import {
  countUses,
  type DocumentOutline,
  findReferences,
  outlineDocument,
  renameReferences,
} from '../../../../src/gateway/config/index.ts'

const registry: DocumentOutline = { file: 'providers/users.yaml', kind: 'user-registry', name: 'users', title: '' }
const tls: DocumentOutline = { ...registry, kind: 'tls-client-profile', name: 'ldap', version: '1.0.0' }

test('references are found at every depth, only to the kind of the target', (t) => {
  const catalog = {
    name: 'users',
    api_user_registries: ['other', 'users'],
    oauth_providers: ['users'],
    portal: { user_registry: 'users' },
  }
  t.deepEqual(findReferences('catalog', catalog, registry), [
    ['api_user_registries', 1],
    ['portal', 'user_registry'],
  ])
  const assembly = { execute: [{ if: { execute: [{ 'user-security': { 'user-registry': 'users' } }] } }] }
  const api = {
    securityDefinitions: { a: { 'x-ibm-authentication-registry': 'users' } },
    'x-ibm-configuration': { assembly },
  }
  t.deepEqual(
    findReferences('api', api, registry)
      .map((path) => path.join('.'))
      .sort(),
    [
      'securityDefinitions.a.x-ibm-authentication-registry',
      'x-ibm-configuration.assembly.execute.0.if.execute.0.user-security.user-registry',
    ],
  )
})

test('a document is used by those that name it, whether they are parsed or only read as text', (t) => {
  const outline = (path: string, folder: 'api' | 'provider', text: string) =>
    outlineDocument({ path, folder, catalog: '' }, text)
  const users = outline('providers/users.yaml', 'provider', 'name: users\nregistry_type: lur\n')
  const provider = outline(
    'providers/oauth.yaml',
    'provider',
    'name: oauth\nprovider_type: native\nnative_provider: { user_registry: users }\n',
  )
  const api = outline(
    'apis/a.yaml',
    'api',
    'swagger: "2.0"\nsecurityDefinitions:\n  a: { x-ibm-oauth-provider: oauth, type: oauth2 }\n',
  )
  const uses = countUses([users, provider, api])
  t.deepEqual([uses.get(users), uses.get(provider), uses.get(api)], [1, 1, 0])
})

test('a rename keeps the version in a reference that has one', (t) => {
  const value = { tls_client_profiles: ['ldap', 'ldap:1.0.0', 'ldap:2.0.0'] }
  t.deepEqual(renameReferences('catalog', value, tls, 'directory'), [
    { do: 'set', path: ['tls_client_profiles', 0], value: 'directory' },
    { do: 'set', path: ['tls_client_profiles', 1], value: 'directory:1.0.0' },
  ])
})

for (const [title, path, folder, text, expected] of [
  [
    'a product',
    'catalogs/sandbox/products/a.yaml',
    'product',
    'product: 1.0.0\ninfo: { name: a, title: A, version: 2.0.0 }\nplans: { free: {}, gold: {} }\n',
    { kind: 'product', name: 'a', title: 'A', version: '2.0.0', plans: ['free', 'gold'], catalog: 'sandbox' },
  ],
  [
    'an API in YAML',
    'apis/a.yaml',
    'api',
    'swagger: "2.0"\ninfo:\n  title: My API\n  version: 1.2.3 # x\n  x-ibm-name: mine\n',
    { kind: 'api', name: 'mine', title: 'My API', version: '1.2.3' },
  ],
  [
    'an API in JSON',
    'apis/a.json',
    'api',
    '{"openapi": "3.0.3", "info": {"version": "1.2.3", "x-ibm-name": "mine", "title": "My API"}}',
    { kind: 'api', name: 'mine', title: 'My API', version: '1.2.3' },
  ],
  ['a document with an error', 'providers/a.yaml', 'provider', 'name: [\n', { kind: 'unknown', name: '', title: '' }],
] as const) {
  test(`the outline of ${title}`, (t) => {
    const catalog = path.startsWith('catalogs') ? 'sandbox' : ''
    const outline = outlineDocument({ path, folder, catalog }, text)
    t.deepEqual(JSON.parse(JSON.stringify(outline)), { file: path, ...expected })
  })
}
