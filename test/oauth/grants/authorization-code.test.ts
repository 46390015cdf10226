import test, { type ExecutionContext } from 'ava'

import { authorize, callback, proof, redemption, webApp } from '../_support/browser.ts'
import { run, without } from '../_support/provider.ts'

/** A code that was just issued, and the form that redeems it. */
async function withCode(t: ExecutionContext) {
  const running = await run(t)
  const { verifier, challenge } = proof()
  const { url } = await authorize(running, challenge)
  const form = redemption(url, verifier)
  return { ...running, form }
}

test('fifty redemptions at once: exactly one succeeds, and its tokens live', async (t) => {
  const { post, form, provider } = await withCode(t)
  const answers = await Promise.all(Array.from({ length: 50 }, () => post(form)))
  const winners = answers.filter(({ status }) => status === 200)
  t.is(winners.length, 1)
  t.true(answers.every(({ status, body }) => status === 200 || body.error === 'invalid_grant'))
  t.false('refused' in (await provider.verify(winners[0]?.body.access_token as string)))
})

test('a code that comes back later ends what it led to', async (t) => {
  const { post, refresh, form, provider, time } = await withCode(t)
  const { body } = await post(form)
  time.now += 11_000
  t.is((await post(form)).body.error, 'invalid_grant')
  t.like(provider.verify(body.access_token), { reason: 'revoked' })
  t.is((await refresh(body.refresh_token, webApp)).body.error, 'invalid_grant')
})

test('a code expires', async (t) => {
  const { post, form, time } = await withCode(t)
  time.now += 61_000
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
  test(`refuses a code ${title}, and leaves it as it was`, async (t) => {
    const { post, form } = await withCode(t)
    t.is((await post({ ...form, ...change })).body.error, error)
    t.is((await post(form)).status, 200)
  })
}

for (const name of ['code', 'redirect_uri']) {
  test(`wants ${name}`, async (t) => {
    const { post, form } = await withCode(t)
    t.is((await post(without(form, name))).body.error, 'invalid_request')
  })
}

test('wants the verifier', async (t) => {
  const { post, form } = await withCode(t)
  t.is((await post(without(form, 'code_verifier'))).body.error, 'invalid_grant')
})

test('without a challenge there must be no verifier', async (t) => {
  const running = await run(t, { settings: { pkce: { enabled: true, required: false, allowPlain: false } } })
  const { url } = await authorize(running, '', { code_challenge_method: '' })
  const code = url.searchParams.get('code') as string
  const form = { ...webApp, grant_type: 'authorization_code', code, redirect_uri: callback }
  t.is((await running.post({ ...form, code_verifier: proof().verifier })).body.error, 'invalid_grant')
  t.is((await running.post(form)).status, 200)
})

test('keeps no code in the store', async (t) => {
  const { store, form } = await withCode(t)
  const kept = await store.list('oauth/acme/sandbox/oauth:model:AuthorizationCode')
  t.is(kept.length, 1)
  t.false(JSON.stringify(kept).includes(form.code))
})
