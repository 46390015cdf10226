/** Documents of registries of the type oidc, with all types of the product. */

import test, { type ExecutionContext } from 'ava'
import { loadConfig, renderProblem } from '../../../../src/gateway/config/index.ts'
import { typeTables } from '../../../gateway/_support/tables.ts'
import { type Files, folderWith, valid } from '../../../gateway/config/_support/folder.ts'

async function problemsOf(t: ExecutionContext, files: Files): Promise<string[]> {
  const { problems } = await loadConfig(await folderWith(t, files), typeTables, {}, {})
  return problems.map(renderProblem)
}

const own = `name: users
registry_type: oidc
configuration: { issuer: 'https://login.example', client_id: gateway }
`
const code = valid['providers/oauth.yaml'].replace('[password, application]', '[access_code]')

/** As a management server exports it. */
const exported = `type: user_registry
api_version: 2.0.0
name: users
title: Partner
integration_url: https://apim.example/api/cloud/integrations/user-registry/oidc
registry_type: oidc
case_sensitive: true
email_required: true
email_unique_if_exist: true
visibility: { type: private }
configuration:
  authorization_endpoint: https://login.example/auth
  client_id: gateway
  client_secret: secret
  credential_location: auth_header
  features: [auto_onboard, nonce, pkce, userinfo, proxy_redirect, proxy_id_token, post_userinfo, override_provider_ttl]
  field_mapping: { email: email, first_name: given_name, last_name: family_name, username: preferred_username }
  jwks_uri: { endpoint: 'https://login.example/certs', tls_client_profile_url: null }
  logout_endpoint: https://login.example/logout
  oidc_rp_logout: { endpoint: { endpoint: 'https://login.example/rp' }, include_refresh_token: true }
  provider_type: standard
  response_type: code
  scope: openid profile email
  token_endpoint: { endpoint: 'https://login.example/token', tls_client_profile_url: https://apim.example/profiles/partner }
  userinfo_endpoint: { endpoint: 'https://login.example/userinfo', tls_client_profile_url: null }
`

const catalogue = valid['apis/customers.yaml'].replace('flow: password', 'flow: accessCode')
const codeApi = {
  'apis/customers.yaml': catalogue.replace('tokenUrl', 'authorizationUrl: https://g.example/a\n    tokenUrl'),
}

test('a provider with the grant access_code has a registry of the type oidc', async (t) => {
  t.deepEqual(await problemsOf(t, { ...codeApi, 'providers/users.yaml': own, 'providers/oauth.yaml': code }), [])
})

test('an export of API Connect loads, with a warning for a profile that is not here', async (t) => {
  const lines = await problemsOf(t, { ...codeApi, 'providers/users.yaml': exported, 'providers/oauth.yaml': code })
  t.is(lines.length, 1, lines.join('\n'))
  t.regex(String(lines[0]), /warning: configuration\.token_endpoint\.tls_client_profile_url names a TLS client profile/)
})

for (const [title, files, expected] of [
  [
    'a provider with the grant password',
    { 'providers/users.yaml': own },
    /native_provider\.user_registry names "users", which checks no passwords: remove the grant password/,
  ],
  [
    'a provider whose owners revoke with their password',
    {
      ...codeApi,
      'providers/users.yaml': own,
      'providers/oauth.yaml': `${code}  revocation: { owner_revocation: { enabled: true } }\n`,
    },
    /which checks no passwords: remove owner_revocation/,
  ],
  [
    'basic security',
    {
      'providers/users.yaml': own,
      'providers/oauth.yaml': code,
      'apis/customers.yaml': valid['apis/customers.yaml']
        .replace(/type: oauth2[\s\S]*Customers }/, 'type: basic\n    x-ibm-authentication-registry: users')
        .replace('[customer]', '[]'),
    },
    /security definition "oauth-1" names the user registry "users" of type oidc, which checks no passwords/,
  ],
  [
    'a member that is not known',
    { ...codeApi, 'providers/oauth.yaml': code, 'providers/users.yaml': own.replace('client_id:', 'clientid:') },
    /clientid/,
  ],
] as [string, Files, RegExp][]) {
  test(`refuses a registry of the type oidc for ${title}`, async (t) => {
    const lines = await problemsOf(t, files)
    t.true(
      lines.some((line) => expected.test(line)),
      lines.join('\n'),
    )
  })
}

test('an API that demands a sign-in needs OpenID Connect at its provider', async (t) => {
  const api = codeApi['apis/customers.yaml'].replace('flow:', 'x-max-age: 60\n    x-acr-values: [gold]\n    flow:')
  const files = { 'apis/customers.yaml': api, 'providers/users.yaml': own }
  const lines = await problemsOf(t, { ...files, 'providers/oauth.yaml': code })
  t.regex(lines.join('\n'), /has x-acr-values, but the tokens of its provider do not say how owners sign in/)
  const openid = `${code}  openid_connect: { enabled: true }\n`
  t.deepEqual(await problemsOf(t, { ...files, 'providers/oauth.yaml': openid }), [])
})
