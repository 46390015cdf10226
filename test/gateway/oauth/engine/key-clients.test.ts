/** Clients that authenticate with keys and certificates, and sign their authorization requests, over HTTP. */
import { createHash, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { decodeJwt, importPKCS8, SignJWT } from 'jose'
import * as openid from 'openid-client'
import type { Credential } from '../../../../src/gateway/config/types/index.ts'
import { certificate, type Pair } from '../../../_support/certificates.ts'
import { authorizeUrl, openBrowser, proof as pkce } from '../_support/browser.ts'
import { application } from '../_support/documents.ts'
import { app, managed } from '../_support/features.ts'
import { post, type Running, run } from '../_support/provider.ts'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'ES256' }
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

function withKey(name: string, key: Partial<Credential>, more = {}) {
  const plain = application(name, more)
  return { ...plain, credentials: plain.credentials.map((each) => ({ ...each, ...key })) }
}

const keyApp = withKey(
  'key-app',
  { authentication: { method: 'private_key_jwt' }, keys: [jwk] },
  { redirectEndpoints: ['https://key.example/callback'] },
)
const setup = { settings: managed, applications: [application('app'), keyApp] }

/** An assertion as RFC 7523 section 3 wants it, with other claims and another key. */
async function sign(running: Running, { typ, ...claims }: Record<string, unknown> = {}, key = pem): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  if (Array.isArray(claims.aud)) claims.aud = claims.aud.map((each) => (each === '$issuer' ? running.issuer : each))
  const all = { iss: 'key-app', sub: 'key-app', aud: running.issuer, iat: now, exp: now + 60, jti: crypto.randomUUID() }
  return new SignJWT({ ...all, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'one', ...(typeof typ === 'string' && { typ }) })
    .sign(await importPKCS8(key, 'ES256'))
}

function assertionForm(assertion: string, more: Record<string, string> = {}) {
  const client = { client_assertion_type: assertionType, client_assertion: assertion }
  return { ...client, grant_type: 'client_credentials', scope: 'customer', ...more }
}

test('openid-client authenticates with a key at the token, introspection and revocation endpoints', async (t) => {
  const running = await run(t, setup)
  const key = { key: (await importPKCS8(pem, 'ES256')) as openid.CryptoKey, kid: 'one' }
  const configuration = await openid.discovery(
    new URL(running.issuer),
    'key-app',
    undefined,
    openid.PrivateKeyJwt(key),
    { execute: [openid.allowInsecureRequests], algorithm: 'oauth2' },
  )
  const { access_token } = await openid.clientCredentialsGrant(configuration, { scope: 'customer' })
  t.like(decodeJwt(access_token), { client_id: 'key-app' })
  t.like(await openid.tokenIntrospection(configuration, access_token), { active: true, client_id: 'key-app' })
  await openid.tokenRevocation(configuration, access_token)
  const password = { username: 'alice', password: 'alice-password', scope: 'customer' }
  const { refresh_token } = await openid.genericGrantRequest(configuration, 'password', password)
  t.like(decodeJwt((await openid.refreshTokenGrant(configuration, String(refresh_token))).access_token), {
    sub: 'alice',
  })
})

test('a client with a key introspects the refresh tokens of clients with other authentication', async (t) => {
  const introspection = { ...managed.introspection, applications: new Set(['key-app']) }
  const applications = [...setup.applications, application('public-app', { clientType: 'public' })]
  const running = await run(t, { settings: { ...managed, introspection }, applications })
  const form = { grant_type: 'password', username: 'alice', password: 'alice-password', scope: 'customer' }
  for (const client of [app, { client_id: 'public-app' }]) {
    const { refresh_token: token } = (await running.post({ ...form, ...client })).body
    const asked = assertionForm(await sign(running), { token })
    const { body } = await post(`${running.issuer}/oauth2/introspect`, asked)
    t.like(body, { active: true, client_id: client.client_id, token_type: 'refresh_token' })
    t.true(running.lines.at(-1)?.includes('"clientId":"key-app"'))
  }
})

const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const strangerPem = stranger.export({ type: 'pkcs8', format: 'pem' }) as string

for (const [title, claims, key] of [
  ['another key', {}, strangerPem],
  ['another audience', { aud: 'https://other.example' }, pem],
  ['another issuer', { iss: 'app' }, pem],
  ['a past end', { exp: 1 }, pem],
  ['no end', { exp: undefined }, pem],
  ['no id', { jti: undefined }, pem],
  ['an end in two hours', { exp: Math.floor(Date.now() / 1000) + 7_200 }, pem],
  ['a stranger beside the audience', { aud: ['https://other.example', '$issuer'] }, pem],
  ['the type of an access token', { typ: 'at+jwt' }, pem],
  ['the id of a client with a secret', { iss: 'app', sub: 'app' }, pem],
  ['an unknown client', { iss: 'nobody', sub: 'nobody' }, pem],
] as const) {
  test(`rejects an assertion with ${title} like any wrong secret`, async (t) => {
    const running = await run(t, setup)
    const { status, body } = await running.post(assertionForm(await sign(running, claims, key)))
    t.is(status, 401)
    t.is(body.error, 'invalid_client')
    t.true(running.lines.some((line) => line.includes('"error":"invalid_client"')))
    t.false(running.lines.some((line) => line.includes('"clientId":"key-app"')))
  })
}

test('an assertion is used once, and stands alone', async (t) => {
  const running = await run(t, setup)
  const form = assertionForm(await sign(running))
  const answers = await Promise.all([running.post(form), running.post(form)])
  t.deepEqual(answers.map(({ status }) => status === 200).sort(), [false, true])
  t.is((await running.post(form)).status, 401)
  const twice = await running.post(assertionForm(await sign(running), { client_secret: 'key-app-secret' }))
  t.is(twice.body.error, 'invalid_request')
  t.regex(twice.body.error_description, /one mechanism/)
  const other = await running.post(assertionForm(await sign(running), { client_id: 'app' }))
  t.regex(other.body.error_description, /client id in the form parameter client_id differs from .* client assertion/)
  t.is((await running.post({ ...app, client_id: 'key-app', grant_type: 'client_credentials' })).status, 401)
  t.is((await running.post({ client_id: 'key-app', grant_type: 'client_credentials' })).status, 401)
  t.is((await running.post(assertionForm('no.jwt'))).body.error, 'invalid_request')
})

/** Serves the provider with TLS, and asks for client certificates. */
async function startTls(t: ExecutionContext, running: Running, ca: string) {
  const server = createServer(
    { ...(await certificate('server')), requestCert: true, rejectUnauthorized: false, ca },
    (message, response) => running.provider.handle(message, response),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return async (form: Record<string, string>, pair?: Pair) => {
    const sent = request({
      ...pair,
      port: (server.address() as AddressInfo).port,
      host: '127.0.0.1',
      path: `${new URL(running.tokenUrl).pathname}`,
      method: 'POST',
      rejectUnauthorized: false,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      agent: false,
    })
    sent.end(new URLSearchParams({ grant_type: 'client_credentials', scope: 'customer', ...form }).toString())
    const [response] = await once(sent, 'response')
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk)
    return { status: response.statusCode as number, body: JSON.parse(Buffer.concat(chunks).toString()) }
  }
}

test('certificates authenticate clients, trusted by their subject or registered themselves, and bind tokens', async (t) => {
  const authority = await certificate('authority')
  const [trusted, other, own] = await Promise.all([
    certificate('orders', authority),
    certificate('invoices', authority),
    certificate('own'),
  ])
  const x509 = new X509Certificate(own.cert)
  const registered = { ...x509.publicKey.export({ format: 'jwk' }), x5c: [x509.raw.toString('base64')] }
  const tlsClient = (member: 'subject_dn' | 'san_ip' | 'san_dns', value: string): Partial<Credential> => ({
    authentication: { method: 'tls_client_auth', subject: { member, value } },
  })
  const running = await run(t, {
    settings: { certificateBinding: { enabled: true, required: false } },
    applications: [
      application('app'),
      withKey('dn-app', tlsClient('subject_dn', 'cn = Orders')),
      withKey('ip-app', tlsClient('san_ip', '127.0.0.1')),
      withKey('dns-app', tlsClient('san_dns', 'orders.example')),
      withKey('own-app', { authentication: { method: 'self_signed_tls_client_auth' }, keys: [registered] }),
    ],
  })
  const ask = await startTls(t, running, authority.cert)
  for (const [id, pair, status] of [
    ['dn-app', trusted, 200],
    ['dn-app', other, 401],
    ['dn-app', own, 401],
    ['dn-app', undefined, 401],
    ['ip-app', other, 200],
    ['dns-app', trusted, 401],
    ['own-app', own, 200],
    ['own-app', trusted, 401],
  ] as const) {
    const answer = await ask({ client_id: id }, pair)
    t.is(answer.status, status, `${id}: ${JSON.stringify(answer.body)}`)
  }
  const thumbprint = createHash('sha256').update(x509.raw).digest('base64url')
  const token = (await ask({ client_id: 'own-app' }, own)).body.access_token
  t.like(decodeJwt(token), { cnf: { 'x5t#S256': thumbprint } })
  const password = { ...app, grant_type: 'password', username: 'alice', password: 'alice-password' }
  t.like(decodeJwt((await ask(password, own)).body.access_token), { cnf: { 'x5t#S256': thumbprint } })
  t.false('cnf' in decodeJwt((await ask(password)).body.access_token))
})

for (const [member, value, status] of [
  ['san_dns', 'orders.example', 200],
  ['san_dns', 'ORDERS.example', 200],
  ['san_dns', 'example', 401],
  ['san_dns', 'x.wild.example', 401],
  ['san_dns', 'site', 401],
  ['san_dns', '.example', 401],
  ['san_ip', '2001:db8::7', 200],
  ['san_ip', '2001:0DB8:0:0:0::7', 200],
  ['san_ip', '2001:db8::8', 401],
  ['san_ip', 'orders.example', 401],
  ['san_email', 'orders.example', 401],
  ['san_uri', 'orders.example', 401],
] as const)
  test(`the ${member} ${value} of a client is compared as such a name: ${status}`, async (t) => {
    const authority = await certificate('authority')
    const site = await certificate('site', authority, ['Orders.Example', '*.wild.example', '2001:db8::7'])
    const subject = { authentication: { method: 'tls_client_auth', subject: { member, value } } } as const
    const running = await run(t, {
      settings: { certificateBinding: { enabled: true, required: false } },
      applications: [application('app'), withKey('site-app', subject)],
    })
    const answer = await (await startTls(t, running, authority.cert))({ client_id: 'site-app' }, site)
    t.is(answer.status, status, JSON.stringify(answer.body))
  })

test('where certificates are required, no grant issues a token without one', async (t) => {
  const running = await run(t, { settings: { certificateBinding: { enabled: true, required: true } } })
  for (const grant of [
    { grant_type: 'client_credentials' },
    { grant_type: 'password', username: 'alice', password: 'alice-password' },
  ]) {
    const { body } = await running.post({ ...app, ...grant, scope: 'customer' })
    t.is(body.error, 'invalid_grant')
    t.regex(body.error_description, /Connect with a client certificate/)
  }
})

const objects = { requestObjects: { enabled: true, required: false } }

/** Returns what signs a request object with other claims, and the URL of an authorization request with it. */
function objectsOf(running: Running) {
  const url = new URL(
    authorizeUrl(running, pkce().challenge, { client_id: 'key-app', redirect_uri: 'https://key.example/callback' }),
  )
  const claims = { ...Object.fromEntries(url.searchParams), sub: undefined, iss: 'key-app' }
  const begin = (request: string) =>
    openBrowser(running.baseUrl).get(
      `${running.issuer}/oauth2/authorize?${new URLSearchParams({ client_id: 'key-app', request })}`,
    )
  return { claims, begin }
}

for (const [title, more, words] of [
  ['without an end', { exp: undefined }, /it has no exp/],
  ['that ends in a day', { exp: Math.floor(Date.now() / 1000) + 86_400 }, /more than 3600 seconds/],
  ['of the type of an access token', { typ: 'application/at+JWT' }, /its type must be JWT/],
  ['of the type of a proof', { typ: 'dpop+jwt' }, /its type must be JWT/],
  ['for another server as well', { aud: ['$issuer', 'https://other.example'] }, /aud must be/],
] as const) {
  test(`a request object ${title} is rejected`, async (t) => {
    const running = await run(t, { ...setup, settings: objects })
    const { claims, begin } = objectsOf(running)
    const { url, text } = await begin(await sign(running, { ...claims, ...more }))
    const { searchParams } = new URL(url)
    t.is(searchParams.get('error') ?? /invalid_request_object/.exec(text)?.[0], 'invalid_request_object')
    t.regex(searchParams.get('error_description') ?? text, words)
  })
}

test('a request object is used once, whether pushed or sent by the browser, and a forged copy uses none up', async (t) => {
  const pushing = { ...objects, pushedAuthorization: { enabled: true, required: false } }
  const running = await run(t, { ...setup, settings: pushing })
  const { claims, begin } = objectsOf(running)
  const push = async (request: string) => {
    const client = { client_assertion_type: assertionType, client_assertion: await sign(running) }
    const body = new URLSearchParams({ ...client, client_id: 'key-app', request })
    const response = await fetch(`${running.issuer}/oauth2/par`, { method: 'POST', body })
    return { status: response.status, body: (await response.json()) as Record<string, string> }
  }
  for (const jti of ['named', undefined]) {
    const [object, forged] = await Promise.all([
      sign(running, { ...claims, jti }),
      sign(running, { ...claims, jti }, strangerPem),
    ])
    t.notRegex((await begin(forged)).text, /Sign in/)
    t.regex((await begin(object)).text, /Sign in/)
    t.notRegex((await begin(object)).text, /Sign in/)
    t.is((await push(object)).body.error, 'invalid_request_object')
    const pushed = await sign(running, { ...claims, jti: jti && 'pushed', typ: 'oauth-authz-req+jwt', state: 'pushed' })
    const { status, body } = await push(pushed)
    t.is(status, 201, JSON.stringify(body))
    const query = new URLSearchParams({ client_id: 'key-app', request_uri: String(body.request_uri) })
    t.regex((await openBrowser(running.baseUrl).get(`${running.issuer}/oauth2/authorize?${query}`)).text, /Sign in/)
    t.is((await push(pushed)).body.error, 'invalid_request_object')
  }
})

test('a signed request object begins the sign-in, and one of another key does not', async (t) => {
  const running = await run(t, { ...setup, settings: { requestObjects: { enabled: true, required: false } } })
  const { challenge } = pkce()
  const url = new URL(
    authorizeUrl(running, challenge, { client_id: 'key-app', redirect_uri: 'https://key.example/callback' }),
  )
  const claims = { ...Object.fromEntries(url.searchParams), sub: undefined, iss: 'key-app' }
  const start = async (key?: string) => {
    const query = new URLSearchParams({ client_id: 'key-app', request: await sign(running, claims, key) })
    return openBrowser(running.baseUrl).get(`${running.issuer}/oauth2/authorize?${query}`)
  }
  t.regex((await start()).text, /Sign in/)
  t.regex((await start(strangerPem)).text, /invalid_request_object|could not validate|Request/i)
  const off = await run(t, setup)
  const query = new URLSearchParams({ client_id: 'key-app', request: await sign(off, claims) })
  t.regex((await openBrowser(off.baseUrl).get(`${off.issuer}/oauth2/authorize?${query}`)).text, /request_not_supported/)
  const demanding = await run(t, { ...setup, settings: { requestObjects: { enabled: true, required: true } } })
  const plain = authorizeUrl(demanding, challenge, {
    client_id: 'key-app',
    redirect_uri: 'https://key.example/callback',
  })
  const refused = await fetch(plain, { redirect: 'manual' })
  t.regex(String(refused.headers.get('location')), /error=invalid_request/)
})
