import test from 'ava'
import { request } from 'undici'
import { addUser, openUsersInFile, removeUser, setPassword } from '../../../../src/shared/registries/index.ts'
import { requireSuccess } from '../../../_support/require-success.ts'
import type { Browser } from './_support/browser.ts'
import { password } from './_support/browser.ts'
import { startPortal, type TestPortal } from './_support/portal.ts'

/** The users as the command line sees them. */
function users({ catalog }: TestPortal) {
  const { settings, caseSensitive } = catalog().registries.get('staff') as { settings: unknown; caseSensitive: boolean }
  const file = (settings as { users_file: string }).users_file
  return { file, ...openUsersInFile({ file, caseSensitive }) }
}

test('a user who signs up is signed in on every worker', async (t) => {
  const portal = await startPortal(t)
  const browser = portal.browser()
  const { status, body, headers } = await browser.signUp('Anna', { email: 'anna@example.com' })
  t.is(status, 201)
  t.like(body, { name: 'Anna', email: 'anna@example.com', owner: false, idleMinutes: 60 })
  t.regex(
    headers.get('set-cookie') ?? '',
    /^sluice_portal=[\w-]{43}; Path=\/acme\/sandbox\/portal; HttpOnly; SameSite=Lax$/,
  )

  browser.origin = await portal.worker()
  t.like((await browser.get('/session')).body, { name: 'Anna', csrf: body.csrf })
})

test('the cookie is for HTTPS alone where that is spoken', async (t) => {
  const portal = await startPortal(t, { tools: { baseUrl: 'https://gateway.test' } })
  const url = `${portal.origin}/acme/sandbox/portal/api/v1/account`
  for (const [host, secure] of [
    ['gateway.test', true],
    ['127.0.0.1', false],
  ] as const) {
    const { headers, body } = await request(url, {
      method: 'POST',
      headers: { host, 'content-type': 'application/json' },
      body: JSON.stringify({ name: host, password }),
    })
    await body.dump()
    t.is(/; Secure$/.test(String(headers['set-cookie'])), secure, host)
  }
})

test('signing out ends the session on every worker', async (t) => {
  const portal = await startPortal(t)
  const browser = await portal.signedUp('anna')
  const { cookie } = browser
  t.is((await browser.call('DELETE', '/session')).status, 204)
  t.is(browser.cookie, 'sluice_portal=')

  for (const origin of [browser.origin, await portal.worker()]) {
    Object.assign(browser, { cookie, origin })
    t.like(await browser.get('/session'), { status: 401, body: { code: 'not_signed_in' } })
  }
})

test('signing in starts a new session and ends the previous one', async (t) => {
  const portal = await startPortal(t)
  const browser = await portal.signedUp('anna')
  const before = browser.cookie
  t.is((await browser.signIn('ANNA')).status, 201)
  t.not(browser.cookie, before)
  t.like((await browser.get('/session')).body, { name: 'anna' })
  browser.cookie = before
  t.is((await browser.get('/session')).status, 401)
})

test('a session ends when it is not used, and at its hour however much it is', async (t) => {
  const portal = await startPortal(t, { portal: 'self_signup: true, session: { idle_minutes: 10, hours: 1 }' })
  const status = async (browser: Browser) => (await browser.get('/session')).status
  const [idle, busy] = [await portal.signedUp('idle'), await portal.signedUp('busy')]
  for (let minutes = 0; minutes < 54; minutes += 9) {
    t.is(await status(busy), 200, String(minutes))
    portal.clock.now += 9 * 60_000
  }
  t.is(await status(idle), 401)
  portal.clock.now += 6 * 60_000
  t.is(await status(busy), 401)
})

test('a page that polls does not keep its session, and a request of its user does', async (t) => {
  const portal = await startPortal(t)
  const browser = await portal.signedUp('anna')
  const minute = 60_000
  const poll = () => browser.call('GET', '/applications', undefined, { 'x-poll': '1' })
  portal.clock.now += 30 * minute
  t.is((await browser.get('/applications')).status, 200)
  portal.clock.now += 31 * minute
  t.is((await poll()).status, 200)
  portal.clock.now += 29 * minute
  t.is((await poll()).status, 401)
})

test('a request that changes something renews the session, whatever it says', async (t) => {
  const portal = await startPortal(t)
  const browser = await portal.signedUp('anna')
  const minute = 60_000
  portal.clock.now += 40 * minute
  await requireSuccess(browser.call('POST', '/applications', { name: 'shop' }, { 'x-poll': '1' }))
  portal.clock.now += 40 * minute
  t.is((await browser.get('/applications')).status, 200)
})

test('stored data is not enough to sign in', async (t) => {
  const portal = await startPortal(t)
  const browser = await portal.signedUp('anna')
  const token = browser.cookie.split('=')[1] as string
  const kept = await portal.store.list(`portal-sessions ${portal.catalog().path}`)
  t.is(kept.length, 1)
  t.false(JSON.stringify(kept).includes(token))
  browser.cookie = `sluice_portal=${kept[0]?.key}`
  t.is((await browser.get('/session')).status, 401)
})

test('a wrong password and an unknown user are answered alike', async (t) => {
  const portal = await startPortal(t)
  await portal.signedUp('anna')
  const answers = await Promise.all(
    [
      ['anna', 'guess'],
      ['nobody', password],
    ].map(([name = '', given]) => portal.browser().signIn(name, given)),
  )
  t.deepEqual(answers[0]?.body, answers[1]?.body)
  t.like(answers[0], { status: 401, body: { code: 'wrong_credentials' } })
})

test('nobody can sign in before the first sign-up', async (t) => {
  const portal = await startPortal(t)
  t.like(await portal.browser().signIn('anna'), { status: 401, body: { code: 'wrong_credentials' } })
})

test('guesses are counted over all workers, and locked out with a time to wait', async (t) => {
  const portal = await startPortal(t)
  await portal.signedUp('anna')
  const other = await portal.worker()
  for (let guess = 0; guess < 10; guess += 1) {
    const browser = portal.browser()
    if (guess % 2) browser.origin = other
    t.is((await browser.signIn(guess < 5 ? 'anna' : 'ａnna', `guess ${guess}`)).status, 401)
  }
  const locked = await portal.browser().signIn('Anna')
  t.like(locked, { status: 429, body: { code: 'too_many_attempts' } })
  t.true(Number(locked.headers.get('retry-after')) > 0)
})

test('sign-ups from one address are counted', async (t) => {
  const portal = await startPortal(t)
  await portal.signedUp('taken')
  for (let count = 1; count < 20; count += 1) t.is((await portal.browser().signUp('taken')).status, 409)

  const refused = await portal.browser().signUp('anna')
  t.like(refused, { status: 429, body: { code: 'too_many_sign_ups' } })
  portal.clock.now += 3_600_000
  t.is((await portal.browser().signUp('anna')).status, 201)
})

test('names the invalid field of a sign-up', async (t) => {
  const browser = (await startPortal(t)).browser()
  for (const [body, field] of [
    [{ name: 'anna', password: 'Password123!' }, 'password'],
    [{ name: 'an  na', password }, 'name'],
  ] as const) {
    const answer = await browser.call('POST', '/account', body)
    t.like(answer, { status: 422, body: { fields: [{ field }] } })
  }
})

for (const [title, portal, body, status, code] of [
  ['where nobody may', 'self_signup: false', {}, 403, 'no_self_signup'],
  ['with a short password', 'self_signup: true', { password: 'short' }, 422, 'wrong_body'],
  ['with a common password', 'self_signup: true', { password: 'password' }, 422, 'wrong_body'],
  ['with markup in the name', 'self_signup: true', { name: '<b>dev</b>' }, 422, 'wrong_body'],
  ['with a colon in the name', 'self_signup: true', { name: 'a:b' }, 422, 'wrong_body'],
  ['with a blank at the end', 'self_signup: true', { name: 'anna ' }, 422, 'wrong_body'],
  ['with a control character in the name', 'self_signup: true', { name: 'an\u0007na' }, 422, 'wrong_body'],
  ['with a name that is no text', 'self_signup: true', { name: 7 }, 422, 'wrong_body'],
  ['with an address that is none', 'self_signup: true', { email: 'anna' }, 422, 'wrong_body'],
  ['with a member that is not known', 'self_signup: true', { isOwner: true }, 422, 'wrong_body'],
  ["with an owner's name", 'self_signup: true, owners: [Admin]', { name: 'aDMIN' }, 409, 'account_taken'],
] as const) {
  test(`refuses to sign up ${title}`, async (t) => {
    const browser = (await startPortal(t, { portal })).browser()
    const answer = await browser.call('POST', '/account', { name: 'anna', password, ...body })
    t.like(answer, { status, body: { status, code } })
    t.is(browser.cookie, '')
  })
}

test('refuses a name that is taken, in any case', async (t) => {
  const portal = await startPortal(t)
  await portal.signedUp('anna')
  t.like(await portal.browser().signUp('ANNA'), { status: 409, body: { code: 'account_taken' } })
})

test('a new user does not inherit the applications of a removed user', async (t) => {
  const portal = await startPortal(t)
  const browser = await portal.signedUp('anna')
  await requireSuccess(browser.call('POST', '/applications', { name: 'hers' }))
  await removeUser(users(portal), 'anna')
  t.like(await portal.browser().signUp('Anna'), { status: 409, body: { code: 'account_taken' } })
})

test('a changed password ends every other session', async (t) => {
  const portal = await startPortal(t)
  const [here, there] = [await portal.signedUp('anna'), portal.browser()]
  await requireSuccess(there.signIn('anna'))
  const wrong = await here.call('PUT', '/account/password', { password: 'guess', newPassword: 'battery staple' })
  t.like(wrong, { status: 422, body: { code: 'wrong_password' } })

  const weak = await here.call('PUT', '/account/password', { password, newPassword: 'Passw0rd!' })
  t.like(weak, { status: 422, body: { fields: [{ field: 'newPassword' }] } })
  t.regex(weak.body.detail, /easy to guess/)

  const changed = await here.call('PUT', '/account/password', { password, newPassword: 'battery staple' })
  t.like(changed, { status: 200, body: { name: 'anna' } })
  t.is((await here.get('/session')).status, 200)
  t.is((await there.get('/session')).status, 401)
  t.is((await portal.browser().signIn('anna')).status, 401)
  t.is((await portal.browser().signIn('anna', 'battery staple')).status, 201)
})

test('a user whom the command line removes, or gives another password, is out at once', async (t) => {
  const portal = await startPortal(t)
  const [anna, bob] = [await portal.signedUp('anna'), await portal.signedUp('bob')]
  await removeUser(users(portal), 'anna')
  await setPassword(users(portal), 'bob', 'battery staple')
  t.is((await anna.get('/session')).status, 401)
  t.is((await bob.get('/session')).status, 401)
})

test('an owner is shown as one', async (t) => {
  const portal = await startPortal(t)
  await addUser(users(portal), 'owner', password)
  const browser = portal.browser()
  t.like((await browser.signIn('Owner')).body, { name: 'owner', owner: true })
})

test('changes need the token of the session', async (t) => {
  const portal = await startPortal(t)
  const [anna, bob] = [await portal.signedUp('anna'), await portal.signedUp('bob')]
  for (const csrf of ['', 'x', bob.csrf]) {
    anna.csrf = csrf
    const answer = await anna.call('POST', '/applications', { name: 'shop' })
    t.like(answer, { status: 403, body: { code: 'wrong_csrf_token' } })
  }
  t.is((await anna.get('/applications')).status, 200)
})

for (const [title, headers, status] of [
  ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['a sibling site', { 'sec-fetch-site': 'same-site' }, 403],
  ['another origin', { origin: 'https://evil.example' }, 403],
  ['no origin at all', { origin: 'null' }, 403],
  ['another origin with a forged site', { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }, 403],
  ['this site', { 'sec-fetch-site': 'same-origin' }, 401],
] as const) {
  test(`a sign-in that ${title} sends is answered ${status}`, async (t) => {
    const browser = (await startPortal(t)).browser()
    const answer = await browser.call('POST', '/session', { name: 'anna', password }, headers)
    t.is(answer.status, status)
  })
}

test('an unavailable account store is a server error, with its reason in the log', async (t) => {
  const portal = await startPortal(t)
  const browser = await portal.signedUp('anna')
  const { writeFile } = await import('node:fs/promises')
  await writeFile(users(portal).file, '{ broken')
  const answers = [await browser.get('/session'), await portal.browser().signIn('anna')]
  for (const answer of answers) {
    t.like(answer, { status: 503, body: { code: 'unavailable' } })
    t.true(Number(answer.headers.get('retry-after')) > 0)
  }
  t.regex(portal.lines.join(), /it is not JSON/)
})
