/** Token exchange over HTTP. */
import test from 'ava'
import { decodeJwt } from 'jose'
import * as openid from 'openid-client'
import type { ProviderSettings } from '../../../../src/gateway/config/types/index.ts'
import { app, managed, otherApp } from '../_support/features.ts'
import { post, type Running, run } from '../_support/provider.ts'

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
