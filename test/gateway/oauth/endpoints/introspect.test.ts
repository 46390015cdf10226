import test from 'ava'
import * as openid from 'openid-client'
import type { Client } from '../../../../src/gateway/consumers/index.ts'
import { settings } from '../_support/documents.ts'
import { app, managed, otherApp } from '../_support/features.ts'
import { post, run } from '../_support/provider.ts'

test('returns all members for an access token of the client', async (t) => {
  const { issuer, signIn, time } = await run(t, { settings: managed })
  const { access_token: token } = await signIn({ username: 'bob', password: 'bob-password' })
  const now = Math.floor(time.now / 1000)
  const { body } = await post(`${issuer}/oauth2/introspect`, { ...app, token, token_type_hint: 'access_token' })

  t.like(body, {
    active: true,
    scope: 'customer',
    client_id: 'app',
    username: 'cn=bob',
    token_type: 'Bearer',
    grant_type: 'password',
    ttl: 3600,
    exp: now + 3600,
    iat: now,
    nbf: now,
    consented_on: now,
    one_time_use: false,
    sub: 'cn=bob',
    iss: issuer,
    metadata: 'tier=gold',
  })
  t.regex(body.expstr as string, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
})

test('returns no username for a token without a user', async (t) => {
  const { issuer, signIn } = await run(t, { settings: managed })
  const { access_token: token } = await signIn({ grant_type: 'client_credentials' })
  const { body } = await post(`${issuer}/oauth2/introspect`, { ...app, token })
  t.like(body, { active: true, grant_type: 'client_credentials', sub: 'app' })
  t.false('username' in body)
})

test('describes refresh tokens until they are used', async (t) => {
  const { issuer, signIn, refresh } = await run(t, { settings: managed })
  const { refresh_token: token } = await signIn()
  const ask = () => post(`${issuer}/oauth2/introspect`, { ...app, token, token_type_hint: 'refresh_token' })

  t.like((await ask()).body, { active: true, token_type: 'refresh_token', username: 'alice', one_time_use: true })
  await refresh(token)
  t.deepEqual((await ask()).body, { active: false } as never)
})

for (const title of ['of another client', 'altered', 'unknown', 'expired', 'revoked'] as const) {
  test(`returns only "active": false for a token that is ${title}`, async (t) => {
    const { issuer, signIn, time } = await run(t, { settings: managed })
    const { access_token: token } = await signIn()
    if (title === 'expired') time.now += 3_600_000
    if (title === 'revoked') await post(`${issuer}/oauth2/revoke`, { ...app, token })

    const asked = { altered: `${token.slice(0, -9)}AAAAAAAAA`, unknown: 'x' }[title as string] ?? token
    const client = title === 'of another client' ? otherApp : app
    const { status, text } = await post(`${issuer}/oauth2/introspect`, { ...client, token: asked })
    t.is(status, 200)
    t.is(text, '{"active":false}')
  })
}

test('tells of a refresh token whether it is used once: those of public clients always are', async (t) => {
  const refreshToken = { ...settings.refreshToken, oneTimeUse: false }
  const introspection = { ...managed.introspection, applications: new Set(['app']) }
  const { issuer, signIn } = await run(t, { settings: { ...managed, introspection, refreshToken } })
  for (const [client, isUsedOnce] of [
    [app, false],
    [{ client_id: 'public-app', client_secret: '' }, true],
  ] as const) {
    const { refresh_token: token } = await signIn(client)
    t.is((await post(`${issuer}/oauth2/introspect`, { ...app, token })).body.one_time_use, isUsedOnce)
  }
})

for (const state of ['disabled', 'removed'] as const) {
  test(`no token of an application that was ${state} is active`, async (t) => {
    const introspection = { ...managed.introspection, applications: new Set(['other-app']) }
    const { issuer, signIn, people } = await run(t, { settings: { ...managed, introspection } })
    const { access_token, refresh_token } = await signIn()
    const { application } = people.known.get('app') as Client
    if (state === 'removed') people.known.delete('app')
    else people.known.set('app', { clientId: 'app', application: { ...application, state } })
    for (const token of [access_token, refresh_token]) {
      const { text } = await post(`${issuer}/oauth2/introspect`, { ...otherApp, token })
      t.is(text, '{"active":false}')
    }
  })
}

for (const [title, form, status, error] of [
  ['nobody', { token: 'x' }, 401, 'invalid_client'],
  ['a public client', { token: 'x', client_id: 'public-app' }, 401, 'invalid_client'],
  ['a question without token', app, 400, 'invalid_request'],
] as const) {
  test(`rejects ${title}`, async (t) => {
    const { issuer } = await run(t, { settings: managed })
    const answer = await post(`${issuer}/oauth2/introspect`, form)
    t.is(answer.status, status)
    t.is(answer.body.error, error)
  })
}

test('tells nothing about a valid token to clients that are not authenticated, and counts their wrong secrets', async (t) => {
  const { issuer, signIn } = await run(t, { settings: managed })
  const { access_token: token } = await signIn()
  const ask = (client: object) => post(`${issuer}/oauth2/introspect`, { ...client, token })
  for (const [client, status, error] of [
    [{ client_id: 'app' }, 401, 'invalid_client'],
    [{ client_id: 'public-app' }, 401, 'invalid_client'],
    [{ client_id: 'public-app', client_secret: 'x' }, 401, 'invalid_client'],
    [{ client_id: 'unknown', client_secret: 'x' }, 401, 'invalid_client'],
    [{ ...app, client_assertion: 'e30.eyJzdWIiOiJhcHAifQ.x' }, 400, 'invalid_request'],
    [{ ...app, client_secret: 'wrong' }, 401, 'invalid_client'],
  ] as const) {
    const { status: found, body } = await ask(client)
    t.deepEqual([found, body.error, body.active], [status, error, undefined], JSON.stringify(client))
  }
  t.true((await ask(app)).body.active)
  await Promise.all(Array.from({ length: 30 }, (_, index) => ask({ ...app, client_secret: `wrong ${index}` })))
  t.is((await ask(app)).status, 429, 'also with the right secret')
})

test('is available only when the provider enables it', async (t) => {
  const { issuer } = await run(t)
  t.is((await post(`${issuer}/oauth2/introspect`, { ...app, token: 'x' })).status, 404)
})

test('openid-client discovers the endpoints, introspects and revokes', async (t) => {
  const { issuer, signIn } = await run(t, { settings: managed })
  const { access_token: token } = await signIn()
  const execute = [openid.allowInsecureRequests]
  const config = await openid.discovery(new URL(issuer), 'app', 'app-secret', undefined, { execute })

  t.true((await openid.tokenIntrospection(config, token)).active)
  await openid.tokenRevocation(config, token)
  t.false((await openid.tokenIntrospection(config, token)).active)
})

test('an application that the provider lists can introspect the tokens of all clients', async (t) => {
  const introspection = { ...managed.introspection, applications: new Set(['other-app']) }
  const { issuer, signIn } = await run(t, { settings: { ...managed, introspection } })
  const { access_token: token } = await signIn()
  const ask = (client: object, token: string) => post(`${issuer}/oauth2/introspect`, { ...client, token })
  t.like((await ask(otherApp, token)).body, { active: true, client_id: 'app' })
  t.deepEqual((await ask(otherApp, `${token}x`)).body, { active: false })
})
