import test from 'ava'

import { renderBasic } from '../../../src/lib/basic-credentials.ts'
import { managed } from '../_support/features.ts'
import { answerOf, run } from '../_support/provider.ts'

const headers = {
  'x-ibm-client-id': 'app',
  'x-ibm-client-secret': 'app-secret',
  authorization: renderBasic('alice', 'alice-password'),
}

test('shows an owner what was allowed, and to whom', async (t) => {
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

test('takes back everything that the owner allowed one application', async (t) => {
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

for (const [title, change, status, error] of [
  ['a wrong password', { authorization: renderBasic('alice', 'guess') }, 401, 'access_denied'],
  ['no owner', { authorization: '' }, 401, 'access_denied'],
  ['a wrong client secret', { 'x-ibm-client-secret': 'guess' }, 401, 'invalid_client'],
  ['no client', { 'x-ibm-client-id': '' }, 401, 'invalid_client'],
] as const) {
  test(`refuses ${title}`, async (t) => {
    const { issuer } = await run(t, { settings: managed })
    const answer = await answerOf(
      await fetch(`${issuer}/oauth2/issued`, { headers: { ...headers, ...change } }),
    )
    t.is(answer.status, status)
    t.is(answer.body.error, error)
  })
}

test('wants to know which application is meant', async (t) => {
  const { issuer } = await run(t, { settings: managed })
  t.is((await fetch(`${issuer}/oauth2/issued`, { method: 'DELETE', headers })).status, 400)
})
