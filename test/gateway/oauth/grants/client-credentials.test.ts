import test from 'ava'
import { run } from '../_support/provider.ts'

const form = { grant_type: 'client_credentials', client_id: 'app', client_secret: 'app-secret', scope: 'customer' }

test('issues a token to a client for itself, and no refresh token', async (t) => {
  const { post, provider } = await run(t)
  const { status, body } = await post(form)
  t.is(status, 200)
  t.like(provider.verify(body.access_token), { clientId: 'app', subject: 'app', grant: 'client_credentials' })
  t.false('refresh_token' in body)
})

test('the token lives no longer than the maximum consent', async (t) => {
  const { post } = await run(t, { settings: { maximumConsent: 1000 } })
  t.is((await post(form)).body.expires_in, 1000)
})

test('a public client may not use the grant', async (t) => {
  const { post } = await run(t)
  const { body } = await post({ ...form, client_id: 'public-app', client_secret: '' })
  t.is(body.error, 'unauthorized_client')
})
