/** Developers who sign in at another provider: `portal.user_registry` names a registry of the type oidc. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { BeginSignInView, SessionView } from '../../../../../src/gateway/parts/portal/rest/account.ts'
import { addUser, openUsersInFile } from '../../../../../src/shared/registries/index.ts'
import { requireSuccess } from '../../../../_support/require-success.ts'
import { type OpenidProvider, runOpenidProvider } from '../../../../shared/registries/_support/openid-provider.ts'
import { type Browser, password } from '../_support/browser.ts'
import { portalFiles, startPortal, type TestOptions, type TestPortal } from '../_support/portal.ts'

const registry = (issuer: string) => `name: staff
title: Staff of Example
registry_type: oidc
configuration:
  issuer: ${issuer}
  client_id: gateway
  client_secret: s3cret
  field_mapping: { username: preferred_username }
`

async function start(t: ExecutionContext, tools: TestOptions['tools'] = {}) {
  const partner = await runOpenidProvider(t)
  partner.forged.claims = { email: 'anna@example.com', email_verified: true }
  partner.forged.metadata = { end_session_endpoint: `${partner.issuer}/end` }
  const settings = 'self_signup: true, owners: [Anna]'
  const files = { ...portalFiles(settings), 'providers/staff.yaml': registry(partner.issuer) }
  return { partner, portal: await startPortal(t, { files, portal: settings, tools }) }
}

/** Leaves for the provider and comes back with its query string. */
async function leave(browser: Browser, partner: OpenidProvider, changes: Record<string, string> = {}) {
  const { body } = await requireSuccess(browser.call<BeginSignInView>('POST', '/session/provider'))
  return { asked: new URL(body.url).searchParams, query: partner.signIn(body.url, changes).search }
}

async function signIn(portal: TestPortal, partner: OpenidProvider) {
  const browser = portal.browser()
  const { query, asked } = await leave(browser, partner)
  const answer = await requireSuccess(browser.call<SessionView>('PUT', '/session/provider', { query }))
  browser.cookie = answer.headers.getSetCookie().find((each) => each.startsWith('sluice_portal=')) ?? ''
  browser.csrf = answer.body.csrf
  return { browser, answer, asked, query }
}

test('a developer signs in with PKCE, state and nonce, and has the name and the address of the claims', async (t) => {
  const { partner, portal } = await start(t)
  t.like((await portal.browser().get('/portal')).body, { provider: 'Staff of Example', selfSignup: false })
  const { browser, answer, asked } = await signIn(portal, partner)
  t.like(Object.fromEntries(asked), {
    redirect_uri: `${portal.origin}/acme/sandbox/portal/`,
    code_challenge_method: 'S256',
    scope: 'openid',
  })
  t.truthy(asked.get('nonce'))
  t.like(answer.body, { name: 'Anna', email: 'anna@example.com', emailVerified: true, owner: true })
  browser.origin = await portal.worker()
  t.like((await browser.get('/session')).body, { name: 'Anna' })
})

test('signing out ends the session here, and names the page that ends it there', async (t) => {
  const { partner, portal } = await start(t)
  const { browser } = await signIn(portal, partner)
  const { status, body } = await browser.call<{ url: string }>('DELETE', '/session')
  t.is(status, 200)
  const url = new URL(body.url)
  t.is(url.origin + url.pathname, `${partner.issuer}/end`)
  t.is(url.searchParams.get('post_logout_redirect_uri'), `${portal.origin}/acme/sandbox/portal/`)
  t.is(url.searchParams.get('id_token_hint')?.split('.').length, 3)
  t.is((await browser.get('/session')).status, 401)
})

for (const [title, changes, reason] of [
  ['a user who cancelled', { error: 'access_denied' }, /the provider responded with access_denied/],
  ['the response of another provider: mix-up', { iss: 'https://evil.example' }, /not valid/],
  ['a code that was not issued here', { code: 'stolen' }, /invalid_grant/],
  ['another state', { state: 'other' }, /not valid/],
] as [string, Record<string, string>, RegExp][]) {
  test(`rejects ${title}`, async (t) => {
    const { partner, portal } = await start(t)
    const browser = portal.browser()
    const { query } = await leave(browser, partner, changes)
    const { status, body } = await browser.call('PUT', '/session/provider', { query })
    t.like({ status, code: body.code }, { status: 403, code: 'sign_in_rejected' })
    t.regex(body.detail, reason)
  })
}

test('a response serves only the browser that began, and only once', async (t) => {
  const { partner, portal } = await start(t)
  const { query } = await leave(portal.browser(), partner)
  const stranger = await portal.browser().call('PUT', '/session/provider', { query })
  t.like(stranger, { status: 403 })
  t.regex(stranger.body.detail, /did not begin in this browser/)

  const again = await signIn(portal, partner)
  const repeated = await again.browser.call('PUT', '/session/provider', { query: again.query })
  t.is(repeated.status, 403)
})

test('while the provider is down the answer is 503 with words, and passwords are never asked', async (t) => {
  const { partner, portal } = await start(t)
  partner.forged.status = 502
  const { status, body, headers } = await portal.browser().call('POST', '/session/provider')
  t.like({ status, code: body.code }, { status: 503, code: 'unavailable' })
  t.is(headers.get('retry-after'), '5')
  t.is((await portal.browser().signIn('Anna')).status, 401)
  t.is((await portal.browser().signUp('bert')).status, 403)
})

test('a portal with passwords has no other provider', async (t) => {
  const portal = await startPortal(t)
  t.like(await portal.browser().call('POST', '/session/provider'), { status: 404, body: { code: 'no_provider' } })
})

/** A portal with a local registry beside the provider, and a local user in it. */
async function startBoth(t: ExecutionContext, local: string, ofLocals = '', tools: TestOptions['tools'] = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-portal-locals-'))
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'locals.json')
  await addUser(openUsersInFile({ file, caseSensitive: true }), local, password)
  const partner = await runOpenidProvider(t)
  partner.forged.claims = { email: 'anna@example.com', email_verified: true }
  partner.forged.metadata = { end_session_endpoint: `${partner.issuer}/end` }
  const settings = 'owners: [Anna], local_user_registry: locals'
  const files = portalFiles(settings)
  const catalog = 'catalogs/sandbox/catalog.yaml'
  const portal = await startPortal(t, {
    portal: settings,
    tools,
    files: {
      ...files,
      [catalog]: String(files[catalog]).replace('[users, staff]', '[users, staff, locals]'),
      'providers/staff.yaml': registry(partner.issuer),
      'providers/locals.yaml': `name: locals\ntitle: Local\nregistry_type: lur\nusers_file: ${file}\n${ofLocals}`,
    },
  })
  return { partner, portal }
}

test('with a local registry besides, users of both sign in, each in their own way', async (t) => {
  const { partner, portal } = await startBoth(t, 'luca')
  const shown = (await portal.browser().get('/portal')).body
  t.like(shown, { provider: 'Staff of Example', hasPasswords: true, selfSignup: false })

  const { answer } = await signIn(portal, partner)
  t.like(answer.body, { name: 'Anna', hasPassword: false, owner: true })

  const browser = portal.browser()
  const luca = await requireSuccess(browser.signIn('luca'))
  t.like(luca.body, { name: 'luca', hasPassword: true, owner: false })
  t.is((await portal.browser().signIn('Anna')).status, 401, 'a user of the provider has no password here')
  const changed = await browser.call('PUT', '/account/password', { password, newPassword: 'another horse' })
  t.is(changed.status, 200)
  browser.csrf = (await browser.get<SessionView>('/session')).body.csrf
  t.is((await browser.call('DELETE', '/session')).status, 204, 'there is no session of the provider to end')
  t.is((await portal.browser().signIn('luca', 'another horse')).status, 201)
})

test('a user of the provider never gets the account of a local user with the same name', async (t) => {
  const { partner, portal } = await startBoth(t, 'Anna')
  const browser = portal.browser()
  const { query } = await leave(browser, partner)
  const { status, body } = await browser.call('PUT', '/session/provider', { query })
  t.like({ status, code: body.code }, { status: 403, code: 'sign_in_rejected' })
  t.regex(body.detail, /a local account has the name Anna/)
  t.like((await portal.browser().signIn('Anna')).body, { name: 'Anna', owner: true })
})

test('registries that compare names differently are refused, because one account could be two', async (t) => {
  const rejection = await t.throwsAsync(startBoth(t, 'luca', 'case_sensitive: true\n'))
  t.regex(rejection?.message ?? '', /local_user_registry needs the same case_sensitive as staff/)
})

test('no link to reset a password goes to a user of the provider, who is sent there', async (t) => {
  const first = Promise.withResolvers<string>()
  const mailer = { send: async ({ to }: { to: string }) => first.resolve(to) }
  const alone = await start(t, { mailer })
  t.true((await signIn(alone.portal, alone.partner)).answer.body.emailVerified)
  const refused = await alone.portal.browser().call('POST', '/account/reset', { name: 'Anna' })
  t.like(refused, { status: 403, body: { code: 'no_passwords' } })

  const { portal, partner } = await startBoth(t, 'luca', '', { mailer })
  t.true((await signIn(portal, partner)).answer.body.emailVerified)
  const request = { name: 'Anna' }
  t.is((await portal.browser().call('POST', '/account/reset', request)).status, 204, 'as for every name')
  const luca = portal.browser()
  await requireSuccess(luca.signIn('luca'))
  await requireSuccess(luca.call('PUT', '/account/email', { email: 'luca@example.com', password }))
  t.is(await first.promise, 'luca@example.com')
})
