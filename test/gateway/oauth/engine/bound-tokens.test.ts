/** Tokens that are bound to a key of the client by DPoP proofs, over HTTP. */
import test from 'ava'
import { decodeJwt } from 'jose'
import type { ProviderSettings } from '../../../../src/gateway/config/types/index.ts'
import { newProofKeys, type ProofParts, signProof, thumbprintOf } from '../../../_support/dpop.ts'
import { authorize, proof as pkce, redemption } from '../_support/browser.ts'
import { settings } from '../_support/documents.ts'
import { app, managed } from '../_support/features.ts'
import { answerOf, passwordForm, post, type Running, run } from '../_support/provider.ts'

const dpop = { enabled: true, required: false, nonce: false }
const bound: Partial<ProviderSettings> = { ...managed, dpop }
const keys = newProofKeys()
const machine = { ...app, grant_type: 'client_credentials', scope: 'customer' }
const jkt = thumbprintOf(keys)

function proofFor(running: Running, more: Partial<ProofParts> = {}): { dpop: string } {
  return { dpop: signProof(keys, { method: 'POST', url: running.tokenUrl, ...more }) }
}

test('the password grant binds the token to the key of the proof, and introspection tells it', async (t) => {
  const running = await run(t, { settings: bound })
  const { status, body } = await running.post(passwordForm, proofFor(running))
  t.is(status, 200, JSON.stringify(body))
  t.is(body.token_type, 'DPoP')
  t.like(decodeJwt(body.access_token), { cnf: { jkt } })
  const told = await post(`${running.issuer}/oauth2/introspect`, { ...app, token: body.access_token })
  t.like(told.body, { active: true, token_type: 'DPoP', cnf: { jkt } })
  t.like((await running.post(passwordForm)).body, { token_type: 'Bearer' })
})

test('client credentials, code and refresh bind, and a public client refreshes only with its key', async (t) => {
  const running = await run(t, { settings: bound })
  const own = await running.post(machine, proofFor(running))
  t.like(decodeJwt(own.body.access_token), { cnf: { jkt } })

  const redirect = { client_id: 'public-app', redirect_uri: 'http://127.0.0.1:7777/callback' }
  const { verifier, challenge } = pkce()
  const { url } = await authorize(running, challenge, redirect)
  const { client_secret: _, ...form } = { ...redemption(url, verifier), ...redirect }
  const redeemed = await running.post(form, proofFor(running))
  t.is(redeemed.status, 200, redeemed.text)
  t.like(decodeJwt(redeemed.body.access_token), { cnf: { jkt } })

  const refresh = { client_id: 'public-app', grant_type: 'refresh_token', refresh_token: redeemed.body.refresh_token }
  const other = { dpop: signProof(newProofKeys(), { method: 'POST', url: running.tokenUrl }) }
  for (const headers of [{}, other]) t.is((await running.post(refresh, headers)).body.error, 'invalid_grant')
  const refreshed = await running.post(refresh, proofFor(running))
  t.like(decodeJwt(refreshed.body.access_token), { cnf: { jkt } })
})

test('a proof serves one grant, of the library or of the product', async (t) => {
  const running = await run(t, { settings: bound })
  for (const forms of [
    [passwordForm, machine],
    [machine, passwordForm],
  ]) {
    const headers = proofFor(running)
    const answers = []
    for (const form of forms) answers.push(await running.post(form, headers))
    t.deepEqual(
      answers.map(({ body }) => body.error),
      [undefined, 'invalid_dpop_proof'],
    )
  }
})

test('a proof is used once, at all workers together, by the library and by the password grant', async (t) => {
  const first = await run(t, { settings: bound })
  const second = await run(t, { settings: bound, store: first.store, baseUrl: first.baseUrl })
  for (const form of [passwordForm, machine]) {
    const headers = proofFor(first)
    const answers = await Promise.all(
      [first, second, first, second].map(({ address }) => post(`${address}/oauth2/token`, form, headers)),
    )
    t.is(answers.filter(({ status }) => status === 200).length, 1)
    t.is((await post(`${second.address}/oauth2/token`, form, headers)).body.error, 'invalid_dpop_proof')
  }
})

for (const [title, parts, error] of [
  ['of another method', { method: 'GET' }, 'invalid_dpop_proof'],
  ['of another URL', { url: 'http://127.0.0.1/other' }, 'invalid_dpop_proof'],
  ['that is stale', { now: Date.now() - 400_000 }, 'invalid_dpop_proof'],
  ['with a private key', { header: { jwk: { ...keys.jwk, d: 'AAAA' } } }, 'invalid_dpop_proof'],
  ['of a symmetric algorithm', { header: { alg: 'HS256' } }, 'invalid_dpop_proof'],
] as const satisfies readonly (readonly [string, Partial<ProofParts>, string])[]) {
  test(`the token endpoint rejects a proof ${title}, with words, in each grant`, async (t) => {
    const running = await run(t, { settings: bound })
    for (const form of [passwordForm, machine]) {
      const { status, body } = await running.post(form, proofFor(running, parts))
      t.true(status === 400 || status === 401)
      t.regex(body.error, /^(invalid_dpop_proof|use_dpop_nonce)$/, error)
      t.regex(body.error_description, /DPoP/)
    }
  })
}

test('where a nonce is required, both kinds of grants hand one out, and accept that of the other', async (t) => {
  const running = await run(t, { settings: { ...bound, dpop: { ...dpop, nonce: true } } })
  const pairs = [
    [passwordForm, machine],
    [machine, passwordForm],
  ] as const
  for (const [one, other] of pairs) {
    const asked = await running.post(one, proofFor(running))
    t.is(asked.body.error, 'use_dpop_nonce')
    const nonce = String(asked.headers.get('dpop-nonce'))
    const done = await running.post(other, proofFor(running, { claims: { nonce } }))
    t.is(done.status, 200, done.text)
    t.truthy(running.provider.proofNonces.findExpiry(nonce))
  }
})

test('where proofs are required, no grant issues a bearer token', async (t) => {
  const running = await run(t, { settings: { ...bound, dpop: { ...dpop, required: true } } })
  for (const form of [passwordForm, machine]) {
    const { body } = await running.post(form)
    t.is(body.error, 'invalid_dpop_proof')
    t.regex(body.error_description, /header/)
    t.is((await running.post(form, proofFor(running))).status, 200)
  }
})

test('userinfo needs the proof of a bound token', async (t) => {
  const scopes = new Map([['openid', ''], ...settings.scopes])
  const running = await run(t, {
    settings: { ...bound, scopes, openidConnect: { ...settings.openidConnect, enabled: true } },
  })
  const { body } = await running.post({ ...passwordForm, scope: 'openid' }, proofFor(running))
  const url = `${running.issuer}/oauth2/userinfo`
  const ask = async (authorization: string, headers = {}) =>
    answerOf(await fetch(url, { headers: { authorization, ...headers } }))
  t.is((await ask(`Bearer ${body.access_token}`)).status, 401)
  const proven = { dpop: signProof(keys, { method: 'GET', url, token: body.access_token }) }
  const told = await ask(`DPoP ${body.access_token}`, proven)
  t.is(told.status, 200, told.text)
  t.like(told.body, { sub: 'alice' })
})

test('discovery names the algorithms of proofs where they are on', async (t) => {
  const find = async ({ issuer }: Running) =>
    (await answerOf(await fetch(`${issuer}/.well-known/openid-configuration`))).body
  t.deepEqual((await find(await run(t, { settings: bound }))).dpop_signing_alg_values_supported, [
    'ES256',
    'Ed25519',
    'EdDSA',
  ])
  t.false('dpop_signing_alg_values_supported' in (await find(await run(t))))
})
