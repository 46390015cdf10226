/** Registries of the type oidc against a provider that can forge its responses. */
import test, { type ExecutionContext } from 'ava'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { RegistryUnavailableError, userRegistryTypes } from '../../../../src/shared/registries/index.ts'
import { oidcRegistryType } from '../../../../src/shared/registries/oidc/oidc-registry.ts'
import { type Forgeries, type OpenidProvider, runOpenidProvider } from '../_support/openid-provider.ts'

const callback = 'https://gateway.example/acme/shop/oauth/oauth2/callback'

type Configuration = Record<string, unknown>

function configurationOf(changes: Configuration) {
  return {
    client_id: 'gateway',
    client_secret: 's3cret',
    credential_location: 'auth_header',
    response_type: 'code',
    scope: 'openid',
    provider_type: 'standard',
    timeout: 5,
    field_mapping: { username: 'preferred_username' },
    features: [],
    ...changes,
  } as unknown as Parameters<typeof oidcRegistryType.open>[0]['configuration']
}

async function open(t: ExecutionContext, changes: (provider: OpenidProvider) => Configuration = () => ({})) {
  const provider = await runOpenidProvider(t)
  const configuration = configurationOf({ issuer: provider.issuer, ...changes(provider) })
  const deps = { name: 'partner', caseSensitive: false, log: silentLog, tls: () => undefined }
  const registry = oidcRegistryType.open({ configuration }, deps)
  t.teardown(() => registry.close())
  const { browserSignIn: signIn } = registry
  if (!signIn) throw new Error('the registry signs nobody in')
  return { provider, registry, signIn }
}

test('a user signs in with PKCE, state and nonce, and has the name of the claim', async (t) => {
  const { provider, registry, signIn } = await open(t)
  const pending = await signIn.begin({ callback, state: 'page.1', acrValues: 'gold', maxAge: 60 })
  const asked = Object.fromEntries(new URL(pending.url).searchParams)
  t.like(asked, { code_challenge_method: 'S256', state: 'page.1', acr_values: 'gold', max_age: '60', scope: 'openid' })
  t.is(asked.nonce, pending.nonce)
  t.false(pending.url.includes(pending.verifier))

  const user = await signIn.complete(provider.signIn(pending.url), pending, ['sub', 'missing'])
  t.like(user, { name: 'Anna', credential: 'anna', attributes: { sub: 'u-1' } })
  const sent = provider.requests.find(({ path }) => path === '/token')
  t.is(sent?.authorization, `Basic ${Buffer.from('gateway:s3cret').toString('base64')}`)
  t.is(await registry.authenticate('anna', 'any'), undefined)
})

for (const [title, forged, changes] of [
  ['a nonce of another sign-in', { claims: { nonce: 'other' } }, {}],
  ['an id_token of another issuer', { claims: { iss: 'https://evil.example' } }, {}],
  ['an id_token for another client', { claims: { aud: 'other' } }, {}],
  ['an expired id_token', { claims: { exp: 1 } }, {}],
  ['a signature of an unknown key', { wrongKey: true }, {}],
  ['a sign-in that is too old', { claims: { auth_time: 1 } }, {}],
  ['the iss of another provider in the response: mix-up', {}, { iss: 'https://evil.example' }],
  ['no iss in the response', {}, { iss: '' }],
  ['a state of another sign-in', {}, { state: 'other' }],
  ['a code that was not issued here: code injection', {}, { code: 'stolen' }],
  ['a user who cancelled', {}, { error: 'access_denied' }],
] as [string, Forgeries, Record<string, string>][]) {
  test(`rejects ${title}`, async (t) => {
    const { provider, signIn } = await open(t)
    Object.assign(provider.forged, forged)
    const pending = await signIn.begin({ callback, state: 'page.1', maxAge: 60 })
    const result = await signIn.complete(provider.signIn(pending.url, changes), pending)
    t.true('rejected' in result, JSON.stringify(result))
  })
}

test('a code of one sign-in is refused in another one: PKCE', async (t) => {
  const { provider, signIn } = await open(t)
  const [one, two] = [await signIn.begin({ callback, state: 'a' }), await signIn.begin({ callback, state: 'a' })]
  const returned = provider.signIn(one.url)
  t.like(await signIn.complete(returned, two), { rejected: 'the provider responded with invalid_grant' })
})

test('a provider that is down, fails, or is another one than its metadata says is unavailable', async (t) => {
  const { provider, signIn } = await open(t)
  provider.forged.metadata = { issuer: 'https://evil.example' }
  await t.throwsAsync(signIn.begin({ callback, state: 'a' }), { instanceOf: RegistryUnavailableError })
  provider.forged.status = 503
  const error = await t.throwsAsync(signIn.begin({ callback, state: 'a' }), { instanceOf: RegistryUnavailableError })
  t.regex(String(error?.message), /^registry partner: the request to the provider failed/)

  provider.forged.status = undefined as never
  provider.forged.metadata = {}
  const pending = await signIn.begin({ callback, state: 'a' })
  provider.forged.status = 500
  await t.throwsAsync(signIn.complete(provider.signIn(pending.url), pending), { instanceOf: RegistryUnavailableError })
})

test('an export without an issuer is served by its userinfo endpoint, and its id_tokens are ignored', async (t) => {
  const { provider, signIn } = await open(t, ({ issuer }) => ({
    issuer: undefined,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: { endpoint: `${issuer}/token` },
    userinfo_endpoint: { endpoint: `${issuer}/userinfo` },
    credential_location: 'form_body',
    features: ['userinfo', 'post_userinfo'],
    field_mapping: { username: 'email' },
  }))
  provider.forged.claims = { email: 'forged@example.com' }
  const pending = await signIn.begin({ callback, state: 'a' })
  const user = await signIn.complete(provider.signIn(pending.url), pending)
  t.like(user, { name: 'anna@example.com' })
  t.is(provider.requests.find(({ path }) => path === '/userinfo')?.method, 'POST')
  t.regex(String(provider.requests.find(({ path }) => path === '/token')?.body), /client_secret=s3cret/)
})

for (const [what, userinfo] of [
  ['levels', { deep: JSON.parse(`${'['.repeat(900)}${']'.repeat(900)}`) }],
  ['names of members', Object.fromEntries(Array.from({ length: 45_000 }, (_, index) => [`n${index}`, 1]))],
  ['members and elements', { list: Array(300_000).fill(0) }],
] as const)
  test(`a userinfo response with more ${what} than the limit is not parsed`, async (t) => {
    const { provider, signIn } = await open(t, () => ({ features: ['userinfo'] }))
    provider.forged.userinfo = userinfo
    const pending = await signIn.begin({ callback, state: 'a' })
    const error = await t.throwsAsync(signIn.complete(provider.signIn(pending.url), pending))
    t.true(error instanceof RegistryUnavailableError)
    t.regex(String(error?.message), new RegExp(`the JSON has more than \\d+ .*${what}`))
  })

test('claims limit the tokens of the user, and a life that is no number counts as unavailable', async (t) => {
  const { provider, signIn } = await open(t, () => ({
    features: ['userinfo'],
    token_ceiling_claims: { scopes: 'scopes', access_token_ttl: 'ttl' },
  }))
  provider.forged.userinfo = { scopes: ['customer', 'orders'], ttl: 60, acr: 'gold' }
  const pending = await signIn.begin({ callback, state: 'a' })
  t.like(await signIn.complete(provider.signIn(pending.url), pending), {
    acr: 'gold',
    tokenCeiling: { scopes: ['customer', 'orders'], accessTokenTtl: 60 },
  })
})

for (const ttl of ['long', 0, '0', '00', -1, 1.5, '1e3', ' 60', true, [60], null, '']) {
  test(`the life ${JSON.stringify(ttl)} in a claim counts as unavailable, not as no limit`, async (t) => {
    const { provider, signIn } = await open(t, () => ({
      features: ['userinfo'],
      token_ceiling_claims: { access_token_ttl: 'life', refresh_token_ttl: 'refresh' },
    }))
    for (const claim of ['life', 'refresh']) {
      provider.forged.userinfo = { [claim]: ttl }
      const pending = await signIn.begin({ callback, state: 'a' })
      const message = new RegExp(`the claim ${claim} must be a whole number of seconds above 0`)
      await t.throwsAsync(signIn.complete(provider.signIn(pending.url), pending), { message })
    }
  })
}

for (const name of ['anna\nadmin', 'anna\u2028', 'anna\u0085', '', 'a'.repeat(257), 7]) {
  test(`the claim ${JSON.stringify(name).slice(0, 20)} names no user`, async (t) => {
    const { provider, signIn } = await open(t, () => ({ features: ['userinfo'] }))
    provider.forged.userinfo = { preferred_username: name }
    const pending = await signIn.begin({ callback, state: 'a' })
    await t.throwsAsync(signIn.complete(provider.signIn(pending.url), pending), { message: /names the user, must be/ })
  })
}

test('a userinfo response about another user is rejected', async (t) => {
  const { provider, signIn } = await open(t, () => ({ features: ['userinfo'] }))
  provider.forged.userinfo = { sub: 'u-2' }
  const pending = await signIn.begin({ callback, state: 'a' })
  t.true('rejected' in (await signIn.complete(provider.signIn(pending.url), pending)))
})

test('settings without an issuer or a way to name the user, and URLs that anybody can read, are refused', (t) => {
  const faultsOf = (changes: Configuration) =>
    oidcRegistryType.faults?.({ configuration: configurationOf(changes) }).map(({ path }) => path[1])
  t.deepEqual(faultsOf({}), ['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint'])
  t.deepEqual(faultsOf({ issuer: 'http://login.example' }), ['issuer'])
  t.deepEqual(faultsOf({ issuer: 'https://login.example', scope: 'email' }), ['scope'])
  t.deepEqual(faultsOf({ issuer: 'http://127.0.0.1:8080' }), [])
  t.true(userRegistryTypes.some(({ type }) => type === 'oidc'))
})
