import test from 'ava'
import { parseLimit } from '../../../../src/gateway/config/documents/product/limit.ts'
import { changed, type Files, loadValid, problemsOf } from '../_support/folder.ts'

const oauth = (piece: string, to: string) => changed('providers/oauth.yaml', piece, to)
const own = (text: string) => oauth('  user_registry: users', `  user_registry: users\n  ${text}`)
const users = (piece: string, to: string) => changed('providers/users.yaml', piece, to)
const shop = (piece: string, to: string) => changed('catalogs/sandbox/products/shop.yaml', piece, to)
const app = (piece: string, to: string) => changed('catalogs/sandbox/applications/app.yaml', piece, to)

for (const [title, files, expected] of [
  [
    'an unknown grant',
    oauth('[password, application]', '[password, device]'),
    'oauth.yaml:4:20 grants[1] must be one of application, password, access_code, implicit, jwt - found "device"',
  ],
  ['no grant at all', oauth('[password, application]', '[]'), 'oauth.yaml:4:9 grants must have at least one entry'],
  [
    'a grant twice',
    oauth('[password, application]', '[password, password]'),
    'oauth.yaml:4:9 grants[1] repeats grants[0]',
  ],
  [
    'a provider of another kind',
    oauth('native', 'foreign'),
    'oauth.yaml:3:16 provider_type must be native or third_party - found "foreign"',
  ],
  [
    'a token that never lives',
    own('access_token: { ttl: 0 }'),
    'oauth.yaml:10:24 native_provider.access_token.ttl must be at least 1 - found 0',
  ],
  [
    'too many refreshes',
    own('refresh_token: { count: 5000 }'),
    'oauth.yaml:10:27 native_provider.refresh_token.count must be at most 4096 - found 5000',
  ],
  [
    'a path without a slash',
    own('token_path: token'),
    'oauth.yaml:10:15 native_provider.token_path must be a path such as /oauth2/token: begins with "/", ends without, no empty segment, no "%" - found "token"',
  ],
  [
    'a path that climbs',
    own('api: { basePath: /a/../b }'),
    'oauth.yaml:10:20 native_provider.api.basePath must be a path such as /oauth2/token: begins with "/", ends without, no empty segment, no "%" - found "/a/../b"',
  ],
  [
    'a scope that no request could name',
    oauth('  customer:', '  "a b":'),
    'oauth.yaml:6:3 scopes["a b"] is not allowed: a scope is printable ASCII without blanks, \'"\' and "\\"',
  ],
  [
    'a default scope that is none',
    own('default_scopes: [custmer]'),
    'oauth.yaml:10:20 native_provider.default_scopes[0] is not a scope of the provider: "custmer" - did you mean "customer"?',
  ],
  [
    'a number where text is wanted',
    oauth('Sign-in', '5'),
    'oauth.yaml:2:8 title must be text - found 5: put it in quotes',
  ],
  [
    'a registry type that does not exist',
    users('authurl', 'authurll'),
    'users.yaml:3:16 registry_type must be one of authurl, lur - found "authurll" - did you mean "authurl"?',
  ],
  [
    'a registry without what its type needs',
    users('  endpoint: https', '  timeout: 3 # https'),
    'users.yaml:5:3 endpoint.endpoint is missing',
  ],
  [
    'a limit that is none',
    shop('100/1hour', '100 an hour'),
    'shop.yaml:7:38 plans.gold.rate-limits.default.value must be a limit such as 100/1hour (units second, minute, hour, day, week, month) or unlimited - found "100 an hour"',
  ],
  [
    'an API named in two ways',
    shop('name: "customers:1.0.0"', 'name: "customers:1.0.0", $ref: x.yaml'),
    'shop.yaml:4:14 an API is named by either "name" (name:version) or "$ref" (a file)',
  ],
  [
    'a plan with an API of another product',
    shop('  gold:\n', '  gold:\n    apis: { custmers: {} }\n'),
    'shop.yaml:7:13 "custmers" is not an API of this product - did you mean "customers"?',
  ],
  [
    'a product without plans',
    shop('  gold:\n    rate-limits: { default: { value: 100/1hour, hard-limit: true } }', '  {}'),
    'shop.yaml:6:3 plans must have at least one entry',
  ],
  [
    'a relative redirect',
    app('credentials', 'redirect_endpoints: [/back]\ncredentials'),
    'app.yaml:3:22 redirect_endpoints[0] must be an absolute URI - found "/back"',
  ],
  [
    'a redirect that runs code',
    app('credentials', 'redirect_endpoints: ["javascript:x"]\ncredentials'),
    'app.yaml:3:22 redirect_endpoints[0] must be an absolute URI - found "javascript:x"',
  ],
  [
    'a redirect with a fragment',
    app('credentials', 'redirect_endpoints: ["https://a/#b"]\ncredentials'),
    'app.yaml:3:22 redirect_endpoints[0] must have no fragment ("#") - found "https://a/#b"',
  ],
  [
    'a secret in clear',
    app('client_id: app-id', 'client_id: app-id\n    client_secret: x'),
    'app.yaml:5:5 credentials[0].client_secret is not known: a document holds the hash of a secret only; run "sluice hash" and put what it prints under client_secret_hashes of the credential',
  ],
  [
    'a hash that is none',
    app('client_id: app-id', 'client_id: app-id\n    client_secret_hashes: [x]'),
    'app.yaml:5:28 credentials[0].client_secret_hashes[0] must be an Argon2id hash in the PHC form, $argon2id$v=19$m=...,t=...,p=...$salt$digest',
  ],
] as [string, Files, string][]) {
  test(`${title} is refused`, async (t) => {
    const lines = await problemsOf(t, files)
    t.true(
      lines.some((line) => line.endsWith(expected)),
      lines.join('\n'),
    )
  })
}

test('members of exports without effect are accepted', async (t) => {
  const envelope =
    'type: x\napi_version: 2.0.0\nid: 1\ncreated_at: x\nupdated_at: x\nurl: https://m.example\norg_url: x\n'
  const files = {
    ...users(
      'endpoint:\n',
      `${envelope}integration_url: x\nemail_required: false\nendpoint:\n  tls_client_profile_url: null\n`,
    ),
    ...oauth('grants:', `${envelope}advanced_scope: { override_endpoint_from_api: false }\ngrants:`),
    ...changed('catalogs/sandbox/catalog.yaml', 'org: acme', `org: acme\n${envelope}`),
    ...app('credentials', `${envelope}lifecycle_state: production\ncredentials`),
  }
  t.deepEqual(await problemsOf(t, files), [])
})

test('a whole exported provider is read', async (t) => {
  const text = `type: oauth_provider
name: oauth
title: Sign-in
provider_type: native
gateway_version: "6000"
grants: [password, access_code]
scopes: { customer: Customers }
debug: true
native_provider:
  user_registry: users
  clients: [confidential, public]
  authorize_path: /a
  token_path: /t
  pkce: { enabled: true, required: true, allow_plain: false }
  refresh_token: { enabled: true, count: 3, ttl: 60, one_time_use: false }
  max_consent: { ttl: 600 }
  token_introspection: { enabled: true, introspection_path: /i, applications: [apache] }
  failed_attempts: { user: { count: 3 }, address: { count: 0, window: 1 } }
  revocation:
    enabled: true
    type: native
    application_revocation: { enabled: true, apprevoke_path: /r }
    owner_revocation: { enabled: true, owner_revoke_path: /o }
  openid_connect: { enabled: false, supported_response_types: [code_id_token] }
  advanced_scope_security: { enabled: false, mode: [basic-auth] }
  api: { basePath: /sign-in, info: { description: "" }, x-ibm-configuration: { type: oauth, assembly: { execute: [] } } }
  native_provider_5000: {}
`
  const provider = (await loadValid(t, { 'providers/oauth.yaml': text })).catalogs[0]?.providers.get('oauth')
  t.like(provider, {
    basePath: '/sign-in',
    authorizePath: '/a',
    tokenPath: '/t',
    debug: true,
    pkce: { enabled: true, required: true, allowPlain: false },
    refreshToken: { enabled: true, count: 3, ttl: 60, oneTimeUse: false },
    maximumConsent: 600,
    introspection: { enabled: true, path: '/i', applications: new Set(['apache']) },
    failedAttempts: {
      user: { count: 3, window: 900 },
      client: { count: 30, window: 60 },
      address: { count: 0, window: 1 },
    },
    revocation: { enabled: true, application: { enabled: true, path: '/r' }, owner: { enabled: true, path: '/o' } },
  })
  t.deepEqual([...(provider?.grants ?? [])], ['password', 'access_code'])
})

test('a refresh count of 0 switches refresh tokens off', async (t) => {
  const config = await loadValid(t, own('refresh_token: { enabled: true, count: 0 }'))
  t.false(config.catalogs[0]?.providers.get('oauth')?.refreshToken.enabled)
})

test('a plan without a list opens every API of its product', async (t) => {
  const plan = (await loadValid(t)).catalogs[0]?.products[0]?.plans.get('gold')
  t.deepEqual([...(plan?.apis ?? [])], ['customers:1.0.0'])
  t.like(plan?.limits[0], { name: 'default', kind: 'rate', calls: 100, intervalSeconds: 3600, hard: true })
})

test('a plan with an empty list of APIs is a warning', async (t) => {
  const lines = await problemsOf(t, shop('  gold:\n', '  gold:\n    apis: {}\n'))
  t.true(
    lines.some((line) => line.endsWith('shop.yaml:6:3 warning: plan "gold" opens no API')),
    lines.join('\n'),
  )
})

test('a product may name an API by its file', async (t) => {
  const config = await loadValid(t, shop('name: "customers:1.0.0"', '$ref: ../../../apis/customers.yaml'))
  t.is(config.catalogs[0]?.apis[0]?.reference, 'customers:1.0.0')
})

test('a burst limit is always hard, a rate limit only with hard-limit', async (t) => {
  const limits =
    '    burst-limits: { quick: { value: 20/1second } }\n    rate-limits: { default: { value: unlimited } }'
  const files = shop('    rate-limits: { default: { value: 100/1hour, hard-limit: true } }', limits)
  const [rate, burst] = (await loadValid(t, files)).catalogs[0]?.products[0]?.plans.get('gold')?.limits ?? []
  t.like(rate, { kind: 'rate', calls: undefined, hard: false })
  t.like(burst, { kind: 'burst', name: 'quick', calls: 20, intervalSeconds: 1, hard: true })
})

test('a TLS profile has its files relative to the document, and a version', async (t) => {
  const text = 'name: web\ntype: tls_client_profile\ntruststore: ../ca.pem\ninsecure_server_connections: false\n'
  const files = {
    'providers/web.yaml': text,
    'ca.pem': 'x',
    ...changed('catalogs/sandbox/catalog.yaml', 'properties:', 'tls_client_profiles: ["web:1.0.0"]\nproperties:'),
  }
  const profile = (await loadValid(t, files)).catalogs[0]?.tlsProfiles.get('web')
  t.regex(profile?.truststoreFile ?? '', /^\/.*\/ca\.pem$/)
  t.like(profile, { version: '1.0.0', protocols: ['tls_v1.2', 'tls_v1.3'], serverNameIndication: true })
})

test('a truststore of the management server is refused: only files are read', async (t) => {
  const text = 'name: web\ntype: tls_client_profile\ntruststore_url: https://m.example/t\ncertificate: a.pem\n'
  const lines = await problemsOf(t, { 'providers/web.yaml': text })
  t.regex(lines.join('\n'), /^providers\/web.yaml:3:17 truststore_url must be null: the file is named by "truststore"/m)
})

for (const [text, kind, expected] of [
  ['100/1hour', 'rate', { calls: 100, intervalSeconds: 3600 }],
  ['100/hour', 'rate', { calls: 100, intervalSeconds: 3600 }],
  ['5 / 2 weeks', 'rate', { calls: 5, intervalSeconds: 1_209_600 }],
  ['1/1day', 'rate', { calls: 1, intervalSeconds: 86_400 }],
  ['20/1second', 'burst', { calls: 20, intervalSeconds: 1 }],
  ['20/30minutes', 'burst', { calls: 20, intervalSeconds: 1800 }],
  ['unlimited', 'rate', { calls: undefined, intervalSeconds: 0 }],
] as const) {
  test(`"${text}" is a ${kind} limit`, (t) => {
    t.deepEqual(parseLimit(text, kind), expected)
  })
}

for (const [text, kind] of [
  ['20/1hour', 'burst'],
  ['0/1hour', 'rate'],
  ['100/0hour', 'rate'],
  ['-1/1hour', 'rate'],
  ['100', 'rate'],
  ['100/1year', 'rate'],
  ['1e3/1hour', 'rate'],
  ['', 'rate'],
] as const) {
  test(`"${text}" is no ${kind} limit`, (t) => {
    t.true('error' in parseLimit(text, kind))
  })
}
