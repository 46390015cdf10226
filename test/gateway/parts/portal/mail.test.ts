import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import test, { type ExecutionContext } from 'ava'
import { SMTPServer } from 'smtp-server'
import { openMailer } from '../../../../src/gateway/parts/portal/host/open-mailer.ts'
import type { PortalView, SessionView } from '../../../../src/gateway/parts/portal/rest/index.ts'
import { requireSuccess } from '../../../_support/require-success.ts'
import { password } from './_support/browser.ts'
import { signInOwner } from './_support/owner.ts'
import { startPortal, type TestPortal } from './_support/portal.ts'

interface Mailbox {
  url: string
  /** Returns the next e-mail, with its line breaks decoded. */
  next(): Promise<{ to: string; text: string }>
  /** The e-mails that nobody has taken. */
  count(): number
}

/** A real SMTP server on a free port. */
async function openMailbox(t: ExecutionContext): Promise<Mailbox> {
  const mails: { to: string; text: string }[] = []
  const waiting: ((mail: { to: string; text: string }) => void)[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    onAuth({ username, password: secret }, _session, done) {
      if (username === 'portal' && secret === 'smtp secret') return done(null, { user: username })
      return done(new Error('wrong credentials'))
    },
    onData(stream, { envelope, user }, done) {
      void readText(stream).then((raw) => {
        if (!user) return done(new Error('sign in first'))
        const text = raw.replace(/=\r\n/g, '').replace(/=3D/g, '=').replaceAll('\r\n', '\n')
        const mail = { to: envelope.rcptTo.map(({ address }) => address).join(), text }
        const next = waiting.shift()
        if (next) next(mail)
        else mails.push(mail)
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://portal:smtp%20secret@127.0.0.1:${port}`,
    next: () => {
      const mail = mails.shift()
      return mail ? Promise.resolve(mail) : new Promise((resolve) => waiting.push(resolve))
    },
    count: () => mails.length,
  }
}

async function openWithMail(t: ExecutionContext, settings = 'self_signup: true, owners: [owner]') {
  const mailbox = await openMailbox(t)
  const mailer = openMailer({ url: mailbox.url, from: 'Acme <noreply@acme.example>' })
  const portal = await startPortal(t, { portal: settings, tools: { mailer } })
  return { mailbox, portal }
}

const tokenIn = ({ text }: { text: string }, page: 'verify' | 'reset') =>
  new RegExp(`^http://gateway\\.test/acme/sandbox/portal/#/${page}/([\\w-]{43})$`, 'm').exec(text)?.[1] ?? ''

/** Signs a user up and verifies the address. */
async function signUpVerified(portal: TestPortal, mailbox: Mailbox, name: string) {
  const browser = portal.browser()
  await requireSuccess(browser.signUp(name, { email: `${name}@example.com` }))
  const token = tokenIn(await mailbox.next(), 'verify')
  await requireSuccess(portal.browser().call('PUT', '/account/email/verified', { token }))
  return browser
}

test('an address is verified by the link of the e-mail, once', async (t) => {
  const { mailbox, portal } = await openWithMail(t)
  const anna = portal.browser()
  t.like((await anna.signUp('Anna', { email: 'anna@example.com' })).body, { emailVerified: false })
  const mail = await mailbox.next()
  t.is(mail.to, 'anna@example.com')
  t.regex(mail.text, /^From: Acme <noreply@acme\.example>$/m)
  t.regex(mail.text, /^Hello Anna,$/m)

  const token = tokenIn(mail, 'verify')
  const visitor = portal.browser()
  t.is((await visitor.call('PUT', '/account/email/verified', { token })).status, 204)
  t.true((await anna.get<SessionView>('/session')).body.emailVerified)
  const again = await visitor.call('PUT', '/account/email/verified', { token })
  t.like(again, { status: 422, body: { code: 'wrong_mail_token' } })
})

test('a link verifies nothing when the address is changed at the same moment', async (t) => {
  const { mailbox, portal } = await openWithMail(t)
  const anna = portal.browser()
  await requireSuccess(anna.signUp('anna', { email: 'old@example.com' }))
  const token = tokenIn(await mailbox.next(), 'verify')
  const { store } = portal
  const find = store.find.bind(store)
  store.find = async (kind, key) => {
    const found = await find(kind, key)
    if (!kind.startsWith('portal-profiles')) return found
    store.find = find
    await requireSuccess(anna.call('PUT', '/account/email', { email: 'new@example.com', password }))
    return found
  }
  t.is((await portal.browser().call('PUT', '/account/email/verified', { token })).status, 422)
  t.like((await anna.get('/session')).body, { email: 'new@example.com', emailVerified: false })
})

test('a link for an address that was changed since verifies nothing', async (t) => {
  const { mailbox, portal } = await openWithMail(t)
  const anna = portal.browser()
  await requireSuccess(anna.signUp('anna', { email: 'old@example.com' }))
  const token = tokenIn(await mailbox.next(), 'verify')
  const wrong = await anna.call('PUT', '/account/email', { email: 'new@example.com', password: 'wrong password' })
  t.like(wrong, { status: 422, body: { code: 'wrong_password' } })
  t.is((await anna.call('PUT', '/account/email', { email: 'new@example.com', password })).status, 204)
  t.is((await mailbox.next()).to, 'new@example.com')
  t.is((await anna.call('PUT', '/account/email/verified', { token })).status, 422)
  t.like((await anna.get('/session')).body, { email: 'new@example.com', emailVerified: false })
})

test('a reset changes the password, ends every session, and works once', async (t) => {
  const { mailbox, portal } = await openWithMail(t)
  const anna = await signUpVerified(portal, mailbox, 'anna')
  const visitor = portal.browser()
  t.is((await visitor.call('POST', '/account/reset', { name: 'anna' })).status, 204)
  const token = tokenIn(await mailbox.next(), 'reset')
  t.false(JSON.stringify(await portal.store.list('portal-mail-tokens /acme/sandbox')).includes(token))

  const newPassword = 'another good one'
  t.is((await visitor.call('PUT', '/account/reset', { token, newPassword })).status, 204)
  t.regex((await mailbox.next()).text, /was changed/)
  t.is((await anna.get('/session')).status, 401)
  t.is((await portal.browser().signIn('anna')).status, 401)
  t.is((await portal.browser().signIn('anna', newPassword)).status, 201)
  t.is((await visitor.call('PUT', '/account/reset', { token, newPassword })).status, 422)
})

test('a link is invalid after an hour, and after another change of the password', async (t) => {
  const { mailbox, portal } = await openWithMail(t)
  const anna = await signUpVerified(portal, mailbox, 'anna')
  const request = async () => {
    await requireSuccess(portal.browser().call('POST', '/account/reset', { name: 'anna' }))
    return tokenIn(await mailbox.next(), 'reset')
  }
  const newPassword = 'another good one'
  const late = await request()
  portal.clock.now += 3_600_001
  t.is((await portal.browser().call('PUT', '/account/reset', { token: late, newPassword })).status, 422)

  await requireSuccess(anna.signIn('anna'))
  const token = await request()
  await requireSuccess(anna.call('PUT', '/account/password', { password, newPassword: 'a third good one' }))
  await mailbox.next()
  t.is((await portal.browser().call('PUT', '/account/reset', { token, newPassword })).status, 422)
})

test('a reset link to an address that was changed since resets no password', async (t) => {
  const { mailbox, portal } = await openWithMail(t)
  const anna = await signUpVerified(portal, mailbox, 'anna')
  await requireSuccess(portal.browser().call('POST', '/account/reset', { name: 'anna' }))
  const token = tokenIn(await mailbox.next(), 'reset')
  await requireSuccess(anna.call('PUT', '/account/email', { email: 'new@example.com', password }))
  const reset = await portal.browser().call('PUT', '/account/reset', { token, newPassword: 'another good one' })
  t.like(reset, { status: 422, body: { code: 'wrong_mail_token' } })
  t.is((await portal.browser().signIn('anna')).status, 201)
})

test('a verification link resets no password', async (t) => {
  const { mailbox, portal } = await openWithMail(t)
  await requireSuccess(portal.browser().signUp('anna', { email: 'anna@example.com' }))
  const token = tokenIn(await mailbox.next(), 'verify')
  const found = await portal.browser().call('PUT', '/account/reset', { token, newPassword: 'another good one' })
  t.like(found, { status: 422, body: { code: 'wrong_mail_token' } })
})

test('users without a verified address and unknown users get the same response, and no e-mail', async (t) => {
  const { mailbox, portal } = await openWithMail(t)
  await signUpVerified(portal, mailbox, 'anna')
  await requireSuccess(portal.browser().signUp('bob', { email: 'bob@example.com' }))
  await mailbox.next()
  await portal.signedUp('carl')
  for (const name of ['bob', 'carl', 'nobody'])
    t.is((await portal.browser().call('POST', '/account/reset', { name })).status, 204)
  await requireSuccess(portal.browser().call('POST', '/account/reset', { name: 'anna' }))
  t.is((await mailbox.next()).to, 'anna@example.com')
  t.is(mailbox.count(), 0)
})

test('links are limited for each user name, known or not', async (t) => {
  const { mailbox, portal } = await openWithMail(t)
  await signUpVerified(portal, mailbox, 'anna')
  portal.clock.now = Math.ceil(portal.clock.now / 3_600_000) * 3_600_000
  for (const name of ['anna', 'nobody']) {
    const statuses: number[] = []
    for (let at = 0; at < 6; at++)
      statuses.push((await portal.browser().call('POST', '/account/reset', { name })).status)
    t.deepEqual(statuses, [204, 204, 204, 204, 204, 429], name)
  }
})

test('an address gets five links of verification an hour, whoever requests them and however it is spelled', async (t) => {
  const { mailbox, portal } = await openWithMail(t)
  portal.clock.now = Math.ceil(portal.clock.now / 3_600_000) * 3_600_000
  const statuses: number[] = []
  for (const name of ['anna', 'bob', 'carl']) {
    const browser = await portal.signedUp(name)
    for (const spelling of ['victim@example.com', 'Victim@Example.COM', 'victim+again@example.com'])
      statuses.push((await browser.call('PUT', '/account/email', { email: spelling, password })).status)
  }
  t.deepEqual(statuses, [204, 204, 204, 204, 204, 429, 429, 429, 429])
  for (let mail = 0; mail < 5; mail += 1) t.regex((await mailbox.next()).to, /^victim/i)
  t.is(mailbox.count(), 0)
})

test('a user sends five links of verification an hour, to any addresses, and a refused address is not saved', async (t) => {
  const { portal } = await openWithMail(t)
  portal.clock.now = Math.ceil(portal.clock.now / 3_600_000) * 3_600_000
  const anna = await portal.signedUp('anna')
  const change = (email: string) => anna.call('PUT', '/account/email', { email, password })
  for (let each = 0; each < 5; each += 1) t.is((await change(`victim-${each}@example.com`)).status, 204)
  const refused = await change('victim-5@example.com')
  t.like(refused, { status: 429, body: { code: 'too_many_mails' } })
  t.like((await anna.get('/session')).body, { email: 'victim-4@example.com' })
  t.is((await anna.call('POST', '/account/email/verification')).status, 429)
  portal.clock.now += 3_600_000
  await requireSuccess(anna.signIn('anna'))
  t.is((await change('victim-5@example.com')).status, 204)
})

test('a sign-up whose link is over the limit succeeds without it', async (t) => {
  const { mailbox, portal } = await openWithMail(t)
  portal.clock.now = Math.ceil(portal.clock.now / 3_600_000) * 3_600_000
  for (let each = 0; each < 6; each += 1)
    await requireSuccess(portal.browser().signUp(`user-${each}`, { email: 'victim@example.com' }))
  for (let mail = 0; mail < 5; mail += 1) await mailbox.next()
  t.is(mailbox.count(), 0)
  t.is(portal.lines.filter((line) => line.includes('over the limit')).length, 1)
})

test('resets that strangers request do not use up those of the user, and the recipient gets a bounded number', async (t) => {
  const { mailbox, portal } = await openWithMail(t)
  const anna = await signUpVerified(portal, mailbox, 'anna')
  portal.clock.now = Math.ceil(portal.clock.now / 3_600_000) * 3_600_000
  await requireSuccess(anna.signIn('anna'))
  const reset = (address: string) =>
    portal.browser().call('POST', '/account/reset', { name: 'anna' }, { 'X-Forwarded-For': address })
  for (let network = 1; network <= 12; network += 1) {
    const found = await reset(`192.0.2.${network}`)
    t.is(found.status, 204, 'the response does not tell that the recipient has got too many')
  }
  for (let mail = 0; mail < 10; mail += 1) await mailbox.next()
  t.is((await anna.call('POST', '/account/reset', { name: 'anna' })).status, 204)
  t.truthy(tokenIn(await mailbox.next(), 'reset'))
  t.is(mailbox.count(), 0)
})

test('a caller requests thirty e-mails an hour, for any users', async (t) => {
  const { portal } = await openWithMail(t)
  portal.clock.now = Math.ceil(portal.clock.now / 3_600_000) * 3_600_000
  const statuses: number[] = []
  for (let each = 0; each < 31; each += 1)
    statuses.push((await portal.browser().call('POST', '/account/reset', { name: `user-${each}` })).status)
  t.deepEqual(
    statuses.map((status) => status === 204),
    statuses.map((_, index) => index < 30),
  )
})

test('developers learn what an owner has decided', async (t) => {
  const { mailbox, portal } = await openWithMail(t)
  const anna = await signUpVerified(portal, mailbox, 'anna')
  await requireSuccess(anna.call('POST', '/applications', { name: 'shop', title: 'The Shop' }))
  await requireSuccess(anna.call('PUT', '/applications/shop/subscriptions/news', { plan: 'large' }))
  const owner = await signInOwner(portal)
  await requireSuccess(
    owner.call('POST', '/approvals/shop:news:large', { decision: 'deny', reason: 'Tell us more first.' }),
  )
  const { to, text } = await mailbox.next()
  t.is(to, 'anna@example.com')
  t.regex(text, /The Shop to the plan Large of News is denied\.\n\nTell us more first\./)
})

test('with require_verified_email, applications need a verified address', async (t) => {
  const { mailbox, portal } = await openWithMail(t, 'self_signup: true, owners: [owner], require_verified_email: true')
  const anna = portal.browser()
  await requireSuccess(anna.signUp('anna', { email: 'anna@example.com' }))
  const refused = await anna.call('POST', '/applications', { name: 'shop' })
  t.like(refused, { status: 403, body: { code: 'email_not_verified' } })
  await requireSuccess(anna.call('PUT', '/account/email/verified', { token: tokenIn(await mailbox.next(), 'verify') }))
  t.is((await anna.call('POST', '/applications', { name: 'shop' })).status, 201)
})

test('without an SMTP server the features are off, and say what to do', async (t) => {
  const portal = await startPortal(t)
  const anna = portal.browser()
  t.false((await anna.get<PortalView>('/portal')).body.sendsMail)
  t.is((await anna.signUp('anna', { email: 'anna@example.com' })).status, 201)
  const refused = await anna.call('POST', '/account/reset', { name: 'anna' })
  t.like(refused, { status: 403, body: { code: 'no_mail' } })
  t.regex(refused.body.detail, /SLUICE_SMTP_URL/)
})

test('an SMTP server that is away is in the log, and fails no request', async (t) => {
  const mailer = openMailer({ url: 'smtp://127.0.0.1:1', from: 'noreply@acme.example' })
  const failed = Promise.withResolvers<void>()
  const watched = {
    send: (message: Parameters<NonNullable<typeof mailer>['send']>[0]) =>
      (mailer as NonNullable<typeof mailer>).send(message).finally(() => setImmediate(failed.resolve)),
  }
  const portal = await startPortal(t, { tools: { mailer: watched } })
  t.is((await portal.browser().signUp('anna', { email: 'anna@example.com' })).status, 201)
  await failed.promise
  t.true(portal.lines.some((line) => line.includes('an e-mail could not be sent')))
})

test('a developer is warned 14 days and 3 days before a secret expires, by one of several workers', async (t) => {
  const { mailbox, portal } = await openWithMail(t)
  const anna = await signUpVerified(portal, mailbox, 'anna')
  const day = 86_400_000
  const expiresAt = new Date(portal.clock.now + 15 * day).toISOString()
  await requireSuccess(
    anna.call('POST', '/applications', { name: 'shop', title: 'The Shop', secretExpiresAt: expiresAt }),
  )
  await portal.worker()
  t.is(mailbox.count(), 0)

  for (const days of [14, 3]) {
    portal.clock.now = Date.parse(expiresAt) - days * day
    await Promise.all([portal.worker(), portal.worker()])
    const { to, text } = await mailbox.next()
    t.is(to, 'anna@example.com')
    t.regex(text, new RegExp(`credential default of The Shop expires at ${expiresAt}`))
    t.regex(text, /^http:\/\/gateway\.test\/acme\/sandbox\/portal\/#\/applications\/shop$/m)
  }
  // An e-mail that is requested later arrives next, so none was sent twice.
  await requireSuccess(anna.signIn('anna'))
  await requireSuccess(anna.call('PUT', '/account/email', { email: 'anna@example.net', password }))
  t.regex((await mailbox.next()).text, /confirm this address/)
})
