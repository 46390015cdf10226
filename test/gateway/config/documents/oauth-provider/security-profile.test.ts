/** `security_profile: fapi2`, and members that need OpenID Connect. */
import test from 'ava'
import { loadValid, problemsOf, valid } from '../../_support/folder.ts'

const base = valid['providers/oauth.yaml'].replace('[password, application]', '[access_code]')
const api = valid['apis/customers.yaml'].replace('flow: password', 'flow: accessCode')
const files = (native: string, from = base) => ({
  'providers/oauth.yaml': `${from}${native.replaceAll(/^/gm, '  ')}`,
  'apis/customers.yaml': api.replace('tokenUrl', 'authorizationUrl: https://gateway.example/a\n    tokenUrl'),
})

test('the profile turns on what it demands', async (t) => {
  const { catalogs } = await loadValid(t, files('security_profile: fapi2\nrefresh_token: { enabled: true }'))
  t.like(catalogs[0]?.providers.get('oauth'), {
    isFapi: true,
    pkce: { enabled: true, required: true, allowPlain: false },
    pushedAuthorization: { enabled: true, required: true },
    dpop: { enabled: true, required: true, nonce: false },
    certificateBinding: { enabled: false, required: false },
  })
  t.false(catalogs[0]?.providers.get('oauth')?.refreshToken.oneTimeUse)
})

test('certificates bind tokens where the document has them and no DPoP', async (t) => {
  const native = 'security_profile: fapi2\ncertificate_bound_tokens: { enabled: true }'
  const { catalogs } = await loadValid(t, files(native))
  t.like(catalogs[0]?.providers.get('oauth'), {
    dpop: { enabled: false, required: false },
    certificateBinding: { enabled: true, required: true },
  })
})

for (const [native, expected, from] of [
  ['pkce: { enabled: false }', /native_provider\.pkce\.enabled is false, but security_profile fapi2 demands PKCE/],
  ['pkce: { allow_plain: true }', /allow_plain is true/],
  ['pushed_authorization: { required: false }', /pushed_authorization\.required is false/],
  ['clients: [public]', /native_provider\.clients is with public/],
  ['dpop: { enabled: false }', /enable dpop or certificate_bound_tokens/],
  ['compat: apic', /compat is apic/],
  ['refresh_token: { enabled: true, one_time_use: true }', /one_time_use is true/],
  ['', /grants is with password/, valid['providers/oauth.yaml']],
] as [string, RegExp, string?][]) {
  test(`the profile refuses ${native || 'the grant password'}`, async (t) => {
    const lines = await problemsOf(t, files(`security_profile: fapi2\n${native}`, from))
    t.true(
      lines.some((line) => expected.test(line)),
      lines.join('\n'),
    )
  })
}

for (const native of [
  'sessions: { ttl: 60 }',
  'openid_connect: { acr_values: [a] }',
  'openid_connect: { subject_type: pairwise }',
]) {
  test(`${native} needs OpenID Connect`, async (t) => {
    const lines = await problemsOf(t, files(native))
    t.true(
      lines.some((line) => line.includes('needs native_provider.openid_connect.enabled')),
      lines.join('\n'),
    )
  })
}

test('pairwise subjects with signed tokens are a warning', async (t) => {
  const native = 'openid_connect: { enabled: true, subject_type: pairwise }'
  t.regex(
    (await problemsOf(t, files(native))).join('\n'),
    /warning: native_provider\.openid_connect\.subject_type hides/,
  )
  t.deepEqual(await problemsOf(t, files(`${native}\naccess_token: { format: opaque }`)), [])
})
