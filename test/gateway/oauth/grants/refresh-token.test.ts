import test from 'ava'
import { settings } from '../_support/documents.ts'
import { meetingStore, run } from '../_support/provider.ts'

test('issues new tokens for a refresh token', async (t) => {
  const { signIn, refresh, provider } = await run(t)
  const first = await signIn({ scope: 'customer orders' })
  const { status, body } = await refresh(first.refresh_token)

  t.is(status, 200)
  t.deepEqual(Object.keys(body), Object.keys(first))
  t.not(body.access_token, first.access_token)
  t.not(body.refresh_token, first.refresh_token)
  t.like(provider.verify(body.access_token), { subject: 'alice', grant: 'password' })
})

test('of fifty concurrent redemptions exactly one succeeds, and its tokens stay valid', async (t) => {
  const { signIn, refresh, provider } = await run(t)
  const { refresh_token: token } = await signIn()

  const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(token)))
  const winners = answers.filter(({ status }) => status === 200)

  t.is(winners.length, 1)
  t.true(answers.every(({ status, body }) => status === 200 || body.error === 'invalid_grant'))
  const [winner] = winners
  t.false('refused' in (await provider.verify(winner?.body.access_token as string)))
  t.is((await refresh(winner?.body.refresh_token as string)).status, 200)
})

test('of two concurrent refreshes one succeeds, and the other leaves no refresh token', async (t) => {
  const kind = 'oauth/acme/sandbox/oauth:refresh-token'
  const store = meetingStore(kind)
  const { signIn, refresh } = await run(t, { store })
  const { refresh_token: token } = await signIn()
  const responses = await Promise.all([refresh(token), refresh(token)])
  t.deepEqual(responses.map(({ status }) => status).sort(), [200, 400])
  t.is((await store.list(kind)).length, 2, 'the old one, and that of the winner')
})

test('reusing a refresh token within 10 seconds fails and revokes nothing', async (t) => {
  const { signIn, refresh, time } = await run(t)
  const first = await signIn()
  const second = (await refresh(first.refresh_token)).body

  time.now += 10_000
  const { status, body } = await refresh(first.refresh_token)
  t.is(status, 400)
  t.is(body.error_description, '*[app] refresh_token was used before or revoked, message rejected*')
  t.is((await refresh(second.refresh_token)).status, 200)
})

test('reusing a refresh token later revokes the whole chain, including access tokens', async (t) => {
  const { signIn, refresh, provider, time, lines } = await run(t)
  const first = await signIn()
  const second = (await refresh(first.refresh_token)).body
  const other = await signIn()

  time.now += 10_001
  t.is((await refresh(first.refresh_token)).body.error, 'invalid_grant')

  t.is((await refresh(second.refresh_token)).body.error, 'invalid_grant')
  t.like(provider.verify(first.access_token), { refused: 'invalid_token', reason: 'revoked' })
  t.like(provider.verify(second.access_token), { refused: 'invalid_token', reason: 'revoked' })
  t.false('refused' in (await provider.verify(other.access_token)))
  const warning = lines.map((line) => JSON.parse(line)).find(({ msg }) => /presented again/.test(msg))
  t.like(warning, { clientId: 'app', subject: 'alice' })
})

test('a used refresh token is rejected as used, whatever else is wrong with the request', async (t) => {
  const { signIn, refresh } = await run(t)
  const { refresh_token: token } = await signIn()
  t.is((await refresh(token)).status, 200)
  t.is((await refresh(token, { scope: 'customer orders' })).body.error, 'invalid_grant')
})

test('rejects the refresh token of another client', async (t) => {
  const { signIn, refresh } = await run(t)
  const { refresh_token: token } = await signIn()
  const { body } = await refresh(token, { client_id: 'other-app', client_secret: 'other-app-secret' })
  t.is(body.error, 'invalid_grant')
  t.is((await refresh(token)).status, 200)
})

test('narrows the scope of one access token, not of the chain', async (t) => {
  const { signIn, refresh } = await run(t)
  const first = await signIn({ scope: 'customer orders' })
  const second = (await refresh(first.refresh_token, { scope: 'orders' })).body
  t.is(second.scope, 'orders')
  t.is((await refresh(second.refresh_token)).body.scope, 'customer orders')
})

test('rejects a wider scope, and the refresh token can still be used', async (t) => {
  const { signIn, refresh } = await run(t)
  const { refresh_token: token } = await signIn()
  t.is((await refresh(token, { scope: 'customer orders' })).body.error, 'invalid_scope')
  t.is((await refresh(token)).status, 200)
})

test('rejects an expired refresh token', async (t) => {
  const { signIn, refresh, time } = await run(t, {
    settings: { refreshToken: { enabled: true, count: 5, ttl: 60, oneTimeUse: true } },
  })
  const { refresh_token: token } = await signIn()
  time.now += 60_000
  t.is((await refresh(token)).body.error, 'invalid_grant')
})

for (const oneTimeUse of [true, false]) {
  test(`refreshes up to the maximum count, ${oneTimeUse ? 'with' : 'without'} rotation`, async (t) => {
    const { signIn, refresh } = await run(t, {
      settings: { refreshToken: { enabled: true, count: 2, ttl: 60, oneTimeUse } },
    })
    let { refresh_token: token } = await signIn()
    for (const _ of [1, 2]) {
      const { status, body } = await refresh(token)
      t.is(status, 200)
      t.is(body.refresh_token === token, !oneTimeUse)
      token = body.refresh_token
    }
    t.is((await refresh(token)).body.error, 'invalid_grant')
  })
}

test('rotates the tokens of public clients always', async (t) => {
  const { signIn, refresh } = await run(t, {
    settings: { refreshToken: { enabled: true, count: 5, ttl: 60, oneTimeUse: false } },
  })
  const client = { client_id: 'public-app', client_secret: '' }
  const { refresh_token: token } = await signIn(client)
  t.not((await refresh(token, client)).body.refresh_token, token)
})

test('no token lives longer than the maximum consent', async (t) => {
  const { signIn, refresh, time } = await run(t, { settings: { maximumConsent: 5000 } })
  const first = await signIn()
  t.like(first, { expires_in: 3600, refresh_token_expires_in: 5000 })

  time.now += 4000 * 1000
  const second = (await refresh(first.refresh_token)).body
  t.like(second, { expires_in: 1000, refresh_token_expires_in: 1000 })

  time.now += 1000 * 1000
  t.is((await refresh(second.refresh_token)).body.error, 'invalid_grant')
})

test('without refresh tokens the provider neither issues them nor has the grant', async (t) => {
  const { signIn, refresh } = await run(t, {
    settings: { refreshToken: { enabled: false, count: 1, ttl: 60, oneTimeUse: true } },
  })
  t.false('refresh_token' in (await signIn()))
  t.is((await refresh('x')).body.error, 'unsupported_grant_type')
})

test('a client without the refresh grant receives no refresh token', async (t) => {
  const { signIn } = await run(t)
  t.false('refresh_token' in (await signIn({ client_id: 'once-app', client_secret: 'once-app-secret' })))
})

test('the store contains no refresh token and no secret', async (t) => {
  const { signIn, store } = await run(t)
  const { refresh_token: token } = await signIn()
  const kept = await store.list('oauth/acme/sandbox/oauth:refresh-token')
  t.is(kept.length, 1)
  t.false(JSON.stringify(kept).includes(token))
})

test('a failed client authentication does not use the refresh token', async (t) => {
  const { signIn, refresh } = await run(t)
  const { refresh_token: token } = await signIn()
  const wrong = await refresh(token, { client_id: 'app', client_secret: 'guess' })
  t.is(wrong.body.error, 'invalid_client')
  t.is((await refresh(token)).status, 200)
})

for (const [asked, expected] of [
  ['customer phone', 'customer'],
  ['address customer offline_access', 'customer'],
  ['openid orders email', 'orders'],
  ['customer orders', 'customer orders'],
] as const)
  test(`a refresh for "${asked}" leaves out scopes of OpenID Connect that the provider does not have`, async (t) => {
    const { signIn, refresh } = await run(t)
    const { refresh_token: token } = await signIn({ scope: 'customer orders' })
    const { status, body, text } = await refresh(token, { scope: asked })
    t.is(status, 200, text)
    t.is(body.scope, expected)
  })

for (const asked of ['customer payroll', 'phone', 'customer  phone', 'orders'])
  test(`a refresh for "${asked}" is refused, and does not use the token`, async (t) => {
    const { signIn, refresh } = await run(t)
    const { refresh_token: token } = await signIn({ scope: 'customer' })
    t.is((await refresh(token, { scope: asked })).body.error, 'invalid_scope')
    t.is((await refresh(token)).status, 200)
  })

test('a scope of OpenID Connect that the provider has, and that was not granted, is refused at a refresh', async (t) => {
  const scopes = new Map([...settings.scopes, ['email', 'Mail'], ['openid', 'Name']])
  const { signIn, refresh } = await run(t, { settings: { scopes } })
  const { refresh_token: token } = await signIn({ scope: 'customer' })
  t.is((await refresh(token, { scope: 'customer email' })).body.error, 'invalid_scope')
  t.is((await refresh(token, { scope: 'customer profile' })).body.scope, 'customer')
})
