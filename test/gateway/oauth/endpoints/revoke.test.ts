import test from 'ava'
import { app, managed, otherApp } from '../_support/features.ts'
import { post, run } from '../_support/provider.ts'

test('revoking an access token leaves the other tokens valid', async (t) => {
  const { issuer, signIn, refresh, provider } = await run(t, { settings: managed })
  const { access_token: token, refresh_token } = await signIn()
  const { status, body } = await post(`${issuer}/oauth2/revoke`, { ...app, token })

  t.is(status, 200)
  t.deepEqual(body, { status: 'success' } as never)
  t.like(provider.verify(token), { refused: 'invalid_token', reason: 'revoked' })
  t.is((await refresh(refresh_token)).status, 200)
})

for (const token_type_hint of ['refresh_token', 'access_token', 'nonsense']) {
  test(`revoking a refresh token revokes its chain, with the hint ${token_type_hint}`, async (t) => {
    const { issuer, signIn, refresh, provider } = await run(t, { settings: managed })
    const { access_token, refresh_token: token } = await signIn()
    t.is((await post(`${issuer}/oauth2/revoke`, { ...app, token, token_type_hint })).status, 200)

    t.is((await refresh(token)).body.error, 'invalid_grant')
    t.like(provider.verify(access_token), { reason: 'revoked' })
  })
}

test('revoking a used refresh token revokes its chain as well', async (t) => {
  const { issuer, signIn, refresh, provider } = await run(t, { settings: managed })
  const first = await signIn()
  const second = (await refresh(first.refresh_token)).body
  await post(`${issuer}/oauth2/revoke`, { ...app, token: first.refresh_token })
  t.is((await refresh(second.refresh_token)).body.error, 'invalid_grant')
  t.like(provider.verify(second.access_token), { reason: 'revoked' })
})

test('revoking an unknown token succeeds', async (t) => {
  const { issuer } = await run(t, { settings: managed })
  t.is((await post(`${issuer}/oauth2/revoke`, { ...app, token: 'x' })).status, 200)
})

test('rejects the token of another client, which stays valid', async (t) => {
  const { issuer, signIn, refresh, provider } = await run(t, { settings: managed })
  const tokens = await signIn()
  for (const token of [tokens.access_token, tokens.refresh_token]) {
    const { status, body } = await post(`${issuer}/oauth2/revoke`, { ...otherApp, token })
    t.is(status, 400)
    t.is(body.error, 'unauthorized_client')
  }
  t.false('refused' in (await provider.verify(tokens.access_token)))
  t.is((await refresh(tokens.refresh_token)).status, 200)
})

test('is available only when both settings are enabled', async (t) => {
  const revocation = { ...managed.revocation, enabled: false }
  const { issuer } = await run(t, { settings: { revocation } })
  t.is((await post(`${issuer}/oauth2/revoke`, { ...app, token: 'x' })).status, 404)
  t.is((await fetch(`${issuer}/oauth2/issued`)).status, 404)
})
