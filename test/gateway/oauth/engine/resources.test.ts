/** Tokens for one API: resource indicators, RFC 8707, over HTTP. */
import test from 'ava'
import { decodeJwt } from 'jose'
import type { ProviderSettings } from '../../../../src/gateway/config/types/index.ts'
import { authorize, authorizeUrl, openBrowser, proof as pkce, redemption, webApp } from '../_support/browser.ts'
import { app, managed } from '../_support/features.ts'
import { passwordForm, post, type Running, run } from '../_support/provider.ts'

const settings: Partial<ProviderSettings> = { ...managed, pushedAuthorization: { enabled: true, required: false } }
const machine = { ...app, grant_type: 'client_credentials', scope: 'customer' }

/** The API of the test catalog, and a URL that no API has. */
function resourcesOf({ baseUrl }: Running) {
  return { catalog: `${baseUrl}/acme/sandbox`, api: `${baseUrl}/acme/sandbox/customerdb/v1`, other: `${baseUrl}/other` }
}

for (const [title, form] of [
  ['password', passwordForm],
  ['client credentials', machine],
] as const) {
  test(`the ${title} grant issues a token for the named API, and introspection tells it`, async (t) => {
    const running = await run(t, { settings })
    const { catalog, api, other } = resourcesOf(running)
    const { status, body, text } = await running.post({ ...form, resource: api })
    t.is(status, 200, text)
    t.is(decodeJwt(body.access_token).aud, api)
    t.like(running.provider.verify(body.access_token), { resource: api })
    const told = await post(`${running.issuer}/oauth2/introspect`, { ...app, token: body.access_token })
    t.is(told.body.aud, api)

    const plain = (await running.post(form)).body.access_token
    t.is(decodeJwt(plain).aud, catalog)
    t.like(running.provider.verify(plain), { clientId: app.client_id, resource: undefined })

    for (const resource of [other, 'customerdb', `${api}#x`]) {
      const refused = await running.post({ ...form, resource })
      t.is(refused.status, 400)
      t.is(refused.body.error, 'invalid_target')
      t.regex(refused.body.error_description, /resource/i)
    }
    const both = new URLSearchParams([...Object.entries(form), ['resource', api], ['resource', catalog]])
    t.is((await running.post(both.toString())).body.error, 'invalid_target')
  })
}

test('a code for two resources is redeemed and refreshed for either, and for no third one', async (t) => {
  const running = await run(t, { settings })
  const { catalog, api, other } = resourcesOf(running)
  const { verifier, challenge } = pkce()
  const browser = openBrowser(running.baseUrl)
  const login = await browser.get(
    `${authorizeUrl(running, challenge, { resource: api })}&${new URLSearchParams({ resource: catalog })}`,
  )
  const consent = await browser.submit(login, { username: 'alice', password: 'alice-password' })
  const done = await browser.submit(consent, { decision: 'allow' })
  const form = redemption(done.url, verifier)
  const unnamed = await running.post(form)
  t.is(unnamed.body.error, 'invalid_target')
  t.regex(unnamed.body.error_description, /Name one of the granted resources/)

  const tokens = await running.post({ ...form, resource: api })
  t.is(tokens.status, 200, tokens.text)
  t.is(decodeJwt(tokens.body.access_token).aud, api)
  const refresh = { ...webApp, grant_type: 'refresh_token', refresh_token: tokens.body.refresh_token }
  t.is((await running.post({ ...refresh, resource: other })).body.error, 'invalid_target')
  const refreshed = await running.post({ ...refresh, resource: catalog })
  t.is(refreshed.status, 200, refreshed.text)
  t.is(decodeJwt(refreshed.body.access_token).aud, catalog)
})

test('a refreshed token stays for its API, also where the password grant began', async (t) => {
  const running = await run(t, { settings })
  const { api, catalog } = resourcesOf(running)
  const { refresh_token } = await running.signIn({ resource: api })
  const refreshed = await running.refresh(refresh_token)
  t.is(decodeJwt(refreshed.body.access_token).aud, api)
  t.is((await running.refresh(refreshed.body.refresh_token, { resource: catalog })).body.error, 'invalid_target')
})

test('the authorization endpoint and pushed requests reject a resource of another server', async (t) => {
  const running = await run(t, { settings })
  const { other, api } = resourcesOf(running)
  const { challenge, verifier } = pkce()
  const response = await fetch(authorizeUrl(running, challenge, { resource: other }), { redirect: 'manual' })
  t.regex(String(response.headers.get('location')), /error=invalid_target/)

  const push = (resource: string) =>
    post(`${running.issuer}/oauth2/par`, {
      ...webApp,
      ...Object.fromEntries(new URL(authorizeUrl(running, challenge, { resource })).searchParams),
    })
  t.is((await push(other)).body.error, 'invalid_target')
  t.is((await push(api)).status, 201)
  const { url } = await authorize(running, challenge, { resource: api })
  const tokens = await running.post(redemption(url, verifier))
  t.is(decodeJwt(tokens.body.access_token).aud, api)
})
