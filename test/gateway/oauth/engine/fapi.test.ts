/**
 * The FAPI 2.0 Security Profile over HTTP. The names of the tests follow the modules of the published certification plan
 * "FAPI2-Security-Profile-Final" that need no outside server.
 */
import { generateKeyPairSync } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import { decodeJwt, importPKCS8, SignJWT } from 'jose'
import * as openid from 'openid-client'
import type { Credential } from '../../../../src/gateway/config/types/index.ts'
import { openBrowser } from '../_support/browser.ts'
import { application, settings } from '../_support/documents.ts'
import { post, type Running, run } from '../_support/provider.ts'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
const redirectUri = 'https://fapi.example/callback'
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

function client(id: string) {
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'ES256' }
  const key: Partial<Credential> = { authentication: { method: 'private_key_jwt' }, keys: [jwk] }
  const plain = application(id, { redirectEndpoints: [redirectUri] })
  return { ...plain, credentials: plain.credentials.map((each) => ({ ...each, ...key })) }
}

function open(t: ExecutionContext) {
  return run(t, {
    applications: [client('fapi'), client('second'), application('app')],
    settings: {
      isFapi: true,
      clientTypes: new Set(['confidential']),
      grants: new Set(['access_code', 'application']),
      scopes: new Map([['openid', ''], ...settings.scopes]),
      openidConnect: { ...settings.openidConnect, enabled: true },
      pkce: { enabled: true, required: true, allowPlain: false },
      pushedAuthorization: { enabled: true, required: true },
      dpop: { enabled: true, required: true, nonce: false },
      refreshToken: { ...settings.refreshToken, oneTimeUse: false },
    },
  })
}

async function configure(running: Running, id = 'fapi') {
  const key = { key: (await importPKCS8(pem, 'ES256')) as openid.CryptoKey, kid: 'one' }
  const aud = {
    [openid.modifyAssertion]: (_: object, payload: Record<string, unknown>) =>
      void Object.assign(payload, { aud: running.issuer }),
  }
  return openid.discovery(new URL(running.issuer), id, undefined, openid.PrivateKeyJwt(key, aud), {
    execute: [openid.allowInsecureRequests],
  })
}

async function assertion(running: Running, claims: Record<string, unknown> = {}, alg = 'ES256') {
  const now = Math.floor(Date.now() / 1000)
  const all = { iss: 'fapi', sub: 'fapi', aud: running.issuer, iat: now, exp: now + 60, jti: crypto.randomUUID() }
  const text = await new SignJWT({ ...all, ...claims })
    .setProtectedHeader({ alg, kid: 'one' })
    .sign(await importPKCS8(pem, 'ES256'))
  return { client_assertion_type: assertionType, client_assertion: text }
}

/** A whole authorization by openid-client, with PAR, PKCE and DPoP; what the client is sent back with. */
async function authorize(running: Running, changes: Record<string, string> = {}) {
  const configuration = await configure(running)
  const DPoP = openid.getDPoPHandle(configuration, await openid.randomDPoPKeyPair('ES256'))
  const pkceCodeVerifier = openid.randomPKCECodeVerifier()
  const [state, nonce] = [openid.randomState(), openid.randomNonce()]
  const url = await openid.buildAuthorizationUrlWithPAR(
    configuration,
    {
      redirect_uri: redirectUri,
      scope: 'openid customer',
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state,
      nonce,
      ...changes,
    },
    { DPoP },
  )
  const browser = openBrowser(running.baseUrl)
  const login = await browser.get(url.href)
  const consent = await browser.submit(login, { username: 'alice', password: 'alice-password' })
  const done = await browser.submit(consent, { decision: 'allow' })
  const checks = { pkceCodeVerifier, expectedState: state, expectedNonce: nonce }
  return { configuration, DPoP, url: new URL(done.url), checks, browser, requestUrl: url.href }
}

const par = async (running: Running, form: Record<string, string>, more: Record<string, unknown> = {}) => {
  const challenge = await openid.calculatePKCECodeChallenge(openid.randomPKCECodeVerifier())
  const all = {
    response_type: 'code',
    client_id: 'fapi',
    redirect_uri: redirectUri,
    scope: 'openid customer',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...(await assertion(running, more)),
    ...form,
  }
  return post(
    `${running.issuer}/oauth2/par`,
    Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')),
  )
}

test('fapi2-security-profile-final-discovery-end-point-verification', async (t) => {
  const metadata = (await configure(await open(t))).serverMetadata()
  t.like(metadata, {
    require_pushed_authorization_requests: true,
    token_endpoint_auth_methods_supported: ['private_key_jwt', 'tls_client_auth', 'self_signed_tls_client_auth'],
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  })
  t.false(String(metadata.token_endpoint_auth_signing_alg_values_supported).includes('RS256'))
})

test('fapi2-security-profile-final-happy-flow', async (t) => {
  const { configuration, DPoP, url, checks } = await authorize(await open(t))
  const tokens = await openid.authorizationCodeGrant(configuration, url, checks, undefined, { DPoP })
  t.is(tokens.token_type, 'dpop')
  t.is(tokens.claims()?.sub, 'alice')
  const { cnf } = decodeJwt(tokens.access_token) as { cnf?: { jkt?: string } }
  t.is(cnf?.jkt, await DPoP.calculateThumbprint())
  const refreshed = await openid.refreshTokenGrant(configuration, String(tokens.refresh_token), undefined, { DPoP })
  t.is(refreshed.refresh_token ?? tokens.refresh_token, tokens.refresh_token, 'refresh tokens are not rotated')
})

test('fapi2-security-profile-final-user-rejects-authentication', async (t) => {
  const running = await open(t)
  const { body } = await par(running, {})
  const browser = openBrowser(running.baseUrl)
  const query = new URLSearchParams({ client_id: 'fapi', request_uri: String(body.request_uri) })
  const login = await browser.get(`${running.issuer}/oauth2/authorize?${query}`)
  const consent = await browser.submit(login, { username: 'alice', password: 'alice-password' })
  const { searchParams } = new URL((await browser.submit(consent, { decision: 'deny' })).url)
  t.is(searchParams.get('error'), 'access_denied')
  t.is(searchParams.get('iss'), running.issuer)
})

for (const [name, form, claims] of [
  ['fapi2-security-profile-final-ensure-unsigned-authorization-request-without-using-par-fails', undefined, {}],
  ['fapi2-security-profile-final-par-ensure-pkce-required', { code_challenge: '', code_challenge_method: '' }, {}],
  ['fapi2-security-profile-final-par-plain-pkce-rejected', { code_challenge_method: 'plain' }, {}],
  ['fapi2-security-profile-final-ensure-registered-redirect-uri', { redirect_uri: 'https://evil.example/' }, {}],
  [
    'fapi2-security-profile-final-par-attempt-reuse-request-uri-in-par',
    { request_uri: 'urn:ietf:params:oauth:request_uri:x' },
    {},
  ],
  ['fapi2-security-profile-final-par-ensure-response-type-code-token-fails', { response_type: 'code token' }, {}],
  ['fapi2-security-profile-final-client-assertion-aud-array', {}, { aud: ['https://other.example', 'x'] }],
  ['fapi2-security-profile-final-ensure-client-assertion-with-exp-is-5-minutes-in-past-fails', {}, { exp: 1 }],
  ['fapi2-security-profile-final-ensure-client-assertion-with-wrong-aud-fails', {}, { aud: 'https://other.example' }],
  ['fapi2-security-profile-final-ensure-client-assertion-with-no-sub-fails', {}, { sub: undefined }],
  ['fapi2-security-profile-final-ensure-client-assertion-with-iss-sub-different-fails', {}, { iss: 'second' }],
] as [string, Record<string, string> | undefined, Record<string, unknown>][]) {
  test(name, async (t) => {
    const running = await open(t)
    if (form) {
      const { status, body } = await par(running, form, claims)
      t.true(status === 400 || status === 401, JSON.stringify(body))
      return
    }
    const query = new URLSearchParams({
      client_id: 'fapi',
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: 'openid',
    })
    const page = await openBrowser(running.baseUrl).get(`${running.issuer}/oauth2/authorize?${query}`)
    t.false(page.url.includes('code='))
    t.regex(page.url + page.text, /pushed|PAR|request_uri/i)
  })
}

test('fapi2-security-profile-final-par-attempt-reuse-request-uri', async (t) => {
  const { browser, requestUrl } = await authorize(await open(t))
  const again = await browser.get(requestUrl)
  t.false(again.url.includes('code='))
  t.regex(again.url + again.text, /invalid_request_uri/)
})

test('fapi2-security-profile-final-attempt-to-use-another-clients-request-uri', async (t) => {
  const running = await open(t)
  const { body } = await par(running, {})
  const query = new URLSearchParams({ client_id: 'second', request_uri: String(body.request_uri) })
  const page = await openBrowser(running.baseUrl).get(`${running.issuer}/oauth2/authorize?${query}`)
  t.is(page.status, 400)
})

test('fapi2-security-profile-final-ensure-authorization-code-is-bound-to-client', async (t) => {
  const running = await open(t)
  const { DPoP, url, checks } = await authorize(running)
  const other = await configure(running, 'second')
  await t.throwsAsync(openid.authorizationCodeGrant(other, url, { ...checks }, undefined, { DPoP }), {
    message: /invalid_grant|server responded/,
  })
})

test('fapi2-security-profile-final-ensure-token-endpoint-fails-without-dpop', async (t) => {
  const { configuration, url, checks } = await authorize(await open(t))
  await t.throwsAsync(openid.authorizationCodeGrant(configuration, url, checks))
})

test('fapi2-security-profile-final-ensure-matching-key-in-authorization-request', async (t) => {
  const { configuration, url, checks } = await authorize(await open(t))
  const DPoP = openid.getDPoPHandle(configuration, await openid.randomDPoPKeyPair('ES256'))
  await t.throwsAsync(
    openid.authorizationCodeGrant(configuration, url, checks, undefined, { DPoP }),
    undefined,
    'dpop_jkt',
  )
})

test('fapi2-security-profile-final-ensure-redirect-uri-in-token-request', async (t) => {
  const { configuration, DPoP, url, checks } = await authorize(await open(t))
  const moved = new URL(url.href.replace('/callback', '/other'))
  await t.throwsAsync(openid.authorizationCodeGrant(configuration, moved, checks, undefined, { DPoP }))
})

test('clients with a secret cannot use the provider', async (t) => {
  const running = await open(t)
  const { status, body } = await running.post({
    client_id: 'app',
    client_secret: 'app-secret',
    grant_type: 'client_credentials',
    scope: 'customer',
  })
  t.is(status, 401)
  t.is(body.error, 'invalid_client')
})
