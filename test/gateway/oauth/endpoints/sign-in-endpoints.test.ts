/** OpenID Connect, the device grant and pushed authorization requests, over HTTP. */
import test from 'ava'
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import type { ProviderSettings } from '../../../../src/gateway/config/types/index.ts'
import { openBrowser } from '../_support/browser.ts'
import { settings } from '../_support/documents.ts'
import { app } from '../_support/features.ts'
import { registry } from '../_support/people.ts'
import { answerOf, post, run } from '../_support/provider.ts'

const openid: Partial<ProviderSettings> = {
  scopes: new Map([['openid', 'Know who you are'], ['email', 'Your e-mail address'], ...settings.scopes]),
  openidConnect: {
    ...settings.openidConnect,
    enabled: true,
    claims: new Map([
      ['email', 'X-Mail'],
      ['email_verified', 'X-Mail-Verified'],
      ['department', 'X-Department'],
    ]),
  },
  deviceAuthorization: { enabled: true },
  pushedAuthorization: { enabled: true, required: false },
}

/** The registry of the tests, which returns attributes that a sign-in asks for. */
const withAttributes = {
  ...registry,
  async authenticate(name: string, password: string, context: { attributes?: readonly string[] } = {}) {
    const user = await registry.authenticate(name, password)
    const all: Record<string, string> = {
      'X-Mail': `${name}@example.com`,
      'X-Mail-Verified': 'true',
      'X-Department': 'sales',
    }
    const asked = (context.attributes ?? []).map((each) => [each, String(all[each])])
    return user && { ...user, attributes: Object.fromEntries(asked) }
  },
}

const setup = { settings: openid, registry: withAttributes }

test('the scope openid with the password grant brings an id_token with the claims that the scopes open', async (t) => {
  const running = await run(t, setup)
  const body = await running.signIn({ scope: 'openid email customer' })
  const keys = createRemoteJWKSet(new URL(`${running.issuer}/oauth2/jwks`))
  const { payload } = await jwtVerify(String(body.id_token), keys, { issuer: running.issuer, audience: 'app' })
  t.like(payload, { sub: 'alice', email: 'alice@example.com', email_verified: true, department: 'sales' })
  t.is(typeof payload.auth_time, 'number')
  t.is(body.scope, 'openid email customer')

  const few = decodeJwt(String((await running.signIn({ scope: 'openid' })).id_token))
  t.is(few.email, undefined)
  t.false('id_token' in (await running.signIn()))
})

test('an id_token is no access token, and a refreshed token keeps the claims', async (t) => {
  const running = await run(t, setup)
  const body = await running.signIn({ scope: 'openid email' })
  t.like(running.provider.verify(String(body.id_token)), { refused: 'client_id_missing' })
  const refreshed = await running.refresh(body.refresh_token)
  t.like(decodeJwt(String(refreshed.body.id_token)), { sub: 'alice', email: 'alice@example.com' })
})

test('userinfo returns the claims of the access token, and nothing for another one', async (t) => {
  const running = await run(t, setup)
  const ask = async (token: string) =>
    answerOf(await fetch(`${running.issuer}/oauth2/userinfo`, { headers: { authorization: `Bearer ${token}` } }))
  const { access_token, id_token } = await running.signIn({ scope: 'openid email' })
  const found = await ask(access_token)
  t.deepEqual(found.body as object, {
    sub: 'alice',
    email: 'alice@example.com',
    email_verified: true,
    department: 'sales',
  })
  t.is((await ask(String(id_token))).status, 401)
  t.is((await ask((await running.signIn()).access_token)).status, 403)

  await post(`${running.issuer}/oauth2/revoke`, { ...app, token: access_token })
  const { access_token: other, refresh_token } = await running.signIn({ scope: 'openid email' })
  t.is((await ask(other)).status, 200)
  await running.refresh(refresh_token)
  running.time.now += 11_000
  await running.refresh(refresh_token)
  const refused = await ask(other)
  t.is(refused.status, 401)
  t.regex(String(refused.headers.get('www-authenticate')), /^Bearer .*invalid_token/)
})

test('discovery names the endpoints that are on, and none that is off', async (t) => {
  const on = await run(t, setup)
  const find = async (issuer: string) =>
    (await answerOf(await fetch(`${issuer}/.well-known/openid-configuration`))).body
  const base = `${on.issuer}/oauth2`
  t.like(await find(on.issuer), {
    userinfo_endpoint: `${base}/userinfo`,
    end_session_endpoint: `${base}/logout`,
    device_authorization_endpoint: `${base}/device_authorization`,
    pushed_authorization_request_endpoint: `${base}/par`,
    subject_types_supported: ['public'],
    claims_supported: ['sub', 'department', 'email', 'email_verified'],
  })
  const off = await run(t)
  t.false('userinfo_endpoint' in (await find(off.issuer)))
  t.is((await fetch(`${off.issuer}/oauth2/userinfo`)).status, 404)
})

test('a device gets tokens after its owner has entered the code, signed in and agreed', async (t) => {
  const running = await run(t, setup)
  const started = await post(`${running.issuer}/oauth2/device_authorization`, {
    client_id: 'app',
    client_secret: 'app-secret',
    scope: 'openid customer',
  })
  t.is(started.status, 200, started.text)
  const { device_code, user_code, verification_uri } = started.body as Record<string, unknown> as Record<string, string>
  t.is(verification_uri, `${running.issuer}/oauth2/device`)
  const poll = () =>
    running.post({
      ...app,
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: String(device_code),
    })
  t.is((await poll()).body.error, 'authorization_pending')
  for (const _ of [1, 2]) {
    const early = await poll()
    t.deepEqual([early.status, early.body.error], [400, 'slow_down'])
  }

  const browser = openBrowser(running.baseUrl)
  const start = await browser.get(String(verification_uri))
  t.is(start.status, 200, start.text)
  const wrong = await browser.submit(start, { xsrf: xsrfOf(start.text), user_code: 'AAAA-AAAA' })
  t.regex(wrong.text, /wrong, has expired or was used/)
  const confirm = await browser.submit(wrong, { xsrf: xsrfOf(wrong.text), user_code: String(user_code) })
  t.regex(confirm.text, new RegExp(String(user_code)))
  const login = await browser.submit(confirm, {
    xsrf: xsrfOf(confirm.text),
    user_code: String(user_code),
    confirm: 'yes',
  })
  t.regex(login.text, /Sign in/, login.text)
  const consent = await browser.submit(login, { username: 'alice', password: 'alice-password' })
  t.regex(consent.text, /your device/)
  const done = await browser.submit(consent, { decision: 'allow' })
  t.regex(done.text, /connected/, done.text)

  const tokens = await poll()
  t.is(tokens.status, 200, tokens.text)
  t.like(tokens.body, { scope: 'openid customer', token_type: 'Bearer' })
  t.like(decodeJwt(String(tokens.body.id_token)), { sub: 'alice' })
  t.is((await poll()).body.error, 'invalid_grant')
})

test('device codes are not guessed: wrong ones lock the IP address, for a right one as well', async (t) => {
  const running = await run(t, setup)
  const form = { ...app, scope: 'customer' }
  const started = await post(`${running.issuer}/oauth2/device_authorization`, form)
  const browser = openBrowser(running.baseUrl)
  let page = await browser.get(`${running.issuer}/oauth2/device`)
  for (let guesses = 0; guesses < 10; guesses += 1) {
    page = await browser.submit(page, { xsrf: xsrfOf(page.text), user_code: `BBBB-BBB${'BCDFGHJKLM'[guesses]}` })
    t.regex(page.text, /wrong, has expired or was used/)
  }
  const right = { xsrf: xsrfOf(page.text), user_code: String(started.body.user_code) }
  const locked = await browser.submit(page, right)
  t.is(locked.status, 429)
  running.time.now += 901_000
  t.not((await browser.submit(page, right)).status, 429)
})

for (const path of ['device', 'logout/confirm']) {
  test(`a form of ${path} without a session, or with a lost one, is refused with words`, async (t) => {
    const running = await run(t, setup)
    for (const form of [{ user_code: 'BBBB-BBBB' }, {}, { user_code: 'BBBB-BBBB', xsrf: 'x', client_id: 'app' }])
      for (const cookie of ['', '_session=lost; _session.sig=x']) {
        const body = new URLSearchParams(form as Record<string, string>)
        const request = { method: 'POST', body, headers: { cookie } }
        const response = await fetch(`${running.issuer}/oauth2/${path}`, request)
        const text = await response.text()
        t.is(response.status, 400, text)
        t.regex(text, /<code>invalid_request</)
      }
  })
}

test('a right code of the same IP address gives no further guesses', async (t) => {
  const running = await run(t, setup)
  const begin = () => post(`${running.issuer}/oauth2/device_authorization`, { ...app, scope: 'customer' })
  const browser = openBrowser(running.baseUrl)
  let guesses = 0
  for (let round = 0; round < 3; round += 1) {
    let page = await browser.get(`${running.issuer}/oauth2/device`)
    for (const last of 'BCDF') {
      const form = { xsrf: xsrfOf(page.text), user_code: `BBBB-BB${'BCD'[round]}${last}` }
      page = await browser.submit(page, form)
      if (page.status === 429) break
      guesses += 1
    }
    const code = String((await begin()).body.user_code)
    await browser.submit(page, { xsrf: xsrfOf(page.text), user_code: code })
  }
  t.is(guesses, 10)
})

test('a pushed request needs the client, and its URI begins the sign-in', async (t) => {
  const running = await run(t, setup)
  const form = {
    client_id: 'web-app',
    response_type: 'code',
    redirect_uri: 'https://web.example/callback',
    scope: 'orders',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  }
  const par = `${running.issuer}/oauth2/par`
  t.is((await post(par, form)).body.error, 'invalid_client')
  const pushed = await post(par, { ...form, client_secret: 'web-app-secret' })
  t.is(pushed.status, 201, pushed.text)
  const query = new URLSearchParams({ client_id: 'web-app', request_uri: String(pushed.body.request_uri) })
  const browser = openBrowser(running.baseUrl)
  const login = await browser.get(`${running.issuer}/oauth2/authorize?${query}`)
  const consent = await browser.submit(login, { username: 'alice', password: 'alice-password' })
  t.regex(consent.text, /Access to orders/)
  t.notRegex(consent.text, /Access to Customer/)
})

test('a sign-out redirects only to a URL of the application', async (t) => {
  const running = await run(t, setup)
  const ask = (uri: string) =>
    fetch(
      `${running.issuer}/oauth2/logout?${new URLSearchParams({ client_id: 'web-app', post_logout_redirect_uri: uri })}`,
    )
  t.is((await ask('https://web.example/callback')).status, 200)
  const posted = (uri: string) =>
    post(`${running.issuer}/oauth2/logout`, { client_id: 'web-app', post_logout_redirect_uri: uri })
  t.is((await posted('https://web.example/callback')).status, 200)
  t.is((await posted('https://web.example.evil.example/callback')).status, 400)
  t.is((await fetch(`${running.issuer}/oauth2/logout`, { method: 'POST' })).status, 200)
  const refused = await ask('https://evil.example/')
  t.is(refused.status, 400)
  t.notRegex(await refused.text(), /evil/)
})

function xsrfOf(text: string): string {
  return /name="xsrf" value="([^"]+)"/.exec(text)?.[1] ?? ''
}
