import test from 'ava'
import * as openid from 'openid-client'
import { ClientCredentials, ResourceOwnerPassword } from 'simple-oauth2'
import { eventually } from '../../_support/eventually.ts'
import { run } from './_support/provider.ts'

test('tokens stay valid after a restart', async (t) => {
  const running = await run(t)
  const tokens = await running.signIn()
  await running.restart()

  t.like(running.provider.verify(tokens.access_token), { subject: 'alice' })
  t.is((await running.refresh(tokens.refresh_token)).status, 200)
})

test('revoked tokens stay revoked after a restart', async (t) => {
  const running = await run(t)
  const { access_token, refresh_token } = await running.signIn()
  await running.refresh(refresh_token)
  running.time.now += 11_000
  await running.refresh(refresh_token)
  await running.restart()
  t.like(running.provider.verify(access_token), { reason: 'revoked' })
})

test('processes that open an empty store concurrently share one key', async (t) => {
  const { open, store, signIn } = await run(t)
  for (const { key } of await store.list('oauth/acme/sandbox/oauth:key')) {
    await store.remove('oauth/acme/sandbox/oauth:key', key)
  }
  const providers = await Promise.all(Array.from({ length: 8 }, open))
  t.teardown(() => Promise.all(providers.map((each) => each.close())))

  t.is((await store.list('oauth/acme/sandbox/oauth:key')).length, 1)
  t.truthy(await signIn())
})

test('a revocation reaches another process by its announcement', async (t) => {
  const messages: unknown[] = []
  const { open, signIn, refresh, time } = await run(t, { announce: (message) => messages.push(message) })
  const other = await open()
  t.teardown(() => other.close())

  const { access_token, refresh_token } = await signIn()
  await refresh(refresh_token)
  t.false('refused' in (await other.verify(access_token)))
  time.now += 11_000
  await refresh(refresh_token)

  for (const message of structuredClone(messages)) await other.receive(message)
  t.like(other.verify(access_token), { reason: 'revoked' })
})

test('a revocation reaches another process through the store alone', async (t) => {
  const { open, signIn, refresh, time } = await run(t)
  const other = await open()
  t.teardown(() => other.close())

  const { access_token, refresh_token } = await signIn()
  await refresh(refresh_token)
  time.now += 11_000
  await refresh(refresh_token)
  await eventually(async () => 'refused' in (await other.verify(access_token)) || undefined)
  t.like(other.verify(access_token), { reason: 'revoked' })
})

test('ignores messages of other components', async (t) => {
  const { provider } = await run(t)
  for (const message of [undefined, null, 'x', 7, {}, { id: 1 }]) await t.notThrowsAsync(provider.receive(message))
})

test('simple-oauth2 signs in and refreshes, by header and by body', async (t) => {
  const { baseUrl } = await run(t)
  for (const authorizationMethod of ['header', 'body'] as const) {
    const client = new ResourceOwnerPassword({
      client: { id: 'app', secret: 'app-secret' },
      auth: { tokenHost: baseUrl, tokenPath: '/acme/sandbox/oauth/oauth2/token' },
      options: { authorizationMethod },
    })
    const token = await client.getToken({ username: 'alice', password: 'alice-password', scope: 'customer' })
    const next = await token.refresh()
    t.not(next.token.access_token, token.token.access_token)
  }
})

test('simple-oauth2 gets a token for the client itself', async (t) => {
  const { baseUrl, provider } = await run(t)
  const client = new ClientCredentials({
    client: { id: 'machine-app', secret: 'machine-app-secret' },
    auth: { tokenHost: baseUrl, tokenPath: '/acme/sandbox/oauth/oauth2/token' },
  })
  const { token } = await client.getToken({ scope: 'orders' })
  t.false('refresh_token' in token)
  t.like(provider.verify(token.access_token as string), { subject: 'machine-app', grant: 'client_credentials' })
})

for (const algorithm of ['oidc', 'oauth2'] as const) {
  test(`openid-client discovers, signs in and refreshes: ${algorithm}`, async (t) => {
    const { issuer } = await run(t)
    const execute = [openid.allowInsecureRequests]
    const config = await openid.discovery(new URL(issuer), 'app', 'app-secret', undefined, { algorithm, execute })
    const form = { username: 'alice', password: 'alice-password', scope: 'customer' }
    const tokens = await openid.genericGrantRequest(config, 'password', form)
    const next = await openid.refreshTokenGrant(config, tokens.refresh_token as string)
    t.is(next.token_type, 'bearer')
    t.is(next.scope, 'customer')
  })
}
