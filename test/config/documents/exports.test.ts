/** Members that documents from API Connect have: each has an effect, or a warning that it has none. */
import test from 'ava'

import { changed, loadValid, problemsOf, valid } from '../_support/folder.ts'

const envelope = `type: tls_client_profile
version: 1.0.0
`

test('catalogs enable parts by the URLs that exports write', async (t) => {
  const { catalogs } = await loadValid(t, {
    'catalogs/sandbox/catalog.yaml': `name: sandbox
org: acme
user_registry_urls: [https://m.example/api/user-registries/acme/users]
oauth_provider_urls: [https://m.example/api/oauth-providers/acme/oauth]
tls_client_profile_urls:
  - https://m.example/api/tls-client-profiles/acme/web/1.0.0
  - https://m.example/api/tls-client-profiles/acme/other/
properties:
  backend: http://backend.example
`,
    'providers/web.yaml': `name: web\n${envelope}`,
    'providers/other.yaml': `name: other\n${envelope}`,
  })
  const [catalog] = catalogs
  t.deepEqual([...(catalog?.registries.keys() ?? [])], ['users'])
  t.deepEqual([...(catalog?.providers.keys() ?? [])], ['oauth'])
  t.deepEqual([...(catalog?.tlsProfiles.keys() ?? [])], ['web', 'other'])
})

test('a part that a catalog enables by its name and by its URL is enabled once', async (t) => {
  const { catalogs } = await loadValid(
    t,
    changed(
      'catalogs/sandbox/catalog.yaml',
      'properties:',
      'oauth_provider_urls: [https://m.example/api/oauth-providers/acme/oauth]\nproperties:',
    ),
  )
  t.deepEqual([...(catalogs[0]?.providers.keys() ?? [])], ['oauth'])
})

test('a URL that does not end in the name of a part is an error at its place', async (t) => {
  const files = changed(
    'catalogs/sandbox/catalog.yaml',
    'properties:',
    'tls_client_profile_urls: [https://m.example/api/tls-client-profiles/acme/6f1c]\nproperties:',
  )
  t.deepEqual(await problemsOf(t, files), [
    'catalogs/sandbox/catalog.yaml:5:27 tls_client_profile_urls[0] names no TLS client profile: "https://m.example/api/tls-client-profiles/acme/6f1c" - the last part of the URL must be its name; there are none',
  ])
})

test('gateway and type at the top of an API are accepted with a warning', async (t) => {
  const text = `gateway: datapower-api-gateway\ntype: rest\n${valid['apis/customers.yaml']}`
  t.deepEqual(await problemsOf(t, { 'apis/customers.yaml': text }), [
    'apis/customers.yaml:1:1 warning: gateway has no effect: move it to x-ibm-configuration.gateway, or remove it',
    'apis/customers.yaml:2:1 warning: type has no effect: move it to x-ibm-configuration.type, or remove it',
  ])
  await t.notThrowsAsync(loadValid(t, { 'apis/customers.yaml': text }))
})

const provider = (revocation: string) =>
  changed('providers/oauth.yaml', '  user_registry: users', `  user_registry: users\n  revocation: ${revocation}`)

test('a provider serves the revocation paths of its document', async (t) => {
  const { catalogs } = await loadValid(
    t,
    provider(
      '{ application_revocation: { enabled: true, apprevoke_path: /a }, owner_revocation: { enabled: true, owner_revoke_path: /b } }',
    ),
  )
  t.deepEqual(catalogs[0]?.providers.get('oauth')?.revocation, {
    enabled: true,
    application: { enabled: true, path: '/a' },
    owner: { enabled: true, path: '/b' },
  })
})

test('a revocation path has a warning when revocation is off as a whole', async (t) => {
  const files = provider('{ enabled: false, application_revocation: { enabled: true, apprevoke_path: /a } }')
  t.deepEqual(await problemsOf(t, files), [
    'providers/oauth.yaml:10:33 warning: native_provider.revocation.application_revocation has no effect: native_provider.revocation.enabled is false',
  ])
})

test('the part of the other type of provider has a warning', async (t) => {
  const files = changed(
    'providers/oauth.yaml',
    'native_provider:',
    'third_party_config: { token_endpoint: { endpoint: https://a.example } }\nnative_provider:',
  )
  t.deepEqual(await problemsOf(t, files), [
    'providers/oauth.yaml:8:1 warning: third_party_config has no effect: the provider_type is native',
  ])
  const none = changed('providers/oauth.yaml', 'native_provider:', 'third_party_config: null\nnative_provider:')
  t.deepEqual(await problemsOf(t, none), [])
})
