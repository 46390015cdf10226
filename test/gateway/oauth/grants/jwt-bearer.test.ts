/** The JWT bearer grant over HTTP. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import test from 'ava'
import { decodeJwt, SignJWT } from 'jose'
import type { ProviderSettings } from '../../../../src/gateway/config/types/index.ts'
import { applications } from '../_support/documents.ts'
import { app } from '../_support/features.ts'
import { type Running, run } from '../_support/provider.ts'

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'one' }
const idp = 'https://idp.example'
const trusting: Partial<ProviderSettings> = { jwtBearer: [{ issuer: idp, keys: [jwk], uri: undefined }] }

async function sign({ issuer }: Running, claims: Record<string, unknown> = {}, key: KeyObject = privateKey) {
  const now = Math.floor(Date.now() / 1000)
  const all = { iss: idp, sub: 'alice', aud: issuer, iat: now, exp: now + 60, ...claims }
  return new SignJWT(all).setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(key)
}

function ask(running: Running, assertion: string, more: Record<string, string> = {}) {
  const grant_type = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
  return running.post({ ...app, grant_type, assertion, scope: 'customer', ...more })
}

test('an assertion of a trusted issuer brings a token for its subject, once', async (t) => {
  const running = await run(t, { settings: trusting })
  const assertion = await sign(running)
  const { status, body, text } = await ask(running, assertion)
  t.is(status, 200, text)
  t.like(decodeJwt(body.access_token), { sub: 'alice', scope: 'customer', client_id: 'app', grant_type: 'jwt_bearer' })
  t.false('refresh_token' in body)
  t.regex((await ask(running, assertion)).body.error_description, /used before/)
  t.is((await ask(running, await sign(running, { aud: running.tokenUrl }))).status, 200)
})

for (const [title, claims, key, words] of [
  ['another key', {}, stranger, /signature/],
  ['another issuer', { iss: 'https://other.example' }, privateKey, /issuer 'https:..other.example' is not one/],
  ['another audience', { aud: 'https://other.example' }, privateKey, /aud/],
  ['a past end', { exp: 1 }, privateKey, /exp/],
  ['a far end', { exp: Math.floor(Date.now() / 1000) + 7_200 }, privateKey, /more than 3600 seconds/],
  ['no end', { exp: undefined }, privateKey, /exp/],
  ['no subject', { sub: undefined }, privateKey, /sub/],
  ['an issuer that is no text', { iss: 5 }, privateKey, /issuer must be a text/],
  ['a subject that is no text', { sub: 5 }, privateKey, /subject must be a text/],
  ['an empty subject', { sub: '' }, privateKey, /subject is empty/],
  ['a tab in its subject', { sub: 'alice\tbob' }, privateKey, /control characters/],
  ['a line separator in its subject', { sub: 'alice\u2029' }, privateKey, /control characters/],
  ['a long subject', { sub: 'a'.repeat(300) }, privateKey, /longer than 256/],
] as const) {
  test(`rejects an assertion with ${title}, and says why`, async (t) => {
    const running = await run(t, { settings: trusting })
    const { status, body } = await ask(running, await sign(running, claims, key))
    t.is(status, 400)
    t.is(body.error, 'invalid_grant')
    t.regex(body.error_description, words)
  })
}

test('keys are fetched from the issuer, and while it is away the response is 503 with words', async (t) => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ keys: [jwk] }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`
  const settings = { jwtBearer: [{ issuer: idp, keys: undefined, uri }] }
  const running = await run(t, { settings })
  t.is((await ask(running, await sign(running))).status, 200)
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
  const late = await run(t, { settings })
  const { status, body } = await ask(late, await sign(late))
  t.is(status, 503)
  t.regex(body.error_description, /keys of the issuer of the assertion cannot be fetched/)
})

test('an assertion for several audiences or of another type is rejected', async (t) => {
  const running = await run(t, { settings: trusting })
  for (const aud of [
    [running.issuer, 'https://other.example'],
    ['https://other.example', running.tokenUrl],
  ])
    t.regex((await ask(running, await sign(running, { aud }))).body.error_description, /aud must be .* alone/)
  const own = [running.tokenUrl, running.issuer]
  t.is((await ask(running, await sign(running, { aud: own }))).status, 200)
  const claims = decodeJwt(await sign(running, { sub: 'bob' }))
  for (const [typ, status] of [
    ['at+jwt', 400],
    ['logout+jwt', 400],
    ['application/authorization-grant+jwt', 200],
  ] as const) {
    const text = await new SignJWT({ ...claims, jti: typ })
      .setProtectedHeader({ alg: 'ES256', kid: 'one', typ })
      .sign(privateKey)
    t.is((await ask(running, text)).status, status, typ)
  }
})

test('another text of the same signature is the same assertion', async (t) => {
  const running = await run(t, { settings: trusting })
  const assertion = await sign(running)
  const [header, payload, signature = ''] = assertion.split('.')
  const bytes = Buffer.from(signature, 'base64url')
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
  const s = order - BigInt(`0x${bytes.toString('hex', 32)}`)
  const twin = Buffer.concat([bytes.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, '0'), 'hex')])
  t.is((await ask(running, assertion)).status, 200)
  const again = await ask(running, `${header}.${payload}.${twin.toString('base64url')}`)
  t.regex(again.body.error_description, /used before/)
})

test('an assertion is known by its id, and without one by its text', async (t) => {
  const running = await run(t, { settings: trusting })
  const ask1 = async (claims: Record<string, unknown>) => (await ask(running, await sign(running, claims))).status
  const exp = Math.floor(Date.now() / 1000) + 100
  t.deepEqual([await ask1({ jti: 'a' }), await ask1({ jti: 'a', exp }), await ask1({ jti: 'b' })], [200, 400, 200])
  t.deepEqual([await ask1({ exp }), await ask1({ exp: exp + 1 })], [200, 200])
})

test('tokens live no longer than the ceiling of the application allows', async (t) => {
  const location = { file: 'app.yaml', line: 1, column: 1 }
  const limited = applications.map((each) => ({ ...each, tokenCeiling: { accessTokenTtl: 60, location } }))
  const running = await run(t, { settings: trusting, applications: limited })
  const { body } = await ask(running, await sign(running))
  t.is((body as unknown as { expires_in: number }).expires_in, 60)
})

test('a request without an assertion says so', async (t) => {
  const running = await run(t, { settings: trusting })
  const { status, body } = await ask(running, '')
  t.deepEqual([status, body.error], [400, 'invalid_request'])
  t.regex(body.error_description, /assertion/)
})

for (const [title, status, text] of [
  ['an error', 500, '{}'],
  ['another document', 200, '{"keys":1}'],
  ['no JSON', 200, '<html>'],
] as const) {
  test(`while the issuer responds with ${title}, the response is 503 with Retry-After`, async (t) => {
    const server = createServer((_request, response) => void response.writeHead(status).end(text))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.teardown(() => server.close())
    const uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`
    const running = await run(t, { settings: { jwtBearer: [{ issuer: idp, keys: undefined, uri }] } })
    const response = await ask(running, await sign(running))
    t.is(response.status, 503, response.text)
    t.is(response.headers.get('retry-after'), '5')
  })
}

test('a scope beyond the ceilings, a public client and a text that is no token are refused', async (t) => {
  const running = await run(t, { settings: trusting })
  t.is((await ask(running, await sign(running), { scope: 'unknown' })).body.error, 'invalid_scope')
  t.is((await ask(running, 'text')).body.error, 'invalid_grant')
  const form = { client_id: 'public-app', grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer' }
  t.is((await running.post({ ...form, assertion: await sign(running) })).body.error, 'unauthorized_client')
  const off = await run(t)
  t.is((await ask(off, await sign(off))).body.error, 'unsupported_grant_type')
})
