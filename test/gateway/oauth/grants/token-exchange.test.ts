/** Token exchange over HTTP. */
import test from 'ava'
import { decodeJwt } from 'jose'
import * as openid from 'openid-client'
import type { ProviderSettings } from '../../../../src/gateway/config/types/index.ts'
import { newProofKeys, signProof, thumbprintOf } from '../../../_support/dpop.ts'
import { settings } from '../_support/documents.ts'
import { app, managed, otherApp } from '../_support/features.ts'
import { passwordForm, post, type Running, run } from '../_support/provider.ts'

const grantType = 'urn:ietf:params:oauth:grant-type:token-exchange'
const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token'
const rule = { clients: new Set(['other-app']), from: new Set(['app']), scopes: undefined, apis: undefined }

function setup(more: Partial<ProviderSettings['tokenExchange'][number]> = {}) {
  return { settings: { ...managed, tokenExchange: [{ ...rule, ...more }] } }
}

function exchange(running: Running, token: string, more: Record<string, string> = {}) {
  const form = { ...otherApp, grant_type: grantType, subject_token: token, subject_token_type: accessTokenType }
  return running.post({ ...form, ...more })
}

test('openid-client exchanges the token of another client, for the same owner and no longer than it', async (t) => {
  const running = await run(t, setup())
  const { access_token } = await running.signIn({ scope: 'customer orders' })
  const { execute, ...client } = {
    execute: [openid.allowInsecureRequests],
    id: 'other-app',
    secret: 'other-app-secret',
  }
  const options = { execute, algorithm: 'oauth2' } as const
  const found = await openid.discovery(new URL(running.issuer), client.id, client.secret, undefined, options)
  running.time.now += 600_000
  const parameters = { subject_token: access_token, subject_token_type: accessTokenType, scope: 'orders' }
  const tokens = await openid.genericGrantRequest(found, grantType, parameters)
  t.is(tokens.issued_token_type, accessTokenType)
  t.false('refresh_token' in tokens)
  const claims = decodeJwt(tokens.access_token)
  t.like(claims, { sub: 'alice', client_id: 'other-app', scope: 'orders', grant_type: 'token_exchange' })
  t.is(claims.exp, decodeJwt(access_token).exp)
})

test('revoking the consent of the owner ends the exchanged token', async (t) => {
  const running = await run(t, setup())
  const { access_token, refresh_token } = await running.signIn()
  const { body } = await exchange(running, access_token)
  t.like(running.provider.verify(body.access_token), { subject: 'alice' })
  running.time.now += 1_000
  await post(`${running.issuer}/oauth2/revoke`, { ...app, token: refresh_token })
  t.like(running.provider.verify(body.access_token), { refused: 'invalid_token', reason: 'revoked' })
})

for (const [title, more, form, error, words] of [
  ['by another client', { clients: new Set(['web-app']) }, {}, 'unauthorized_client', /No rule/],
  ['of another application', { from: new Set(['web-app']) }, {}, 'unauthorized_client', /application 'app'/],
  ['for a scope beyond the rule', { scopes: new Set(['orders']) }, { scope: 'customer' }, 'invalid_scope', /rule/],
  ['with no scope of the rule', { scopes: new Set(['orders']) }, {}, 'invalid_scope', /no scope/],
  ['for a scope beyond the token', {}, { scope: 'orders' }, 'invalid_scope', /not in the subject_token/],
  ['for no API of the rule', { apis: ['/customerdb/v1'] }, {}, 'invalid_target', /customerdb.v1: name one/],
  ['with an actor', {}, { actor_token: 'x' }, 'invalid_request', /actor_token/],
  ['with an audience', {}, { audience: 'x' }, 'invalid_target', /resource/],
  ['to another type', {}, { requested_token_type: 'x' }, 'invalid_request', /requested_token_type/],
  ['of another type', {}, { subject_token_type: 'x' }, 'invalid_request', /subject_token_type/],
  ['without a token', {}, { subject_token: '' }, 'invalid_request', /subject_token/],
  ['without a type', {}, { subject_token_type: '' }, 'invalid_request', /subject_token_type/],
  ['of no token', {}, { subject_token: 'text' }, 'invalid_request', /invalid, expired or revoked/],
] as const) {
  test(`rejects an exchange ${title}, with words`, async (t) => {
    const running = await run(t, setup(more))
    const { access_token } = await running.signIn()
    const { body } = await exchange(running, access_token, form)
    t.is(body.error, error)
    t.regex(body.error_description, words)
  })
}

test('a rule without applications takes the tokens of all, and the first rule that fits counts', async (t) => {
  const none = { ...rule, clients: new Set(['web-app']) }
  const running = await run(t, { settings: { ...managed, tokenExchange: [none, { ...rule, from: undefined }, none] } })
  const { access_token } = await running.signIn({ scope: 'customer orders' })
  const { status, body } = await exchange(running, access_token)
  t.is(status, 200)
  t.is(decodeJwt(body.access_token).scope, 'customer orders')
})

test('a rule for an API opens this API', async (t) => {
  const running = await run(t, setup({ apis: ['/customerdb/v1'] }))
  const { access_token } = await running.signIn()
  const resource = `${running.baseUrl}/acme/sandbox/customerdb/v1`
  const { body } = await exchange(running, access_token, { resource })
  t.is(decodeJwt(body.access_token).aud, resource)
  const off = await run(t)
  t.is((await exchange(off, (await off.signIn()).access_token)).body.error, 'unsupported_grant_type')
})

const api = (running: Running, name: string) => `${running.baseUrl}/acme/sandbox${name}`

test('a token for one API is exchanged for one for this API, unless the rule names others', async (t) => {
  const running = await run(t, setup())
  const { access_token } = await running.signIn({ resource: api(running, '/customerdb/v1') })
  const { body } = await exchange(running, access_token)
  t.is(decodeJwt(body.access_token).aud, api(running, '/customerdb/v1'))
  const wider = await exchange(running, access_token, { resource: api(running, '') })
  t.is(wider.body.error, 'invalid_target', wider.text)
  t.regex(wider.body.error_description, /The subject_token is for .*customerdb/)
})

test('revoking an exchanged access token alone ends what it was exchanged for, over several exchanges', async (t) => {
  const running = await run(t, { settings: { ...managed, tokenExchange: [{ ...rule, from: undefined }] } })
  const { access_token } = await running.signIn()
  const first = await exchange(running, access_token)
  const second = await exchange(running, first.body.access_token)
  const sibling = await exchange(running, access_token)
  await post(`${running.issuer}/oauth2/revoke`, { ...otherApp, token: first.body.access_token })
  t.like(running.provider.verify(second.body.access_token), { refused: 'invalid_token', reason: 'revoked' })
  t.like(running.provider.verify(sibling.body.access_token), { subject: 'alice' })
  await post(`${running.issuer}/oauth2/revoke`, { ...app, token: access_token })
  t.like(running.provider.verify(sibling.body.access_token), { refused: 'invalid_token', reason: 'revoked' })
})

test('a bound token is not exchanged for a bearer token', async (t) => {
  const dpop = { enabled: true, required: false, nonce: false }
  const running = await run(t, { settings: { ...setup().settings, dpop } })
  const prove = (keys = newProofKeys()) => ({ dpop: signProof(keys, { method: 'POST', url: running.tokenUrl }) })
  const signed = await running.post(passwordForm, prove())
  const form = { ...otherApp, grant_type: grantType, subject_token: signed.body.access_token }
  const bare = await running.post({ ...form, subject_token_type: accessTokenType })
  t.is(bare.body.error, 'invalid_dpop_proof', bare.text)
  const keys = newProofKeys()
  const bound = await running.post({ ...form, subject_token_type: accessTokenType }, prove(keys))
  t.like(decodeJwt(bound.body.access_token), { cnf: { jkt: thumbprintOf(keys) } }, bound.text)
})

test('the new token says how and when the owner signed in, and has the details but those of queues', async (t) => {
  const detail = { type: 'loan', amount: 7 }
  const queue = { type: 'mq', actions: ['put'], locations: ['QM1/A'] }
  const type = { title: 'x', actions: undefined, required: [], clients: new Set(['app']) }
  const running = await run(t, {
    settings: {
      ...setup({ scopes: new Set(['customer']) }).settings,
      openidConnect: { ...settings.openidConnect, enabled: true, acrValues: ['gold'] },
      scopes: new Map([...settings.scopes, ['mq.put', 'Put']]),
      authorizationDetails: new Map([
        ['loan', type],
        ['mq', type],
      ]),
    },
  })
  const signedIn = await running.signIn()
  const { auth_time } = decodeJwt(signedIn.access_token)
  t.is(typeof auth_time, 'number')
  running.time.now += 60_000
  t.is(decodeJwt((await exchange(running, signedIn.access_token)).body.access_token).auth_time, auth_time)

  const details = JSON.stringify([detail, queue])
  const machine = { ...app, grant_type: 'client_credentials', scope: 'customer', authorization_details: details }
  const own = await running.post(machine)
  const { body } = await exchange(running, own.body.access_token)
  t.like(decodeJwt(body.access_token), { authorization_details: [detail], scope: 'customer' }, JSON.stringify(body))
  t.deepEqual(body.authorization_details, [detail])
})

test('acr, auth_time, the key and the end of the first token hold over several exchanges', async (t) => {
  const running = await run(t, {
    settings: {
      ...setup({ from: undefined }).settings,
      openidConnect: { ...settings.openidConnect, enabled: true, acrValues: ['silver'] },
      dpop: { enabled: true, required: false, nonce: false },
    },
  })
  const keys = newProofKeys()
  const prove = () => ({ dpop: signProof(keys, { method: 'POST', url: running.tokenUrl }) })
  const first = decodeJwt((await running.post(passwordForm, prove())).body.access_token)
  t.is(first.acr, 'silver')
  let token = (await running.post(passwordForm, prove())).body.access_token
  const { exp, auth_time } = decodeJwt(token)
  for (const seconds of [70, 140]) {
    running.time.now += seconds * 1_000
    const form = { ...otherApp, grant_type: grantType, subject_token: token, subject_token_type: accessTokenType }
    const now = running.time.now
    const next = await running.post(form, { dpop: signProof(keys, { method: 'POST', url: running.tokenUrl, now }) })
    t.is(next.status, 200, next.text)
    token = next.body.access_token
    t.like(decodeJwt(token), { exp, auth_time, acr: 'silver', cnf: { jkt: thumbprintOf(keys) } })
  }
})
