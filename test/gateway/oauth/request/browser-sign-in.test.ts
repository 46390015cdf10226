/** Owners who sign in at another provider, through the pages of a provider whose registry is of the type oidc. */
import test, { type ExecutionContext } from 'ava'
import { decodeJwt } from 'jose'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { openUserRegistries } from '../../../../src/shared/registries/index.ts'
import { runOpenidProvider } from '../../../shared/registries/_support/openid-provider.ts'
import { authorizeUrl, openBrowser, proof, redemption } from '../_support/browser.ts'
import { settings } from '../_support/documents.ts'
import { run, type Setup } from '../_support/provider.ts'

async function open(t: ExecutionContext, more: Setup = {}) {
  const partner = await runOpenidProvider(t)
  const configuration = {
    issuer: partner.issuer,
    client_id: 'gateway',
    client_secret: 's3cret',
    credential_location: 'auth_header',
    scope: 'openid',
    timeout: 5,
    field_mapping: { username: 'preferred_username' },
    features: [],
  }
  const document = { name: 'users', type: 'oidc', caseSensitive: false, settings: { configuration } }
  const { all, close } = openUserRegistries([document], { log: silentLog, tls: () => undefined })
  t.teardown(close)
  const running = await run(t, {
    ...more,
    registry: all.get('users') as never,
    settings: { grants: new Set(['access_code']), ...more.settings },
  })
  return { partner, running, browser: openBrowser(running.baseUrl) }
}

test('the sign-in page leads to the other provider, and the tokens name the user of its claim', async (t) => {
  const { partner, running, browser } = await open(t)
  const { verifier, challenge } = proof()
  const away = await browser.get(authorizeUrl(running, challenge))
  t.true(away.url.startsWith(`${partner.issuer}/authorize?`))
  t.is(new URL(away.url).searchParams.get('redirect_uri'), `${running.issuer}/oauth2/callback`)

  const consent = await browser.get(partner.signIn(away.url).href)
  t.regex(consent.text, /on behalf of <strong>anna<\/strong>/)
  const done = await browser.submit(consent, { decision: 'allow' })
  const { status, body } = await running.post(redemption(done.url, verifier))
  t.is(status, 200, JSON.stringify(body))
  t.is(decodeJwt(body.access_token).sub, 'anna')
})

test('a returned URL serves its browser only, and only once', async (t) => {
  const { partner, running, browser } = await open(t)
  const away = await browser.get(authorizeUrl(running, proof().challenge))
  const returned = partner.signIn(away.url).href
  const stranger = await openBrowser(running.baseUrl).get(returned)
  t.is(stranger.status, 400, 'another browser has no part in the sign-in')

  const consent = await browser.get(returned)
  t.regex(consent.text, /Allow access/)
  t.regex((await browser.get(returned)).text, /Allow access/, 'a reload shows the page of the owner who has signed in')
  t.is(partner.requests.filter(({ path }) => path === '/token').length, 1)
})

test('a rejected sign-in says why, can be repeated, and cancelled', async (t) => {
  const { partner, running, browser } = await open(t)
  const away = await browser.get(authorizeUrl(running, proof().challenge))
  const page = await browser.get(partner.signIn(away.url, { error: 'access_denied' }).href)
  t.is(page.status, 403)
  t.regex(page.text, /The sign-in was rejected: the provider responded with access_denied/)
  t.true((await browser.submit(page, {})).url.startsWith(`${partner.issuer}/authorize?`))
  const cancelled = await browser.submit(page, { decision: 'deny' })
  t.is(new URL(cancelled.url).searchParams.get('error'), 'access_denied')
})

test('while the other provider is down, the page is 503 with words', async (t) => {
  const { partner, running, browser } = await open(t)
  partner.forged.status = 502
  const page = await browser.get(authorizeUrl(running, proof().challenge))
  t.is(page.status, 503)
  t.regex(page.text, /try again later/)
  t.is(page.headers.get('retry-after'), '5')
})

test('a callback that did not begin here leads nowhere', async (t) => {
  const { running, browser } = await open(t)
  for (const state of ['', 'https://evil.example', '//evil.example.x', 'login~../../x.y', 'login~'])
    t.is((await browser.get(`${running.issuer}/oauth2/callback?state=${encodeURIComponent(state)}`)).status, 400)
})

test('a device is connected by a user of the other provider', async (t) => {
  const device = { deviceAuthorization: { enabled: true }, clientTypes: settings.clientTypes }
  const { partner, running, browser } = await open(t, { settings: device })
  const form = { client_id: 'app', client_secret: 'app-secret', scope: 'customer' }
  const asked = await fetch(`${running.issuer}/oauth2/device_authorization`, {
    method: 'POST',
    body: new URLSearchParams(form),
  })
  const { device_code, verification_uri_complete } = (await asked.json()) as Record<string, string>
  const confirm = await browser.get(String(verification_uri_complete))
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(confirm.text)?.[1] ?? ''
  const userCode = /name="user_code" value="([^"]+)"/.exec(confirm.text)?.[1] ?? ''
  const away = await browser.submit(confirm, { xsrf, user_code: userCode, confirm: 'yes' })
  const consent = await browser.get(partner.signIn(away.url).href)
  t.is((await browser.submit(consent, { decision: 'allow' })).status, 200)
  const grant = {
    ...form,
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: String(device_code),
  }
  const { body } = await running.post(grant)
  t.is(decodeJwt(body.access_token).sub, 'anna')
})
