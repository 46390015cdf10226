import test, { type ExecutionContext } from 'ava'
import { listSignIns, revokeUserTokens } from '../../../../src/gateway/oauth/index.ts'
import type { UserRegistry } from '../../../../src/shared/registries/index.ts'
import { eventually } from '../../../_support/eventually.ts'
import { authorize, authorizeUrl, openBrowser, proof, redemption } from '../_support/browser.ts'
import { catalogOf, settings } from '../_support/documents.ts'
import { app, managed } from '../_support/features.ts'
import { registry } from '../_support/people.ts'
import { post, type Running, run } from '../_support/provider.ts'

async function start(t: ExecutionContext) {
  const running = await run(t, { settings: managed })
  const revoke = async (user: string) => {
    const { store, time } = running
    await revokeUserTokens({ catalog: catalogOf(), settings, store, clock: () => time.now }, user)
    await running.restart()
  }
  return { running, revoke }
}

function isRejected({ provider }: Running, token: string): boolean {
  return 'refused' in provider.verify(token)
}

test('revokes the access tokens and refresh tokens of one user, and of no other', async (t) => {
  const { running, revoke } = await start(t)
  const alice = await running.signIn()
  const bob = await running.signIn({ username: 'bob', password: 'bob-password' })
  await revoke('alice')

  t.true(isRejected(running, alice.access_token))
  t.is((await running.refresh(alice.refresh_token)).body.error, 'invalid_grant')
  const introspect = (token: string) => post(`${running.issuer}/oauth2/introspect`, { ...app, token })
  t.deepEqual((await introspect(alice.refresh_token)).body, { active: false } as object)

  t.false(isRejected(running, bob.access_token))
  t.is((await running.refresh(bob.refresh_token)).status, 200)
})

test('sign-ins before a revocation are not listed, and later ones are', async (t) => {
  const { running, revoke } = await start(t)
  const list = async (name: string) => {
    const { store, time } = running
    return (await listSignIns({ catalog: catalogOf(), settings, store }, name)).map(
      ({ startedAt = 0 }) => startedAt * 1_000 - time.now,
    )
  }
  await running.signIn()
  await running.signIn({ username: 'bob', password: 'bob-password' })
  t.is((await list('Alice')).length, 1)
  await revoke('alice')
  t.deepEqual(await list('alice'), [])
  running.time.now += 5_000
  await running.signIn()
  t.is((await list('alice')).length, 1)
})

for (const credential of ['ALICE', 'alice']) {
  test(`a revocation of Alice covers tokens that name ${credential}, where the registry ignores case`, async (t) => {
    const users: UserRegistry = { ...registry, authenticate: async (name) => ({ name, credential }) }
    const running = await run(t, { settings: managed, registry: users })
    const tokens = await running.signIn()
    const { store, time } = running
    const options = { catalog: catalogOf(), settings, store, clock: () => time.now }
    t.deepEqual(await revokeUserTokens(options, 'Alice'), { user: 'alice', endedSignIns: 1, otherUsers: [] })
    await running.restart()
    t.true(isRejected(running, tokens.access_token))
    t.is((await running.refresh(tokens.refresh_token)).body.error, 'invalid_grant')
  })
}

test('counts a sign-in by its code until the code is redeemed, and names other users', async (t) => {
  const { running } = await start(t)
  const { challenge } = proof()
  await authorize(running, challenge)
  await running.signIn({ username: 'bob', password: 'bob-password' })
  const { store, time } = running
  const options = { catalog: catalogOf(), settings, store, clock: () => time.now }
  t.deepEqual(await revokeUserTokens(options, 'alice'), { user: 'alice', endedSignIns: 1, otherUsers: ['cn=bob'] })
})

test('a token that is issued after the revocation is valid, also after a restart', async (t) => {
  const { running, revoke } = await start(t)
  await running.signIn()
  await revoke('alice')
  running.time.now += 2_000
  const { access_token: token, refresh_token: refreshToken } = await running.signIn()
  t.false(isRejected(running, token))
  await running.restart()
  t.false(isRejected(running, token))
  t.is((await running.refresh(refreshToken)).status, 200)
})

test('a code that was issued before the revocation does not redeem', async (t) => {
  const { running, revoke } = await start(t)
  const { verifier, challenge } = proof()
  const { url } = await authorize(running, challenge)
  running.time.now = Date.now() // oidc-provider dates codes with the system clock
  await revoke('alice')
  t.is((await running.post(redemption(url, verifier))).body.error, 'invalid_grant')
})

test('does not revoke the tokens of an application with the name of the user', async (t) => {
  const { running, revoke } = await start(t)
  const { body } = await running.post({ ...app, grant_type: 'client_credentials', scope: 'customer' })
  await revoke('app')
  t.false(isRejected(running, body.access_token))
})

test('a running worker applies the revocation by itself', async (t) => {
  const { running } = await start(t)
  const { access_token: token } = await running.signIn()
  const { store, time } = running
  await revokeUserTokens({ catalog: catalogOf(), settings, store, clock: () => time.now }, 'alice')
  t.true(await eventually(async () => isRejected(running, token) || undefined))
})

test('a revocation outlasts tokens to which an earlier document gave a longer life', async (t) => {
  const running = await run(t, { settings: { refreshToken: { ...settings.refreshToken, ttl: 252_979_200 } } })
  const { refresh_token } = await running.signIn()
  await running.restart({ settings: { refreshToken: { ...settings.refreshToken, ttl: 60 } } })
  const { store, time } = running
  await revokeUserTokens({ catalog: catalogOf(), settings, store, clock: () => time.now }, 'alice')
  time.now += 252_979_200_000 - 1_000
  await running.restart()
  t.is((await running.refresh(refresh_token)).body.error, 'invalid_grant')
})

test('a user who signed in on a page before the revocation must sign in again', async (t) => {
  const { running, revoke } = await start(t)
  const { verifier, challenge } = proof()
  const browser = openBrowser(running.baseUrl)
  const login = await browser.get(authorizeUrl(running, challenge))
  const form = { username: 'alice', password: 'alice-password' }
  const consent = await browser.submit(login, form)
  await revoke('alice')
  running.time.now += 5_000
  const anew = await browser.submit(consent, { decision: 'allow' })
  t.regex(anew.text, /name="password"/)
  const done = await browser.submit(await browser.submit(anew, form), { decision: 'allow' })
  t.is((await running.post(redemption(done.url, verifier))).status, 200)
})
