import { hash } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import { authorize, callback, proof, redemption, webApp } from '../_support/browser.ts'
import { meetingStore, run, type Setup, without } from '../_support/provider.ts'

/** A code that was just issued, and the form that redeems it. */
async function withCode(t: ExecutionContext, setup: Setup = {}) {
  const running = await run(t, setup)
  const { verifier, challenge } = proof()
  const { url } = await authorize(running, challenge)
  const form = redemption(url, verifier)
  return { ...running, form }
}

test('of fifty concurrent redemptions exactly one succeeds, and its tokens stay valid', async (t) => {
  const { post, form, provider } = await withCode(t)
  const answers = await Promise.all(Array.from({ length: 50 }, () => post(form)))
  const winners = answers.filter(({ status }) => status === 200)
  t.is(winners.length, 1)
  t.true(answers.every(({ status, body }) => status === 200 || body.error === 'invalid_grant'))
  t.false('refused' in (await provider.verify(winners[0]?.body.access_token as string)))
})

const storageKeys = 'oauth/acme/sandbox/oauth'

for (const enabled of [true, false]) {
  const refreshToken = { enabled, count: 5, ttl: 60, oneTimeUse: true }
  test(`of two concurrent redemptions one succeeds, ${enabled ? 'with' : 'without'} refresh tokens`, async (t) => {
    const store = meetingStore(`${storageKeys}:model:AuthorizationCode`)
    const { post, refresh, form } = await withCode(t, { store, settings: { refreshToken } })
    const responses = await Promise.all([post(form), post(form)])
    const [winner, loser] = responses.sort((a, b) => a.status - b.status)
    t.is(winner?.status, 200)
    t.like(loser, {
      status: 400,
      body: {
        error: 'invalid_grant',
        error_description: '*[web-app] code was used before or revoked, message rejected*',
      },
    })
    t.is((await store.list(`${storageKeys}:refresh-token`)).length, enabled ? 1 : 0)
    if (enabled) t.is((await refresh(winner?.body.refresh_token as string, webApp)).status, 200)
  })
}

test('a code without the approval of the owner gives no token', async (t) => {
  const { post, form, store } = await withCode(t)
  const kind = `${storageKeys}:model:Approval`
  for (const { key } of await store.list(kind)) await store.remove(kind, key)
  t.like((await post(form)).body, {
    error: 'invalid_grant',
    error_description: 'The approval of the owner has expired',
  })
})

test('no token lives longer than the maximum consent', async (t) => {
  const { post, form, refresh, time } = await withCode(t, { settings: { maximumConsent: 1000 } })
  const { body } = await post(form)
  t.like(body, { expires_in: 1000, refresh_token_expires_in: 1000 })
  time.now += 600_000
  t.like((await refresh(body.refresh_token, webApp)).body, { expires_in: 400 })
})

test('reusing a code after the grace period revokes its tokens', async (t) => {
  const { post, refresh, form, provider, time } = await withCode(t)
  const { body } = await post(form)
  time.now += 11_000
  t.is((await post(form)).body.error, 'invalid_grant')
  t.like(provider.verify(body.access_token), { reason: 'revoked' })
  t.is((await refresh(body.refresh_token, webApp)).body.error, 'invalid_grant')
})

test('a used code is rejected as used, whatever else is wrong with the request', async (t) => {
  const { post, form } = await withCode(t)
  t.is((await post(form)).status, 200)
  t.like((await post({ ...form, redirect_uri: 'https://web.example/other' })).body, {
    error: 'invalid_grant',
    error_description: '*[web-app] code was used before or revoked, message rejected*',
  })
})

test('the tokens of a code have the metadata of the registry, in the token and in the response', async (t) => {
  const running = await run(t)
  const { verifier, challenge } = proof()
  const { url } = await authorize(running, challenge, {}, 'bob')
  const { body } = await running.post(redemption(url, verifier))
  t.is(body.metadata, 'hello bob')
  t.like(running.provider.verify(body.access_token), { subject: 'cn=bob', metadata: 'tier=gold' })
})

test('the tokens of a code can be refreshed up to the maximum count', async (t) => {
  const refreshToken = { enabled: true, count: 1, ttl: 60, oneTimeUse: true }
  const { post, form, refresh } = await withCode(t, { settings: { refreshToken } })
  const once = await refresh((await post(form)).body.refresh_token, webApp)
  t.is(once.status, 200)
  t.is((await refresh(once.body.refresh_token, webApp)).body.error, 'invalid_grant')
})

test('without PKCE, a code_verifier is ignored', async (t) => {
  const { post, form } = await withCode(t, {
    settings: { pkce: { enabled: false, required: false, allowPlain: false } },
  })
  t.is((await post({ ...form, code_verifier: 'x' })).status, 200)
})

test('a code expires', async (t) => {
  const { post, form, time } = await withCode(t)
  time.now += 60_000
  t.is((await post(form)).body.error, 'invalid_grant')
})

for (const [title, change, error] of [
  ['of another client', { client_id: 'public-app', client_secret: '' }, 'invalid_grant'],
  ['from a client with a wrong secret', { client_secret: 'guess' }, 'invalid_client'],
  ['with another address', { redirect_uri: 'https://web.example/other' }, 'invalid_grant'],
  ['with another verifier', { code_verifier: proof().verifier }, 'invalid_grant'],
  ['with a short verifier', { code_verifier: 'x' }, 'invalid_grant'],
  ['that is unknown', { code: 'x' }, 'invalid_grant'],
] as const) {
  test(`rejects a code ${title}, which can still be redeemed`, async (t) => {
    const { post, form } = await withCode(t)
    t.is((await post({ ...form, ...change })).body.error, error)
    t.is((await post(form)).status, 200)
  })
}

for (const name of ['code', 'redirect_uri']) {
  test(`requires ${name}`, async (t) => {
    const { post, form } = await withCode(t)
    t.is((await post(without(form, name))).body.error, 'invalid_request')
  })
}

test('requires the code_verifier', async (t) => {
  const { post, form } = await withCode(t)
  t.is((await post(without(form, 'code_verifier'))).body.error, 'invalid_grant')
})

test('rejects a code_verifier that is too short, even when it matches the challenge', async (t) => {
  const running = await run(t)
  const verifier = 'x'.repeat(42)
  const { url } = await authorize(running, hash('sha256', verifier, 'base64url'))
  t.like((await running.post(redemption(url, verifier))).body, {
    error: 'invalid_grant',
    error_description: 'code_verifier must have 43 to 128 unreserved characters',
  })
})

test('rejects a code_verifier without a code_challenge', async (t) => {
  const running = await run(t, { settings: { pkce: { enabled: true, required: false, allowPlain: false } } })
  const { url } = await authorize(running, '', { code_challenge_method: '' })
  const code = url.searchParams.get('code') as string
  const form = { ...webApp, grant_type: 'authorization_code', code, redirect_uri: callback }
  t.is((await running.post({ ...form, code_verifier: proof().verifier })).body.error, 'invalid_grant')
  t.is((await running.post(form)).status, 200)
})

test('the store contains no code', async (t) => {
  const { store, form } = await withCode(t)
  const kept = await store.list('oauth/acme/sandbox/oauth:model:AuthorizationCode')
  t.is(kept.length, 1)
  t.false(JSON.stringify(kept).includes(form.code))
})
