import test from 'ava'
import * as openid from 'openid-client'
import type { OauthEvent } from '../../../../src/gateway/telemetry/events/index.ts'
import { explainProviderRejection } from '../../../../src/gateway/telemetry/rejections/provider-rejections.ts'
import { openMemoryStore, type StateStore, StateStoreError } from '../../../../src/shared/storage/index.ts'
import { catalog, provider as settings } from '../../data-plane/_support/documents.ts'
import {
  authorize,
  authorizeUrl,
  callback,
  openBrowser,
  type Page,
  proof,
  redemption,
  webApp,
} from '../_support/browser.ts'
import { run } from '../_support/provider.ts'

test('an owner signs in and allows, and the client redeems the code', async (t) => {
  const running = await run(t)
  const { verifier, challenge } = proof()
  const { login, consent, url } = await authorize(running, challenge, { scope: 'orders customer' })

  t.regex(login.text, /Web &lt;app&gt;/)
  t.regex(consent.text, /Access to orders <code>orders<\/code>/)
  t.is(url.origin + url.pathname, callback)
  t.is(url.searchParams.get('state'), 'some state')
  t.is(url.searchParams.get('iss'), running.issuer)

  const form = redemption(url, verifier)
  const { status, body } = await running.post(form)
  t.is(status, 200)
  t.is(body.scope, 'customer orders')
  t.like(running.provider.verify(body.access_token), {
    subject: 'alice',
    clientId: 'web-app',
    grant: 'authorization_code',
  })
  t.is((await running.refresh(body.refresh_token, webApp)).status, 200)
})

test('the metadata and the scope that the registry selects reach the token', async (t) => {
  const running = await run(t)
  for (const [user, expected] of [
    ['bob', { subject: 'cn=bob', metadata: 'tier=gold' }],
    ['carol', { scopes: new Set(['orders']) }],
  ] as const) {
    const { verifier, challenge } = proof()
    const { url } = await authorize(running, challenge, {}, user)
    const form = redemption(url, verifier)
    t.like(running.provider.verify((await running.post(form)).body.access_token), expected)
  }
})

test('an owner who denies redirects to the client with access_denied', async (t) => {
  const running = await run(t)
  const browser = openBrowser(running.baseUrl)
  const login = await browser.get(authorizeUrl(running, proof().challenge))
  const consent = await browser.submit(login, { username: 'alice', password: 'alice-password' })
  const url = new URL((await browser.submit(consent, { decision: 'deny' })).url)
  t.is(url.searchParams.get('error'), 'access_denied')
  t.is(url.searchParams.get('state'), 'some state')
})

test('the refusal of an owner is an event of the request that leads back to the client', async (t) => {
  const events: OauthEvent[] = []
  const running = await run(t, { events: (event) => events.push(event) })
  const browser = openBrowser(running.baseUrl)
  const login = await browser.get(authorizeUrl(running, proof().challenge))
  const consent = await browser.submit(login, { username: 'alice', password: 'alice-password' })
  await browser.submit(consent, { decision: 'deny' })
  const found = events.filter(({ kind }) => kind === 'refused')
  t.is(found.length, 1)
  t.like(found[0], {
    error: 'access_denied',
    reason: 'The owner denied access',
    status: 303,
    claimedClientId: 'web-app',
  })
})

for (const [title, changes, error, check] of [
  ['no session and prompt=none', { prompt: 'none' }, 'login_required', 'the owner has signed in and allows the access'],
  ['another response type', { response_type: 'id_token' }, 'unsupported_response_type', 'the request is well-formed'],
  ['an unknown scope', { scope: 'unknown' }, 'invalid_scope', 'the provider has the requested scopes'],
  ['a bad challenge', { code_challenge: 'x' }, 'invalid_request', 'the request is well-formed'],
] as const)
  test(`a refusal by a redirect is explained: ${title}`, async (t) => {
    const events: OauthEvent[] = []
    const running = await run(t, { events: (event) => events.push(event) })
    const url = new URL(authorizeUrl(running, proof().challenge))
    for (const [name, value] of Object.entries(changes)) url.searchParams.set(name, value)
    const response = await fetch(url, { redirect: 'manual' })
    const { search, hash } = new URL(String(response.headers.get('location')))
    t.is(new URLSearchParams(search || hash.slice(1)).get('error'), error)
    const [event] = events.filter((each) => each.kind === 'refused')
    if (!event) return t.fail('the refusal is an event')
    t.like(event, { error, claimedClientId: 'web-app' })
    const { checks } = explainProviderRejection({ ...event, requestId: 'r1' }, 0, settings, catalog([]))
    t.is(checks.find(({ outcome }) => outcome === 'failed')?.check, check)
  })

test('each form redirects with 303, so that the browser does not repeat the password', async (t) => {
  const running = await run(t)
  const browser = openBrowser(running.baseUrl)
  const login = await browser.get(authorizeUrl(running, proof().challenge))
  const credentials = { username: 'alice', password: 'alice-password' }
  const signedIn = await browser.submitOnce(login, credentials)
  t.is(signedIn.status, 303)
  const consent = await browser.get(signedIn.url)
  t.is((await browser.submitOnce(consent, { decision: 'allow' })).status, 303)
})

test('a wrong password shows the page again, with the user name and without the password', async (t) => {
  const running = await run(t)
  const browser = openBrowser(running.baseUrl)
  const login = await browser.get(authorizeUrl(running, proof().challenge))
  const again = await browser.submit(login, { username: 'alice"><b>', password: 'guess-of-mine' })
  t.is(again.status, 400)
  t.regex(again.text, /is wrong/)
  t.regex(again.text, /value="alice&quot;&gt;&lt;b&gt;"/)
  t.notRegex(again.text, /guess-of-mine/)
})

test('each authorization request needs a new sign-in', async (t) => {
  const running = await run(t)
  const { browser } = await authorize(running, proof().challenge)
  const second = await browser.get(authorizeUrl(running, proof().challenge))
  t.regex(second.text, /name="password"/)
  const silent = new URL((await browser.get(authorizeUrl(running, proof().challenge, { prompt: 'none' }))).url)
  t.is(silent.searchParams.get('error'), 'login_required')
})

test('two concurrent sign-ins in one browser are independent', async (t) => {
  const running = await run(t)
  const browser = openBrowser(running.baseUrl)
  const [one, two] = [
    await browser.get(authorizeUrl(running, proof().challenge, { state: 'one' })),
    await browser.get(authorizeUrl(running, proof().challenge, { state: 'two' })),
  ]
  for (const [state, login, user] of [
    ['one', one, 'alice'],
    ['two', two, 'bob'],
  ] as const) {
    const consent = await browser.submit(login, { username: user, password: `${user}-password` })
    const url = new URL((await browser.submit(consent, { decision: 'allow' })).url)
    t.is(url.searchParams.get('state'), state)
    t.truthy(url.searchParams.get('code'))
  }
})

test('pages run no scripts, cannot be framed, and are not cached', async (t) => {
  const running = await run(t)
  const { headers, text } = await openBrowser(running.baseUrl).get(authorizeUrl(running, proof().challenge))
  const policy = headers.get('content-security-policy') ?? ''
  for (const rule of ["default-src 'none'", "frame-ancestors 'none'", "form-action 'self'"])
    t.true(policy.includes(rule))
  t.is(headers.get('x-frame-options'), 'DENY')
  t.is(headers.get('cache-control'), 'no-store')
  t.notRegex(text, /<script/)
})

test('scripts and other sites cannot read the cookies', async (t) => {
  const running = await run(t)
  const response = await fetch(authorizeUrl(running, proof().challenge), { redirect: 'manual' })
  const cookies = response.headers.getSetCookie()
  t.true(cookies.length > 0)
  for (const cookie of cookies) {
    t.regex(cookie, /httponly/i)
    t.regex(cookie, /samesite=lax/i)
    t.regex(cookie, /path=\/acme\/sandbox\/oauth\//i)
  }
})

test('cookies have Secure when the base URL is https', async (t) => {
  const running = await run(t, { baseUrl: 'https://gateway.example' })
  const address = authorizeUrl(running, proof().challenge).replace(running.issuer, running.address)
  const response = await fetch(address, { redirect: 'manual', headers: { 'x-forwarded-proto': 'http' } })
  const cookies = response.headers.getSetCookie()
  t.true(cookies.length > 0)
  for (const cookie of cookies) t.regex(cookie, /; secure/i)
})

test('another browser cannot continue a sign-in', async (t) => {
  const running = await run(t)
  const login = await openBrowser(running.baseUrl).get(authorizeUrl(running, proof().challenge))
  const stranger = openBrowser(running.baseUrl)
  t.is((await stranger.get(login.url)).status, 400)
  t.is((await stranger.submit(login, { username: 'alice', password: 'alice-password' })).status, 400)
})

for (const [name, value] of [
  ['origin', 'https://evil.example'],
  ['sec-fetch-site', 'cross-site'],
] as const) {
  test(`rejects a form from another site: ${name}`, async (t) => {
    const running = await run(t)
    const browser = openBrowser(running.baseUrl)
    const login = await browser.get(authorizeUrl(running, proof().challenge))
    const answer = await browser.submit(login, { username: 'alice', password: 'alice-password' }, { [name]: value })
    t.is(answer.status, 403)
  })
}

test('takes no URL from the Host header or a proxy', async (t) => {
  const running = await run(t)
  const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
  const response = await fetch(authorizeUrl(running, proof().challenge), { redirect: 'manual', headers })
  t.regex(response.headers.get('location') ?? '', /^\/acme\/sandbox\/oauth\/oauth2\/login\//)
})

/** Told to the client: what is asked for, and the error in the address that the browser is sent to. */
for (const [title, parameters, error] of [
  ['an unknown scope', { scope: 'customer admin' }, 'invalid_scope'],
  ['no scope', { scope: '' }, 'invalid_scope'],
  ['no challenge', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
  ['a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['a token right away', { response_type: 'token' }, 'unsupported_response_type'],
] as const) {
  test(`redirects to the client with the error of ${title}`, async (t) => {
    const running = await run(t)
    const { url } = await openBrowser(running.baseUrl).get(authorizeUrl(running, proof().challenge, parameters))
    t.true(url.startsWith(callback))
    t.is(new URL(url.replace('#', '?')).searchParams.get('error'), error)
    t.is(new URL(url.replace('#', '?')).searchParams.get('state'), 'some state')
  })
}

/** Told to the owner alone: nothing is ever sent to an address that is not registered. */
for (const [title, parameters] of [
  ['an unknown client', { client_id: 'nobody' }],
  ['no client', { client_id: '' }],
  ['a disabled client', { client_id: 'disabled-app' }],
  ['a client without subscription', { client_id: 'lonely-app' }],
  ['another address', { redirect_uri: 'https://evil.example/callback' }],
  ['an address that only begins like it', { redirect_uri: `${callback}/more` }],
  ['no address', { redirect_uri: '' }],
] as const) {
  test(`shows the error of ${title} to the owner without a redirect`, async (t) => {
    const running = await run(t)
    const page = await openBrowser(running.baseUrl).get(authorizeUrl(running, proof().challenge, parameters))
    t.is(page.status, 400)
    t.true(page.url.startsWith(running.baseUrl))
    t.regex(page.text, /role="alert"/)
  })
}

test('is available only when the provider has the grant', async (t) => {
  const running = await run(t, { settings: { grants: new Set(['password'] as const) } })
  t.is((await fetch(authorizeUrl(running, proof().challenge))).status, 404)
})

test('openid-client completes the flow for a public client at any loopback port', async (t) => {
  const running = await run(t)
  const execute = [openid.allowInsecureRequests]
  const config = await openid.discovery(new URL(running.issuer), 'public-app', undefined, openid.None(), {
    algorithm: 'oauth2',
    execute,
  })
  const verifier = openid.randomPKCECodeVerifier()
  const parameters = {
    redirect_uri: 'http://127.0.0.1:5555/callback',
    scope: 'customer',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state: 'x',
  }
  const browser = openBrowser(running.baseUrl)
  const login = await browser.get(openid.buildAuthorizationUrl(config, parameters).href)
  const consent = await browser.submit(login, { username: 'alice', password: 'alice-password' })
  const { url } = await browser.submit(consent, { decision: 'allow' })

  const checks = { pkceCodeVerifier: verifier, expectedState: 'x' }
  const tokens = await openid.authorizationCodeGrant(config, new URL(url), checks)
  t.is(tokens.scope, 'customer')
})

test('while the store is away, each step of a sign-in is a 503 page, and goes on afterwards', async (t) => {
  const state = { isAway: false }
  const memory = openMemoryStore({ clock: Date.now })
  const guard = async () => {
    if (state.isAway) throw new StateStoreError('failed', 'the connection ended before the answer')
  }
  const store: StateStore = {
    ...memory,
    find: (...given) => guard().then(() => memory.find(...given)),
    save: (...given) => guard().then(() => memory.save(...given)),
  }
  const running = await run(t, { store })
  const browser = openBrowser(running.baseUrl)
  const start = authorizeUrl(running, proof().challenge)
  const assertAway = async (step: () => Promise<Page>) => {
    state.isAway = true
    const { status, headers, text } = await step()
    state.isAway = false
    t.is(status, 503)
    t.is(headers.get('retry-after'), '5')
    t.regex(text, /try again later/)
  }

  await assertAway(() => browser.get(start))
  const login = await browser.get(start)
  const credentials = { username: 'alice', password: 'alice-password' }
  await assertAway(() => browser.get(login.url))
  await assertAway(() => browser.submit(login, credentials))
  const consent = await browser.submit(login, credentials)
  await assertAway(() => browser.submit(consent, { decision: 'allow' }))
  const url = new URL((await browser.submit(consent, { decision: 'allow' })).url)
  t.truthy(url.searchParams.get('code'))
})
