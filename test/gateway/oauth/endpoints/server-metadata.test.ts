import test from 'ava'
import { answerOf, run } from '../_support/provider.ts'

for (const place of ['openid', 'below', 'inserted'] as const) {
  test(`serves the same metadata at the URL: ${place}`, async (t) => {
    const { issuer, baseUrl, provider } = await run(t)
    const address = {
      openid: `${issuer}/.well-known/openid-configuration`,
      below: `${issuer}/.well-known/oauth-authorization-server`,
      inserted: `${baseUrl}${provider.wellKnownPath}`,
    }[place]
    const { status, body } = await answerOf(await fetch(address))

    t.is(status, 200)
    t.like(body, {
      issuer,
      token_endpoint: `${issuer}/oauth2/token`,
      jwks_uri: `${issuer}/oauth2/jwks`,
      scopes_supported: ['customer', 'orders'],
      grant_types_supported: ['password', 'client_credentials', 'authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: [
        'client_secret_basic',
        'client_secret_post',
        'private_key_jwt',
        'tls_client_auth',
        'self_signed_tls_client_auth',
        'none',
      ],
    })
  })
}

test('lists only available endpoints', async (t) => {
  const { issuer } = await run(t)
  const { body } = await answerOf(await fetch(`${issuer}/.well-known/openid-configuration`))

  for (const [name, address] of Object.entries(body)) {
    if (!name.endsWith('_endpoint') && name !== 'jwks_uri') continue
    const { status } = await fetch(address as string, { method: 'PATCH' })
    t.is(status, 405, name)
  }
})

test('lists nothing that is disabled', async (t) => {
  const { issuer } = await run(t, { settings: { grants: new Set(['application'] as const) } })
  const { body } = await answerOf(await fetch(`${issuer}/.well-known/openid-configuration`))
  t.deepEqual(body.grant_types_supported, ['client_credentials', 'refresh_token'])
  t.deepEqual(body.response_types_supported, [])
  for (const name of ['authorization', 'introspection', 'revocation']) t.false(`${name}_endpoint` in body)
})

test('takes no URL from the Host header', async (t) => {
  const { issuer } = await run(t)
  const headers = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example', host: 'evil.example' }
  const { text } = await answerOf(await fetch(`${issuer}/.well-known/openid-configuration`, { headers }))
  t.false(text.includes('evil'))
})

test('publishes only the public keys', async (t) => {
  const { issuer } = await run(t)
  const { body } = await answerOf(await fetch(`${issuer}/oauth2/jwks`))
  const [key] = body.keys as Record<string, string>[]
  t.deepEqual(Object.keys(key ?? {}).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
})

for (const path of ['', '/', '/oauth2/token/', '/oauth2/Token', '/token', '/jwks', '/auth', '/me']) {
  test(`responds with 404 at "${path}"`, async (t) => {
    const { issuer } = await run(t)
    const { status, body } = await answerOf(await fetch(`${issuer}${path}`))
    t.is(status, 404)
    t.is(body.error, 'invalid_request')
  })
}
