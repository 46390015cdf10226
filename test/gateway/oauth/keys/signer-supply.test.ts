import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { verifyTextSignature } from '../../../../src/gateway/oauth/keys/signature.ts'
import { openSignerSupply } from '../../../../src/gateway/oauth/keys/signer-supply.ts'
import { passwordForm, run } from '../_support/provider.ts'

type Respond = (request: IncomingMessage, response: ServerResponse) => void

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const jwks = JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'hsm-1' }] })

/** A signer as a user would write it. `encoding` is how it returns signatures. */
function signWith(key: KeyObject, encoding: 'ieee-p1363' | 'der'): Respond {
  return async (request, response) => {
    if (request.method === 'GET') return void response.end(jwks)
    let body = ''
    for await (const chunk of request) body += chunk
    const { message } = JSON.parse(body) as { message: string }
    const signature = createSign('sha256')
      .update(Buffer.from(message, 'base64url'))
      .sign({ key, dsaEncoding: encoding })
    response.end(JSON.stringify({ signature: signature.toString('base64url') }))
  }
}

/** Starts a signer at a Unix socket. `state.respond` can be replaced. */
async function startSigner(t: ExecutionContext, respond: Respond, { timeoutMs = 10_000 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-signer-'))
  const state = { respond }
  const server = createServer((request, response) => state.respond(request, response))
  server.listen(join(folder, 's'))
  await once(server, 'listening')
  const results: boolean[] = []
  const source = { kind: 'signer', url: `unix:${join(folder, 's')}`, timeoutMs } as const
  const supply = openSignerSupply(source, { clock: () => 0, onSignature: ({ isOk }) => results.push(isOk) })
  t.teardown(() => {
    supply.close()
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  })
  return { supply, state, source, results }
}

for (const encoding of ['ieee-p1363', 'der'] as const) {
  test(`signatures of the signer are used, in the encoding ${encoding}`, async (t) => {
    const { supply, results } = await startSigner(t, signWith(privateKey, encoding))
    const [key] = await supply.load()
    t.is(key?.kid, 'hsm-1')
    for (
      let turn = 0;
      turn < 8;
      turn += 1 // half of all signatures have a high S, which is replaced
    )
      t.true(verifyTextSignature(`text ${turn}`, (await key?.sign?.(`text ${turn}`)) as string, publicKey))
    t.deepEqual(new Set(results), new Set([true]))
  })
}

const another = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey

for (const [title, respond, message] of [
  ['a signature of another key', signWith(another, 'der'), /its signature is not one of the key hsm-1/],
  ['an error', fail(500, 'no'), /POST \/sign failed: it responded with status 500/],
  ['no JSON', fail(200, 'no'), /its response is not JSON/],
  ['no signature', fail(200, '{}'), /its response has no member "signature"/],
  ['a damaged signature', fail(200, '{"signature":"MAAA"}'), /POST \/sign failed/],
  ['an endless response', fail(200, 'x'.repeat(70_000)), /the response has more than 65536 bytes/],
] as const) {
  test(`a signer that responds with ${title} is unavailable`, async (t) => {
    const { supply, state, results } = await startSigner(t, signWith(privateKey, 'der'))
    const [key] = await supply.load()
    state.respond = respond
    const sign = async () => key?.sign?.('text')
    await t.throwsAsync(sign, { name: 'SigningUnavailableError', message })
    t.deepEqual(results, [false])
  })
}

function fail(status: number, body: string): Respond {
  return (_, response) => void response.writeHead(status).end(body)
}

test('a signer that does not respond in time is unavailable', async (t) => {
  const { supply, state } = await startSigner(t, signWith(privateKey, 'der'), { timeoutMs: 300 })
  const [key] = await supply.load()
  state.respond = () => {}
  await t.throwsAsync(async () => key?.sign?.('text'), { message: /no response within 300 ms/ })
})

test('a signer is found at a loopback URL with a path', async (t) => {
  const server = createServer((request, response) => {
    if (request.url === '/v1/keys') response.end(jwks)
    else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`
  const supply = openSignerSupply({ kind: 'signer', url, timeoutMs: 10_000 }, { clock: () => 0, onSignature() {} })
  t.teardown(supply.close)
  t.is((await supply.load())[0]?.kid, 'hsm-1')
})

for (const [title, body, message] of [
  ['no set', '[]', /GET \/keys must return a JWK set/],
  ['an empty set', '{"keys":[]}', /GET \/keys must return a JWK set/],
  ['a private key', JSON.stringify({ keys: [privateKey.export({ format: 'jwk' })] }), /must return public keys only/],
] as const) {
  test(`a signer whose keys are ${title} is rejected`, async (t) => {
    const { supply } = await startSigner(t, fail(200, body))
    await t.throwsAsync(supply.load(), { name: 'KeySourceError', message })
  })
}

test('a provider issues tokens with a signer; while it fails, requests get 503 and lose no refresh token', async (t) => {
  const { source, state } = await startSigner(t, signWith(privateKey, 'der'))
  const events: { kind: string }[] = []
  const provider = await run(t, { settings: { signingKeys: source }, events: (event) => events.push(event) })
  const tokens = await provider.signIn()
  t.false('refused' in (await provider.provider.verify(tokens.access_token)))
  t.like(
    events.find(({ kind }) => kind === 'signature'),
    { isOk: true },
  )

  state.respond = fail(500, 'no')
  for (const answer of [await provider.post(passwordForm), await provider.refresh(tokens.refresh_token)]) {
    t.is(answer.status, 503)
    t.is(answer.body.error, 'temporarily_unavailable')
    t.is(answer.headers.get('retry-after'), '5')
  }
  t.false('refused' in (await provider.provider.verify(tokens.access_token)), 'tokens are verified here')
  t.regex(provider.lines.join(''), /external signer .*POST \/sign failed: it responded with status 500/)

  state.respond = signWith(privateKey, 'der')
  t.is((await provider.refresh(tokens.refresh_token)).status, 200)
})
