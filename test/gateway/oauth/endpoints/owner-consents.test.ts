import test from 'ava'
import { renderBasicCredentials } from '../../../../src/shared/lib/headers/basic-credentials.ts'
import { authorize, authorizeUrl, openBrowser, proof, redemption } from '../_support/browser.ts'
import { managed } from '../_support/features.ts'
import { answerOf, type Running, run } from '../_support/provider.ts'

const headers = {
  'x-ibm-client-id': 'app',
  'x-ibm-client-secret': 'app-secret',
  authorization: renderBasicCredentials('alice', 'alice-password'),
}

test('lists the consents of an owner with their applications', async (t) => {
  const { issuer, signIn, refresh } = await run(t, { settings: managed })
  const mine = await signIn()
  await refresh(mine.refresh_token)
  await signIn({ client_id: 'other-app', client_secret: 'other-app-secret', scope: 'orders' })
  await signIn({ username: 'bob', password: 'bob-password' })

  const { status, body } = await answerOf(await fetch(`${issuer}/oauth2/issued`, { headers }))
  t.is(status, 200)
  const list = body as unknown as Record<string, unknown>[]
  t.deepEqual(list.map(({ client_id, scope, application }) => [client_id, scope, application]).sort(), [
    ['app', 'customer', 'app'],
    ['other-app', 'orders', 'other-app'],
  ])
  t.true(list.every(({ consented_on, expires_on }) => Number(expires_on) > Number(consented_on)))
})

test('revokes everything that the owner allowed one application', async (t) => {
  const { issuer, signIn, refresh, provider } = await run(t, { settings: managed })
  const [first, second] = [await signIn(), await signIn()]
  const others = await signIn({ username: 'bob', password: 'bob-password' })

  const address = `${issuer}/oauth2/issued?client-id=app`
  const { status, body } = await answerOf(await fetch(address, { method: 'DELETE', headers }))
  t.is(status, 200)
  t.deepEqual(body, { status: 'success' } as never)

  for (const { access_token, refresh_token } of [first, second]) {
    t.like(provider.verify(access_token), { reason: 'revoked' })
    t.is((await refresh(refresh_token)).body.error, 'invalid_grant')
  }
  t.false('refused' in (await provider.verify(others.access_token)))
  t.is(await (await fetch(`${issuer}/oauth2/issued`, { headers })).text(), '[]')
})

/** Revokes as alice what she allowed an application. */
async function revoke({ issuer }: Running, clientId: string): Promise<void> {
  const answer = await fetch(`${issuer}/oauth2/issued?client-id=${clientId}`, { method: 'DELETE', headers })
  if (answer.status !== 200) throw new Error(`the revocation failed: ${await answer.text()}`)
}

test('an authorization code from before the revocation does not redeem', async (t) => {
  const running = await run(t, { settings: managed })
  const { verifier, challenge } = proof()
  const { url } = await authorize(running, challenge)
  const list = await answerOf(await fetch(`${running.issuer}/oauth2/issued`, { headers }))
  t.like(list.body, [{ client_id: 'web-app', scope: 'customer' }] as never)

  await revoke(running, 'web-app')
  t.is((await running.post(redemption(url, verifier))).body.error, 'invalid_grant')
  t.is(await (await fetch(`${running.issuer}/oauth2/issued`, { headers })).text(), '[]')
})

test('a consent whose code is never redeemed ends with the life of the pages and the code', async (t) => {
  const running = await run(t, { settings: managed })
  await authorize(running, proof().challenge)
  const list = async () => (await fetch(`${running.issuer}/oauth2/issued`, { headers })).text()
  running.time.now += 659_000
  t.regex(await list(), /web-app/)
  running.time.now += 2_000
  t.is(await list(), '[]')
})

test('an approval from before the revocation gives no code', async (t) => {
  const running = await run(t, { settings: managed })
  const { challenge } = proof()
  const browser = openBrowser(running.baseUrl)
  const login = await browser.get(authorizeUrl(running, challenge))
  const consent = await browser.submit(login, { username: 'alice', password: 'alice-password' })
  const allowed = await browser.submitOnce(consent, { decision: 'allow' })

  await revoke(running, 'web-app')
  const page = await browser.get(allowed.url)
  t.true(page.url.startsWith(`${running.issuer}/oauth2/login/`), page.url)
  t.regex(page.text, /name="password"/)
})

test('codes of other owners and of other applications, and codes from after the revocation, redeem', async (t) => {
  const running = await run(t, { settings: managed })
  const { verifier, challenge } = proof()
  const bob = await authorize(running, challenge, {}, 'bob')
  const other = await authorize(running, challenge)
  await revoke(running, 'app')
  t.is((await running.post(redemption(other.url, verifier))).status, 200)

  await revoke(running, 'web-app')
  const after = await authorize(running, challenge)
  t.is((await running.post(redemption(bob.url, verifier))).status, 200)
  t.is((await running.post(redemption(after.url, verifier))).status, 200)
})

test('a revoked code does not redeem where access tokens are short-lived and there are no refresh tokens', async (t) => {
  const settings = {
    ...managed,
    accessToken: { ttl: 1 },
    refreshToken: { enabled: false, ttl: 1, count: 0, oneTimeUse: true },
  }
  const running = await run(t, { settings })
  const { verifier, challenge } = proof()
  const { url } = await authorize(running, challenge)
  await revoke(running, 'web-app')
  running.time.now += 30_000
  t.is((await running.post(redemption(url, verifier))).body.error, 'invalid_grant')
})

for (const [title, change, status, error] of [
  ['a wrong password', { authorization: renderBasicCredentials('alice', 'guess') }, 401, 'access_denied'],
  ['no owner', { authorization: '' }, 401, 'access_denied'],
  ['a wrong client secret', { 'x-ibm-client-secret': 'guess' }, 401, 'invalid_client'],
  ['no client', { 'x-ibm-client-id': '' }, 401, 'invalid_client'],
] as const) {
  test(`rejects ${title}`, async (t) => {
    const { issuer } = await run(t, { settings: managed })
    const answer = await answerOf(await fetch(`${issuer}/oauth2/issued`, { headers: { ...headers, ...change } }))
    t.is(answer.status, status)
    t.is(answer.body.error, error)
  })
}

test('requires the client-id of one application', async (t) => {
  const { issuer } = await run(t, { settings: managed })
  t.is((await fetch(`${issuer}/oauth2/issued`, { method: 'DELETE', headers })).status, 400)
})
