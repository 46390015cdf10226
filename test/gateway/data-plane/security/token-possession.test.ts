/** Tokens that are bound to a key, at the gateway. */
import { hash, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { connect as connectHttp2, type IncomingHttpHeaders } from 'node:http2'
import { connect } from 'node:tls'
import test from 'ava'
import { openConsumers } from '../../../../src/gateway/consumers/index.ts'
import type { TokenVerificationResult } from '../../../../src/gateway/contract/access/access-token.ts'
import { buildProofNonces, type UsedProof } from '../../../../src/shared/security/index.ts'
import { certificate } from '../../../_support/certificates.ts'
import { newProofKeys, type ProofParts, signProof, thumbprintOf } from '../../../_support/dpop.ts'
import {
  accessToken,
  api,
  application,
  catalog,
  config,
  goldSubscription,
  location,
  oauth,
  operation,
  provider,
  shopProduct,
} from '../_support/documents.ts'
import { type Running, type RunningGateway, startBackend, startGateway } from '../_support/servers.ts'

const path = '/acme/sandbox/customerdb/v1/customers'
const keys = newProofKeys()
const startedAt = Date.now()
const nonces = buildProofNonces(Buffer.alloc(32, 7), false, () => startedAt)
const bound = { scopes: new Set(['customer']), binding: { jkt: thumbprintOf(keys) } }
const verdicts: Record<string, TokenVerificationResult> = {
  bound: accessToken('shop', bound),
  other: accessToken('shop', bound),
  plain: accessToken('shop', { scopes: new Set(['customer']) }),
  certified: accessToken('shop', { scopes: new Set(['customer']), binding: { 'x5t#S256': 'thumbprint' } }),
  strange: accessToken('shop', { scopes: new Set(['customer']), binding: {} }),
}
const used = new Set<string>()

let backend: Running
let gateway: RunningGateway
let neighbour: RunningGateway
const seen: (string | undefined)[] = []

const deps = {
  consumers: () =>
    openConsumers({
      applications: [application('shop', { subscriptions: [goldSubscription] })],
      products: [shopProduct],
    }),
  verifyToken: () => (text: string) => verdicts[text] ?? ({ refused: 'invalid_token', reason: 'expired' } as const),
  proofNonces: () => nonces,
  claimProof: async ({ id }: UsedProof) => used.size < used.add(id).size,
}

function documents() {
  const security = [{ all: [{ definition: oauth, scopes: ['customer'] }], location }]
  const demanding = [{ all: [{ definition: oauth, scopes: ['customer', 'audit'] }], location }]
  const operations = [
    operation('GET', '/customers', { security }),
    operation('POST', '/customers', { security }),
    operation('GET', '/either', { security: [...demanding, ...security] }),
  ]
  const providers = new Map([
    ['customer-oauth', { ...provider, dpop: { enabled: true, required: false, nonce: false } }],
  ])
  return config(catalog([api(backend.url, { operations })], { providers }))
}

test.before(async () => {
  backend = await startBackend((request, response) => {
    seen.push(request.headers.authorization, request.headers.dpop as string | undefined)
    response.end('customers')
  })
  gateway = await startGateway(documents(), deps)
  // Another node: it has the same public URL.
  neighbour = await startGateway(documents(), { ...deps, baseUrl: gateway.url })
})

test.after.always(async () => {
  await Promise.all([gateway.close(), neighbour.close()])
  await backend.close()
})

function proof(more: Partial<ProofParts> = {}): string {
  return signProof(keys, { method: 'GET', url: gateway.url + path, token: 'bound', ...more })
}

async function call(authorization: string, dpop?: string | undefined, at: RunningGateway = gateway, init = {}) {
  const headers = { authorization, ...(dpop !== undefined && { dpop }) }
  const response = await fetch(`${at.url}${path}?page=2`, { headers, ...init })
  const body = await response.text()
  const challenge = response.headers.get('www-authenticate')
  return { status: response.status, headers: response.headers, body, challenge, record: await at.recordOf(response) }
}

test('a bound token with its proof opens the API, and neither is forwarded', async (t) => {
  const { status, headers } = await call('DPoP bound', proof())
  t.is(status, 200)
  t.deepEqual([...new Set(seen)], [undefined])
  t.is(headers.get('dpop-nonce'), nonces.next())
  const again = await call('dpop bound', proof({ claims: { nonce: nonces.next() } }))
  t.is(again.status, 200)
  t.is(again.headers.get('dpop-nonce'), null)
})

for (const [title, authorization, dpop, words] of [
  ['as a plain bearer token', 'Bearer bound', () => proof(), /bound to a key: send it with the scheme DPoP/],
  ['without a proof', 'DPoP bound', () => undefined, /no DPoP header/],
  ['with a proof for another method', 'DPoP bound', () => proof({ method: 'POST' }), /method POST/],
  ['with a proof for another URL', 'DPoP bound', () => proof({ url: 'http://127.0.0.1/x' }), /for the URL/],
  ['with a proof for another token', 'DPoP bound', () => proof({ token: 'other' }), /another access token/],
  ['with a stale proof', 'DPoP bound', () => proof({ now: Date.now() - 400_000 }), /stale/],
  ['with jku', 'DPoP bound', () => proof({ header: { jku: 'https://evil.example' } }), /has jku/],
  ['with a proof of another key', 'DPoP bound', () => otherProof(), /another key/],
] as const) {
  test(`a bound token ${title} is rejected with words, which the explanation has too`, async (t) => {
    const { status, body, challenge, record } = await call(authorization, dpop())
    t.is(status, 401)
    t.regex(JSON.parse(body).moreInformation, words)
    t.regex(String(challenge), /^DPoP realm="acme\/sandbox", error="invalid_(token|dpop_proof)", .*algs="ES256 /)
    t.like(record, { reason: 'proof_invalid' })
    t.regex(String(record.detail), words)
    t.like(record.evidence?.token, { binding: bound.binding })
  })
}

function otherProof(): string {
  return signProof(newProofKeys(), { method: 'GET', url: gateway.url + path, token: 'bound' })
}

test('a proof is used once, at all nodes together', async (t) => {
  const dpop = proof()
  const answers = await Promise.all([gateway, neighbour, gateway].map((each) => call('DPoP bound', dpop, each)))
  t.is(answers.filter(({ status }) => status === 200).length, 1)
  const refused = answers.find(({ status }) => status === 401)
  t.regex(String(refused?.challenge), /error="invalid_dpop_proof", error_description="The DPoP proof was used before/)
})

test('one process alone remembers used proofs as well, and proofs are refused while used ones are not known', async (t) => {
  const { claimProof: _, ...alone } = deps
  const single = await startGateway(documents(), { ...alone, baseUrl: gateway.url })
  const away = await startGateway(documents(), {
    ...deps,
    baseUrl: gateway.url,
    claimProof: () => Promise.reject(new Error('no counters')),
  })
  t.teardown(async () => void (await Promise.all([single.close(), away.close()])))
  const dpop = proof()
  t.is((await call('DPoP bound', dpop, single)).status, 200)
  t.is((await call('DPoP bound', dpop, single)).status, 401)
  t.is((await call('DPoP bound', dpop, away)).status, 503)
  t.is((await call('Bearer plain', undefined, away)).status, 200)
})

test('where a nonce is demanded, the first call is told it', async (t) => {
  const strict = buildProofNonces(Buffer.alloc(32, 7), true, () => startedAt)
  const demanding = await startGateway(documents(), { ...deps, baseUrl: gateway.url, proofNonces: () => strict })
  t.teardown(() => demanding.close())
  const first = await call('DPoP bound', proof(), demanding)
  t.regex(String(first.challenge), /error="use_dpop_nonce"/)
  const nonce = first.headers.get('dpop-nonce')
  t.is((await call('DPoP bound', proof({ claims: { nonce } }), demanding)).status, 200)
})

test('a proof serves all alternatives of an operation, and a nonce is told once', async (t) => {
  const url = `${gateway.url}/acme/sandbox/customerdb/v1/either`
  const ask = async (dpop: string) => fetch(url, { headers: { authorization: 'DPoP bound', dpop } })
  const dpop = signProof(keys, { method: 'GET', url, token: 'bound' })
  const opened = await ask(dpop)
  t.is(opened.status, 200)
  t.is(opened.headers.get('dpop-nonce'), nonces.next())
  t.is((await ask(dpop)).status, 401)
  t.is((await ask(proof())).headers.get('dpop-nonce'), nonces.next())
})

test('a plain token needs no proof, and is not accepted with the scheme DPoP', async (t) => {
  t.is((await call('Bearer plain')).status, 200)
  const refused = await call('DPoP plain', proof({ token: 'plain' }))
  t.is(refused.status, 401)
  t.regex(refused.body, /not bound to a key/)
  t.regex((await call('DPoP unknown', proof())).body, /Cannot pass the security checks/)
})

test('a call without a token is told of both schemes', async (t) => {
  const response = await fetch(gateway.url + path)
  t.regex(String(response.headers.get('www-authenticate')), /^Bearer realm=.*, DPoP realm="acme\/sandbox", algs=/)
})

test('a token that is bound to a certificate needs the connection with it', async (t) => {
  const { status, body } = await call('Bearer certified')
  t.is(status, 401)
  t.regex(body, /bound to a client certificate: connect with it/)
  t.regex((await call('Bearer strange')).body, /a kind that the gateway cannot check/)
})

test('a certificate opens the API with the token that is bound to it, and no other one does', async (t) => {
  const [server, client, other] = await Promise.all(['127.0.0.1', 'client', 'other'].map((name) => certificate(name)))
  if (!server || !client || !other) throw new Error('three certificates were made')
  const tls = { ...server, requestCert: true, rejectUnauthorized: false }
  const secure = await startGateway(documents(), deps, undefined, { tls, http2: true })
  t.teardown(() => secure.close())
  const thumbprint = hash('sha256', new X509Certificate(client.cert).raw, 'base64url')
  verdicts.mtls = accessToken('shop', { scopes: new Set(['customer']), binding: { 'x5t#S256': thumbprint } })
  const ask = async (pair: { cert: string; key: string }) => {
    const socket = connect({ port: secure.port, host: '127.0.0.1', rejectUnauthorized: false, ...pair })
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer mtls\r\nConnection: close\r\n\r\n`)
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    await once(socket, 'close')
    return Buffer.concat(chunks).toString()
  }
  t.regex(await ask(client), /^HTTP\/1.1 200/)
  const session = connectHttp2(`https://127.0.0.1:${secure.port}`, { rejectUnauthorized: false, ...client })
  t.teardown(() => session.destroy())
  const stream = session.request({ ':path': path, authorization: 'Bearer mtls' }).resume()
  const [head] = (await once(stream, 'response')) as [IncomingHttpHeaders]
  t.is(Number(head[':status']), 200)
  t.regex(await ask(other), /another client certificate/)
})

test('a token for one API opens this API and no other one, and the explanation names both', async (t) => {
  const own = await startGateway(documents(), { ...deps, baseUrl: 'https://gw.example' })
  t.teardown(() => own.close())
  const scopes = new Set(['customer'])
  verdicts.here = accessToken('shop', { scopes, resource: 'https://gw.example/acme/sandbox/customerdb/v1' })
  verdicts.there = accessToken('shop', { scopes, resource: 'https://gw.example/acme/sandbox/orders' })
  t.is((await call('Bearer here', undefined, own)).status, 200)
  const { status, body, challenge, record } = await call('Bearer there', undefined, own)
  t.is(status, 401)
  t.regex(body, /for another API/)
  t.regex(String(challenge), /^Bearer .*error="invalid_token", error_description="The access token is for another API"/)
  t.is(record.reason, 'resource_wrong')
  t.regex(String(record.detail), /orders, the API is https:..gw.example.acme.sandbox.customerdb.v1/)
})
