/** Sessions of owners: sign-in once, step-up, consents that are remembered and withdrawn, and the end of sessions. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose'
import { authorizeUrl, callback, openBrowser, type Page, proof, redemption } from '../_support/browser.ts'
import { application, applications, settings } from '../_support/documents.ts'
import { registry } from '../_support/people.ts'
import { type Running, run, type Setup } from '../_support/provider.ts'

const strong = {
  ...registry,
  async authenticate(name: string, password: string) {
    const user = await registry.authenticate(name, password)
    return user && { ...user, ...(name === 'bob' && { acr: 'gold' }) }
  },
}

function open(t: ExecutionContext, more: Setup = {}) {
  return run(t, {
    registry: strong,
    ...more,
    settings: {
      scopes: new Map([['openid', 'Know who you are'], ...settings.scopes]),
      openidConnect: { ...settings.openidConnect, enabled: true, acrValues: ['silver', 'gold'] },
      sessions: { ttl: 3600 },
      ...more.settings,
    },
  })
}

const openid = { scope: 'openid customer', nonce: 'n-1' }

async function begin(running: Running, parameters: Record<string, string> = {}, user = 'alice') {
  const browser = openBrowser(running.baseUrl)
  const { verifier, challenge } = proof()
  const login = await browser.get(authorizeUrl(running, challenge, { ...openid, ...parameters }))
  const consent = await browser.submit(login, { username: user, password: `${user}-password` })
  const done = await browser.submit(consent, { decision: 'allow' })
  return { browser, verifier, challenge, login, consent, done }
}

const errorOf = ({ url }: Page) => new URL(url).searchParams.get('error')

test('an owner signs in once and allows once, also for prompt=none', async (t) => {
  const running = await open(t)
  const { browser, verifier, done } = await begin(running)
  const first = await running.post(redemption(done.url, verifier))
  const again = proof()
  const silent = await browser.get(authorizeUrl(running, again.challenge, { ...openid, prompt: 'none' }))
  t.is(errorOf(silent), null, silent.url)
  const second = await running.post(redemption(silent.url, again.verifier))
  t.is(second.status, 200, second.text)
  const [one, two] = [first, second].map(({ body }) => decodeJwt(String(body.id_token)))
  t.is(one?.sid, two?.sid)
  t.is(decodeJwt(first.body.access_token).auth_time, decodeJwt(second.body.access_token).auth_time)
  t.not(decodeJwt(first.body.access_token).chain, decodeJwt(second.body.access_token).chain)
})

test('without a session, with other scopes, and for other clients, prompt=none says what is needed', async (t) => {
  const running = await open(t)
  const stranger = openBrowser(running.baseUrl)
  const { challenge } = proof()
  const none = { ...openid, prompt: 'none' }
  t.is(errorOf(await stranger.get(authorizeUrl(running, challenge, none))), 'login_required')
  const { browser } = await begin(running)
  const more = { ...none, scope: 'openid customer orders' }
  t.is(errorOf(await browser.get(authorizeUrl(running, challenge, more))), 'consent_required')
  const other = { ...none, client_id: 'public-app', redirect_uri: 'http://127.0.0.1:7777/callback' }
  t.regex(
    String(errorOf(await browser.get(authorizeUrl(running, challenge, other)))),
    /consent_required|interaction_required/,
  )
})

test('prompt=login and prompt=consent ask again, and a sign-in that is too old for max_age as well', async (t) => {
  const running = await open(t)
  const { browser } = await begin(running)
  const { challenge } = proof()
  const ask = (parameters: Record<string, string>) =>
    browser.get(authorizeUrl(running, challenge, { ...openid, ...parameters }))
  t.regex((await ask({ prompt: 'login' })).text, /<h1>Sign in/)
  t.regex((await ask({ prompt: 'consent' })).text, /<h1>Allow access/)
  t.is((await ask({ max_age: '100' })).text, '', 'the sign-in is new enough')
  await new Promise((resolve) => setTimeout(resolve, 1100))
  t.regex((await ask({ max_age: '0' })).text, /<h1>Sign in/)
})

test('acr_values that the session does not reach ask for a sign-in, and reach the tokens', async (t) => {
  const running = await open(t)
  const { browser, verifier, done } = await begin(running)
  const first = await running.post(redemption(done.url, verifier))
  t.is(decodeJwt(first.body.access_token).acr, 'silver')

  const again = proof()
  const login = await browser.get(authorizeUrl(running, again.challenge, { ...openid, acr_values: 'gold' }))
  t.regex(login.text, /<h1>Sign in/)
  const weak = await browser.submit(login, { username: 'alice', password: 'alice-password' })
  t.is(
    errorOf(weak.url === login.url ? await browser.submit(weak, { decision: 'allow' }) : weak),
    'unmet_authentication_requirements',
  )

  const bob = await begin(running, { acr_values: 'gold' }, 'bob')
  const { body } = await running.post(redemption(bob.done.url, bob.verifier))
  t.like(decodeJwt(body.access_token), { acr: 'gold' })
  t.like(decodeJwt(String(body.id_token)), { acr: 'gold' })
})

test('owners see and withdraw what they allowed, and see and end their sessions', async (t) => {
  const running = await open(t)
  const { browser, verifier, done } = await begin(running)
  const { body } = await running.post(redemption(done.url, verifier))
  const account = `${running.issuer}/oauth2/account`
  const page = await browser.get(account)
  t.regex(page.text, /Web &lt;app&gt;/)
  t.regex(page.text, /Access to Customer API/)
  t.regex(page.text, /This browser/)

  t.is((await browser.submit(page, { withdraw: 'web-app' }, { origin: 'https://evil.example' })).status, 403)
  const after = await browser.submit(page, { withdraw: 'web-app' })
  t.regex(after.text, /No application has access/)
  t.like(running.provider.verify(body.access_token), { refused: 'invalid_token' })
  const { challenge } = proof()
  t.is(errorOf(await browser.get(authorizeUrl(running, challenge, { ...openid, prompt: 'none' }))), 'consent_required')

  const other = openBrowser(running.baseUrl)
  const login = await other.get(account)
  t.is((await other.submit(login, { username: 'alice', password: 'wrong' })).status, 400)
  const both = await other.submit(login, { username: 'alice', password: 'alice-password' })
  const uids = [...both.text.matchAll(/name="end" value="([^"]+)"/g)].map(([, uid]) => String(uid))
  t.is(uids.length, 2)
  const [, own] = /This browser[\s\S]*?name="end" value="([^"]+)"/.exec(both.text) ?? []
  for (const uid of uids.sort((a) => (a === own ? 1 : -1))) await other.submit(both, { end: uid })
  t.regex((await browser.get(account)).text, /<h1>Sign in/)
  t.is(errorOf(await browser.get(authorizeUrl(running, challenge, { ...openid, prompt: 'none' }))), 'login_required')
})

test('a session of another owner cannot be ended', async (t) => {
  const running = await open(t)
  const alice = await begin(running)
  const bob = await begin(running, {}, 'bob')
  const account = `${running.issuer}/oauth2/account`
  const page = await alice.browser.get(account)
  const [, uid = ''] = /name="end" value="([^"]+)"/.exec(page.text) ?? []
  await bob.browser.submit(await bob.browser.get(account), { end: uid })
  t.regex((await alice.browser.get(account)).text, /signed in as <strong>alice/)
})

test('the end of a session is told to its clients by a signed logout token, and redirects only to registered URLs', async (t) => {
  const told: string[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    told.push(new URLSearchParams(text).get('logout_token') ?? '')
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  t.teardown(() => server.closeAllConnections())
  const { port } = server.address() as AddressInfo
  const web = application('web-app', { title: 'Web <app>', redirectEndpoints: [callback] })
  const [credential] = web.credentials
  const credentials = [
    { ...credential, backchannelLogoutUri: `http://127.0.0.1:${port}/logout` },
  ] as typeof web.credentials
  const all = [...applications.filter(({ name }) => name !== web.name), { ...web, credentials }]
  const running = await open(t, { applications: all })
  const { browser, verifier, done } = await begin(running)
  const { body } = await running.post(redemption(done.url, verifier))

  const logout = `${running.issuer}/oauth2/logout?id_token_hint=${String(body.id_token)}`
  const open1 = await browser.get(`${logout}&post_logout_redirect_uri=https://evil.example/`)
  t.is(open1.status, 400, 'no open redirect')
  t.is(
    (await browser.get(`${running.issuer}/oauth2/logout?post_logout_redirect_uri=https://evil.example/`)).status,
    200,
  )
  const page = await browser.get(`${logout}&post_logout_redirect_uri=${encodeURIComponent(callback)}&state=s`)
  t.regex(page.text, /Do you want to sign out/)
  const [, action = ''] = /action="([^"]+)"/.exec(page.text) ?? []
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page.text) ?? []
  const gone = await browser.submit({ ...page, url: action }, { xsrf, logout: 'yes' })
  t.is(gone.url, `${callback}?state=s`)

  const keys = createRemoteJWKSet(new URL(`${running.issuer}/oauth2/jwks`))
  const { payload, protectedHeader } = await jwtVerify(String(told[0]), keys, {
    issuer: running.issuer,
    audience: 'web-app',
  })
  t.is(protectedHeader.typ, 'logout+jwt')
  t.like(payload, { sub: 'alice', sid: decodeJwt(String(body.id_token)).sid })
  t.is(payload.nonce, undefined)
  const { challenge } = proof()
  t.is(errorOf(await browser.get(authorizeUrl(running, challenge, { ...openid, prompt: 'none' }))), 'login_required')
})

test('pairwise subjects differ between clients, and the owner is the same at the gateway', async (t) => {
  const pairwise = { ...settings.openidConnect, enabled: true, isPairwise: true }
  const web = (id: string) => application(id, { redirectEndpoints: [`https://${id}.example/callback`] })
  const running = await open(t, { settings: { openidConnect: pairwise }, applications: [web('app'), web('other-app')] })
  const ask = async (id: string) => running.signIn({ client_id: id, client_secret: `${id}-secret`, scope: 'openid' })
  const [one, two] = [await ask('app'), await ask('other-app')]
  const subjects = [one, two].map(({ id_token }) => decodeJwt(String(id_token)).sub)
  t.is(new Set([...subjects, 'alice']).size, 3)
  t.is(decodeJwt(String((await ask('app')).id_token)).sub, String(subjects[0]))
  t.like(running.provider.verify(one.access_token), { subject: 'alice' })
  const userinfo = await fetch(`${running.issuer}/oauth2/userinfo`, {
    headers: { authorization: `Bearer ${one.access_token}` },
  })
  t.is(((await userinfo.json()) as { sub: string }).sub, String(subjects[0]))
})
