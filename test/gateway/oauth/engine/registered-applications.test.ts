/** Dynamic registration of clients over HTTP: RFC 7591 and RFC 7592, with applications that a test keeps. */
import { generateKeyPairSync } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import * as openid from 'openid-client'
import type { Application, Credential, RegisteredClientLimits } from '../../../../src/gateway/config/types/index.ts'
import { OauthError } from '../../../../src/gateway/oauth/index.ts'
import type { RegisteredApplication } from '../../../../src/gateway/oauth/request/provider-parts.ts'
import { isSecretHash } from '../../../../src/shared/security/index.ts'
import { application, settings } from '../_support/documents.ts'
import { answerOf, passwordForm, run } from '../_support/provider.ts'

const token = 'registration-token-of-thirty-two-characters'
const redirect = 'https://client.example/callback'

const codesOnly: RegisteredClientLimits = { grants: new Set(['access_code']), details: undefined, tokenCeiling: {} }

async function open(t: ExecutionContext, maxApplications = 3, limits: Partial<RegisteredClientLimits> = {}) {
  const allowed = { ...codesOnly, ...limits }
  const made: RegisteredApplication[] = []
  const running = await run(t, {
    settings: {
      registration: { initialAccessToken: token, product: 'customer', plan: 'default-plan', maxApplications, allowed },
      failedAttempts: { ...settings.failedAttempts, client: { count: 3, window: 60 } },
    },
    registeredApplications: {
      async create(wanted) {
        if (made.length >= maxApplications) throw new OauthError('access_denied', 'too many', { status: 403 })
        made.push(wanted)
        running.people.known.set(wanted.clientId, { clientId: wanted.clientId, application: toApplication(wanted) })
      },
      async change(name, { title, redirectEndpoints }) {
        const { clientId } = made.find((each) => each.name === name) as RegisteredApplication
        const known = running.people.known.get(clientId)
        if (known)
          running.people.known.set(clientId, {
            ...known,
            application: { ...known.application, title, redirectEndpoints },
          })
      },
      async remove(name) {
        const found = made.find((each) => each.name === name)
        running.people.known.delete(String(found?.clientId))
      },
    },
  })
  const register = async (metadata: object, authorization = `Bearer ${token}`) =>
    answerOf(
      await fetch(`${running.issuer}/oauth2/register`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(metadata),
      }),
    )
  return { running, made, register }
}

function toApplication({
  name,
  clientId,
  title,
  clientType,
  grants,
  redirectEndpoints,
  keys,
}: RegisteredApplication): Application {
  const plain = application(clientId, {
    name,
    title,
    owner: 'registration at oauth',
    clientType,
    redirectEndpoints,
    grants: new Set(grants) as never,
  })
  const key: Partial<Credential> = keys ? { authentication: { method: 'private_key_jwt' }, keys } : {}
  return { ...plain, credentials: plain.credentials.map((each) => ({ ...each, ...key })) }
}

test('openid-client registers, and the application has the hash of the secret that it receives', async (t) => {
  const { running, made } = await open(t, 3, { grants: new Set(['access_code', 'application']) })
  const configuration = await openid.dynamicClientRegistration(
    new URL(running.issuer),
    { client_name: 'Shop', redirect_uris: [redirect], grant_types: ['authorization_code', 'client_credentials'] },
    undefined,
    { initialAccessToken: token, execute: [openid.allowInsecureRequests], algorithm: 'oauth2' },
  )
  const { client_id: id, client_secret: secret } = configuration.clientMetadata()
  const [first] = made
  t.like(first, { title: 'Shop', clientId: id, clientType: 'confidential', grants: ['access_code', 'application'] })
  t.true(isSecretHash(String(first?.secretHash)))
  t.is(typeof secret, 'string')
  t.false(JSON.stringify(made).includes(String(secret)))
})

test('a registration is read, changed and removed with its token', async (t) => {
  const { running, register } = await open(t)
  const { status, body } = await register({ client_name: 'Shop', redirect_uris: [redirect] })
  t.is(status, 201)
  const url = String(body.registration_client_uri)
  t.is(url, `${running.issuer}/oauth2/register/${String(body.client_id)}`)
  const ask = async (method: string, bearer: unknown, changed?: object) =>
    answerOf(
      await fetch(url, {
        method,
        headers: { authorization: `Bearer ${String(bearer)}`, ...(changed && { 'content-type': 'application/json' }) },
        ...(changed && { body: JSON.stringify(changed) }),
      }),
    )
  const rat = body.registration_access_token
  const read = await ask('GET', rat)
  t.like(read.body, { client_id: body.client_id, client_name: 'Shop', redirect_uris: [redirect] })
  t.false('client_secret' in read.body)
  t.is((await ask('GET', 'other')).status, 401)

  const wanted = { client_id: body.client_id, client_name: 'Store', redirect_uris: [`${redirect}/2`] }
  const changed = await ask('PUT', rat, { ...wanted, client_secret: `${String(body.client_id)}-secret` })
  t.is(changed.status, 200, changed.text)
  t.is(running.people.known.get(String(body.client_id))?.application.title, 'Store')
  t.is((await ask('PUT', changed.body.registration_access_token, { ...wanted, client_secret: 'wrong' })).status, 401)
  t.is((await ask('DELETE', rat)).status, 401, 'the token was replaced')
  t.is((await ask('DELETE', changed.body.registration_access_token)).status, 204)
  t.is(running.people.known.get(String(body.client_id)), undefined)
})

test('a client with a key registers its public members only', async (t) => {
  const { made, register } = await open(t)
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'one', x5u: 'https://evil.example/' }
  const metadata = { redirect_uris: [redirect], token_endpoint_auth_method: 'private_key_jwt' }
  t.is((await register({ ...metadata, jwks: { keys: [jwk] } })).status, 201)
  t.deepEqual(Object.keys(made[0]?.keys?.[0] ?? {}).sort(), ['crv', 'kid', 'kty', 'x', 'y'])
  t.is(made[0]?.secretHash, undefined)
})

for (const [title, metadata] of [
  [
    'a reference in a key',
    {
      token_endpoint_auth_method: 'private_key_jwt',
      jwks: { keys: [{ kty: 'EC', crv: 'P-256', x: 'a', y: 'b', kid: '$env{SECRET}' }] },
    },
  ],
  ['a URL of keys', { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'https://client.example/keys' }],
  ['a certificate', { token_endpoint_auth_method: 'tls_client_auth', tls_client_auth_subject_dn: 'CN=a' }],
  ['an unknown grant', { grant_types: ['implicit'], response_types: ['token'] }],
  ['a redirect URL with a fragment', { redirect_uris: ['https://client.example/#a'] }],
  ['no redirect URL', { redirect_uris: [] }],
] as [string, object][]) {
  test(`refuses ${title}`, async (t) => {
    const { made, register } = await open(t)
    const { status, text } = await register({ redirect_uris: [redirect], ...metadata })
    t.true(status >= 400 && status < 500, text)
    t.is(made.length, 0)
  })
}

test('a flood of registrations ends at the maximum, and wrong tokens lock the IP address', async (t) => {
  const { register } = await open(t, 2)
  const statuses = []
  for (let count = 0; count < 3; count += 1) statuses.push((await register({ redirect_uris: [redirect] })).status)
  t.deepEqual(statuses, [201, 201, 403])

  const wrong = []
  for (let count = 0; count < 4; count += 1)
    wrong.push((await register({ redirect_uris: [redirect] }, 'Bearer guess')).status)
  t.deepEqual(wrong, [401, 401, 401, 429])
})

test('without registration there is no endpoint, and discovery names it only where it is on', async (t) => {
  const { running } = await open(t)
  const metadata = async (issuer: string) =>
    (await fetch(`${issuer}/.well-known/openid-configuration`)).json() as Promise<Record<string, unknown>>
  t.is((await metadata(running.issuer)).registration_endpoint, `${running.issuer}/oauth2/register`)
  const plain = await run(t)
  t.is((await metadata(plain.issuer)).registration_endpoint, undefined)
  t.is((await fetch(`${plain.issuer}/oauth2/register`, { method: 'POST' })).status, 404)
})

for (const [title, changes, words] of [
  [
    'client credentials',
    { grant_types: ['authorization_code', 'client_credentials'] },
    /cannot have client_credentials/,
  ],
  ['passwords', { grant_types: ['password'], response_types: [] }, /cannot have password/],
  ['credentials in a redirect', { redirect_uris: ['https://user@client.example/'] }, /user name or a password/],
  ['a password in a redirect', { redirect_uris: ['https://:p@client.example/'] }, /user name or a password/],
  ['plain HTTP', { redirect_uris: ['http://client.example/callback'] }, /must be https/],
  ['plain HTTP beside https', { redirect_uris: [redirect, 'http://127.0.0.1:1/'] }, /must be https/],
  [
    'plain HTTP to another machine',
    { application_type: 'native', redirect_uris: ['http://10.0.0.1/'] },
    /loopback addresses/,
  ],
] as [string, object, RegExp][]) {
  test(`registers no client with ${title}, and changes none into one`, async (t) => {
    const { running, made, register } = await open(t)
    const refused = await register({ redirect_uris: [redirect], ...changes })
    t.is(refused.status, 400, refused.text)
    t.regex(refused.body.error_description, words)
    t.is(made.length, 0)

    const { body } = await register({ redirect_uris: [redirect] })
    const changed = await answerOf(
      await fetch(String(body.registration_client_uri), {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${String(body.registration_access_token)}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ client_id: body.client_id, redirect_uris: [redirect], ...changes }),
      }),
    )
    t.is(changed.status, 400, changed.text)
    t.deepEqual(running.people.known.get(String(body.client_id))?.application.redirectEndpoints, [redirect])
  })
}

test('refresh tokens come with codes, and loopback redirects are of a native client', async (t) => {
  const { made, register } = await open(t)
  const grants = ['authorization_code', 'refresh_token']
  const { status, text } = await register({
    redirect_uris: ['http://[::1]/cb', 'http://127.0.0.1/cb'],
    grant_types: grants,
  })
  t.is(status, 201, text)
  t.deepEqual(made[0]?.grants, ['access_code', 'refresh_token'])
})

test('a registered client whose document says more has no more than its provider allows', async (t) => {
  const wide = { owner: 'registration at oauth', grants: new Set(['application', 'password'] as const) }
  const registered = application('wide-app', wide)
  const form = { client_id: 'wide-app', client_secret: 'wide-app-secret', scope: 'orders' }
  const password = { ...form, grant_type: 'password', username: 'alice', password: 'alice-password' }
  const running = await run(t, { applications: [registered] })
  const { body } = await running.post({ ...form, grant_type: 'client_credentials' })
  t.is(body.error, 'unauthorized_client')
  t.is((await running.post(password)).body.error, 'unauthorized_client')

  const tokenCeiling = { scopes: ['customer'], accessTokenTtl: 60 }
  const allowed = { grants: new Set(['application'] as const), details: new Set<string>(), tokenCeiling }
  const registration = { initialAccessToken: token, product: 'customer', plan: 'default-plan', maxApplications: 1 }
  const limited = await run(t, { applications: [registered], settings: { registration: { ...registration, allowed } } })
  t.is((await limited.post({ ...form, grant_type: 'client_credentials' })).body.error, 'invalid_scope')
  const own = await limited.post({ ...form, scope: 'customer', grant_type: 'client_credentials' })
  t.like(own.body, { scope: 'customer', expires_in: 60 }, own.text)
  t.is((await limited.post(password)).body.error, 'unauthorized_client')
})

test('a client that registered itself at another provider is unknown', async (t) => {
  const stranger = application('app', { owner: 'registration at partners' })
  const running = await run(t, { applications: [stranger] })
  t.is((await running.post({ ...passwordForm })).body.error, 'invalid_client')
})
