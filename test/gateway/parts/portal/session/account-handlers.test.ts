import test from 'ava'
import type { PortalAccount } from '../../../../../src/gateway/parts/portal/context/portal-deps.ts'
import { PortalError } from '../../../../../src/gateway/parts/portal/http/portal-error.ts'
import { buildAccountHandlers } from '../../../../../src/gateway/parts/portal/session/account-handlers.ts'
import { openProfileStore } from '../../../../../src/gateway/parts/portal/session/stores/profile-store.ts'
import {
  deriveCsrfToken,
  openSessionStore,
} from '../../../../../src/gateway/parts/portal/session/stores/session-store.ts'
import { openLog } from '../../../../../src/shared/lib/output/log.ts'
import { openAttemptLimits } from '../../../../../src/shared/security/index.ts'
import { openMemoryStore } from '../../../../../src/shared/storage/index.ts'
import { application, catalog } from '../../../data-plane/_support/documents.ts'

const now = Date.UTC(2026, 0, 1)
const fold = (name: string) => name.toLowerCase()
const use = { isPoll: false }

interface Given {
  settings?: object
  /** The error of each call of a limit or of the preparation of a mail. */
  refused?: { signUps?: Error; signIns?: Error; mail?: Error }
  baseUrl?: string
}

/** The handlers of a portal with the accounts of Anna, whose password is `right`, and of the owner Olga. */
function open({ settings = {}, refused = {}, baseUrl = 'http://gateway.test' }: Given = {}) {
  const clock = () => now
  const store = openMemoryStore({ clock })
  const session = { idleMinutes: 10, hours: 2 }
  const sessions = openSessionStore('/portal', { session }, { store, clock })
  const profiles = openProfileStore('/portal', store, fold)
  const passwords = new Map(['Anna', 'Olga'].map((name) => [name, 'right']))
  const counted: string[] = []
  const lines: string[] = []
  const log = openLog({ level: 'info', write: (line) => lines.push(line) })
  const mails: string[] = []
  const limit = (name: 'signUps' | 'signIns') => async (who: string) => {
    counted.push(`${name} ${who}`)
    if (refused[name]) throw refused[name]
  }
  const find = (name: string) => [...passwords.keys()].find((each) => fold(each) === fold(name))
  const accounts = {
    hasPasswords: true,
    fold,
    authenticate: async (name: string, password: string) => {
      const found = find(name)
      return found !== undefined && passwords.get(found) === password ? found : undefined
    },
    async find(name: string): Promise<PortalAccount | undefined> {
      const found = find(name)
      return found === undefined ? undefined : { name: found, stamp: `stamp of ${passwords.get(found)}` }
    },
    async add(name: string, password: string) {
      if (find(name) !== undefined) return 'taken'
      if (password === 'short') return { field: 'password', reason: 'the password is too short' }
      passwords.set(name, password)
      return 'added'
    },
    async setPassword(name: string, password: string) {
      if (password === 'short') return { field: 'password', reason: 'the password is too short' }
      passwords.set(name, password)
    },
  }
  const handlers = buildAccountHandlers({
    prefix: '/acme/sandbox/portal',
    sessions,
    profiles,
    signUps: limit('signUps'),
    signIns: limit('signIns'),
    mail: {
      async prepareVerification(name: string, email: string, network: string) {
        if (refused.mail) throw refused.mail
        mails.push(`prepared for ${email} at ${network}`)
        return () => mails.push(`link for ${name}`)
      },
      sendPasswordChanged: (name: string) => mails.push(`changed password of ${name}`),
    } as never,
  })
  const deps = {
    settings: { selfSignup: true, owners: ['Olga', 'Oskar'], ownersEditDocuments: true, session, ...settings },
    catalog: catalog([], { applications: [application('a', { owner: 'Gone' }), application('b')] }),
    accounts,
    attempts: openAttemptLimits({ store, kind: 'attempts', clock, log }),
    clock,
    log,
    baseUrl,
  }
  const headers: string[][] = []
  const context = (body: object, { cookie, user, address = '10.0.0.1' }: From = {}) =>
    ({
      body,
      deps,
      user,
      request: { socket: { remoteAddress: address }, headers: { host: 'gateway.test', cookie } },
      setHeader: (name: string, value: string) => headers.push([name, value]),
    }) as never
  const lastToken = () => /^sluice_portal=([^;]+)/.exec(headers.at(-1)?.[1] ?? '')?.[1] ?? ''
  const calls = {
    signUp: async (body: object, from?: From) => handlers.signUp(context(body, from)),
    enter: async (name: string, password: string, from?: From) => handlers.signIn(context({ name, password }, from)),
    show: async (user: User) => handlers.show(context({}, { user })),
    signOut: async (user: User) => handlers.signOut(context({}, { user })),
    changePassword: async (body: object, user: User) => handlers.changePassword(context(body, { user })),
    changeEmail: async (body: object, user: User) => handlers.changeEmail(context(body, { user })),
  }
  return { sessions, profiles, passwords, counted, lines, mails, headers, lastToken, accounts, ...calls }
}

interface User {
  name: string
  token: string
}

interface From {
  cookie?: string
  user?: User
  address?: string
}

/** Returns the code and the named fields of the error with which a call is refused. */
async function refusal(call: Promise<unknown>): Promise<unknown> {
  const error = await call.then(
    () => undefined,
    (caught: unknown) => caught,
  )
  if (!(error instanceof PortalError)) throw error ?? new Error('it is not refused')
  const { code, detail, fields } = error.problem
  return fields ? [code, detail, fields] : code
}

/** Returns a view as the page receives it. */
const asSent = (view: object) => JSON.parse(JSON.stringify(view))

const tooShort = (field: string) => [
  'wrong_body',
  'the password is too short.',
  [{ field, message: 'the password is too short' }],
]

test('a user who signs up has an account, a session and its cookie', async (t) => {
  const { passwords, counted, headers, lastToken, sessions, lines, mails, signUp } = open()
  const view = await signUp({ name: 'Bob', password: 'long' })
  t.is(passwords.get('Bob'), 'long')
  const token = lastToken()
  t.deepEqual(headers, [['Set-Cookie', `sluice_portal=${token}; Path=/acme/sandbox/portal; HttpOnly; SameSite=Lax`]])
  t.like(await sessions.touch(token, use), { name: 'Bob', stamp: 'stamp of long' })
  t.deepEqual(asSent(view), {
    name: 'Bob',
    emailVerified: false,
    hasPassword: true,
    owner: false,
    editsDocuments: false,
    csrf: deriveCsrfToken(token),
    expiresAt: new Date(now + 7_200_000).toISOString(),
    idleMinutes: 10,
  })
  t.deepEqual(counted, ['signUps 10.0.0.1'])
  t.deepEqual(mails, [])
  t.like(JSON.parse(lines.join()), { level: 'info', account: 'Bob', catalog: '/acme/sandbox' })
})

test('sign-up is refused where it is not open, before it counts', async (t) => {
  const { passwords, counted, signUp } = open({ settings: { selfSignup: false } })
  t.is(await refusal(signUp({ name: 'Bob', password: 'long' })), 'no_self_signup')
  t.false(passwords.has('Bob'))
  t.deepEqual(counted, [])
})

test('sign-ups above the limit create no account', async (t) => {
  const { passwords, signUp } = open({ refused: { signUps: new PortalError('too_many_sign_ups') } })
  t.is(await refusal(signUp({ name: 'Bob', password: 'long' })), 'too_many_sign_ups')
  t.false(passwords.has('Bob'))
})

for (const [title, name] of [
  ['an owner of the catalog who has no account', 'oSKAR'],
  ['an owner of the catalog who has one', 'olga'],
  ['the owner of an application who was removed', 'gONE'],
  ['another user', 'aNNA'],
] as const)
  test(`the name of ${title} cannot be taken, in any spelling`, async (t) => {
    const { passwords, headers, signUp } = open()
    t.is(await refusal(signUp({ name, password: 'long' })), 'account_taken')
    t.false(passwords.has(name))
    t.deepEqual(headers, [])
  })

test('what the registry refuses names the field, and creates no session', async (t) => {
  const { headers, signUp } = open()
  t.deepEqual(await refusal(signUp({ name: 'Bob', password: 'short' })), tooShort('password'))
  t.deepEqual(headers, [])
})

test('an address of a sign-up is saved unverified and gets a link', async (t) => {
  const { profiles, mails, signUp } = open()
  t.like(await signUp({ name: 'Bob', password: 'long', email: 'bob@example.com' }, { address: '::1' }), {
    email: 'bob@example.com',
    emailVerified: false,
  })
  t.deepEqual(await profiles.find('bob'), { email: 'bob@example.com', isVerified: false })
  t.deepEqual(mails, ['prepared for bob@example.com at 0:0:0:0::/64', 'link for Bob'])
})

test('a new user does not inherit the address of a removed one', async (t) => {
  const { profiles, signUp } = open()
  await profiles.save('bob', 'old@example.com', { isVerified: true })
  t.false('email' in asSent(await signUp({ name: 'Bob', password: 'long' })))
  t.is(await profiles.find('bob'), undefined)
})

test('a sign-up whose mail is above its limit succeeds, and one whose mail fails does not', async (t) => {
  const body = { name: 'Bob', password: 'long', email: 'bob@example.com' }
  const limited = open({ refused: { mail: new PortalError('too_many_mails') } })
  t.like(await limited.signUp(body), { name: 'Bob', email: 'bob@example.com' })
  t.deepEqual(limited.mails, [])
  t.like(JSON.parse(limited.lines[0] ?? ''), { level: 'warn', account: 'Bob' })
  const failing = open({ refused: { mail: new Error('the store is away') } })
  await t.throwsAsync(failing.signUp(body), { message: 'the store is away' })
})

test('a sign-in begins a session under the stored name, and counts the folded one', async (t) => {
  const { counted, sessions, lastToken, enter } = open()
  t.like(await enter('aNNA', 'right'), { name: 'Anna' })
  t.like(await sessions.touch(lastToken(), use), { name: 'Anna', stamp: 'stamp of right' })
  t.deepEqual(counted, ['signIns anna'])
})

test('a sign-in ends the session of the browser, and no other', async (t) => {
  const { sessions, enter } = open()
  const [here, there] = [
    await sessions.create({ name: 'Anna', stamp: '' }),
    await sessions.create({ name: 'Anna', stamp: '' }),
  ]
  await enter('Anna', 'right', { cookie: `sluice_portal=${here.token}` })
  t.is(await sessions.touch(here.token, use), undefined)
  t.truthy(await sessions.touch(there.token, use))
})

for (const [title, name, password] of [
  ['a wrong password', 'Anna', 'guess'],
  ['an unknown name', 'Bob', 'right'],
] as const)
  test(`a sign-in with ${title} begins and ends no session`, async (t) => {
    const { counted, headers, sessions, enter } = open()
    const { token } = await sessions.create({ name: 'Anna', stamp: '' })
    t.is(await refusal(enter(name, password, { cookie: `sluice_portal=${token}` })), 'wrong_credentials')
    t.deepEqual([headers, counted], [[], []])
    t.truthy(await sessions.touch(token, use))
  })

test('sign-ins above the limit begin no session', async (t) => {
  const { headers, enter } = open({ refused: { signIns: new PortalError('too_many_sign_ins') } })
  t.is(await refusal(enter('Anna', 'right')), 'too_many_sign_ins')
  t.deepEqual(headers, [])
})

test('a user who is removed during the sign-in gets no session', async (t) => {
  const { headers, accounts, enter } = open()
  accounts.find = async () => undefined
  t.is(await refusal(enter('Anna', 'right')), 'wrong_credentials')
  t.deepEqual(headers, [])
})

test('guesses are limited for all spellings of a name at one address', async (t) => {
  const { enter } = open()
  for (let guess = 0; guess < 10; guess += 1)
    t.is(await refusal(enter(guess % 2 === 0 ? 'anna' : 'ANNA', `guess ${guess}`)), 'wrong_credentials')
  t.is(await refusal(enter('Anna', 'right')), 'too_many_attempts')
  t.like(await enter('Anna', 'right', { address: '10.0.1.1' }), { name: 'Anna' })
})

test('the cookie is for HTTPS alone where the gateway is reached by it', async (t) => {
  const { headers, enter, signOut } = open({ baseUrl: 'https://gateway.test' })
  await enter('Anna', 'right')
  await signOut({ name: 'Anna', token: 'x' })
  for (const [, value] of headers) t.regex(value ?? '', /; Secure$/)
})

test('owners are shown as owners, who edit documents where they may', async (t) => {
  t.like(await open().enter('olga', 'right'), { owner: true, editsDocuments: true })
  t.like(await open().enter('Anna', 'right'), { owner: false, editsDocuments: false })
  const forbidden = open({ settings: { ownersEditDocuments: false } })
  t.like(await forbidden.enter('olga', 'right'), { owner: true, editsDocuments: false })
})

test('a session is shown with its verified address until it ends', async (t) => {
  const { sessions, profiles, show, signOut, headers } = open()
  const { token, session } = await sessions.create({ name: 'Anna', stamp: '' })
  await profiles.save('Anna', 'anna@example.com', { isVerified: true })
  t.like(await show({ name: 'Anna', token }), {
    name: 'Anna',
    email: 'anna@example.com',
    emailVerified: true,
    csrf: deriveCsrfToken(token),
    expiresAt: new Date(session.endsAt).toISOString(),
  })
  t.deepEqual(headers, [])

  t.is(await signOut({ name: 'Anna', token }), undefined)
  t.deepEqual(headers, [['Set-Cookie', 'sluice_portal=; Max-Age=0; Path=/acme/sandbox/portal; HttpOnly; SameSite=Lax']])
  t.is(await refusal(show({ name: 'Anna', token })), 'not_signed_in')
})

test('to look at the session is a use of it', async (t) => {
  const { sessions, show } = open()
  const { token } = await sessions.create({ name: 'Anna', stamp: '' })
  const uses: object[] = []
  const { touch } = sessions
  sessions.touch = async (given, options) => {
    uses.push(options)
    return touch(given, options)
  }
  await show({ name: 'Anna', token })
  t.deepEqual(uses, [{ isPoll: false }])
})

test('a changed password ends all sessions of the user, begins a new one, and is reported to the user', async (t) => {
  const { passwords, sessions, mails, lastToken, changePassword } = open()
  const own = await sessions.create({ name: 'Anna', stamp: '' })
  const other = await sessions.create({ name: 'Olga', stamp: '' })
  const body = { password: 'right', newPassword: 'better' }
  t.like(await changePassword(body, { name: 'Anna', token: own.token }), { name: 'Anna' })
  t.is(passwords.get('Anna'), 'better')
  t.is(await sessions.touch(own.token, use), undefined)
  t.truthy(await sessions.touch(other.token, use))
  t.like(await sessions.touch(lastToken(), use), { name: 'Anna', stamp: 'stamp of better' })
  t.deepEqual(mails, ['changed password of Anna'])
})

for (const [title, body, expected] of [
  ['with a wrong present one', { password: 'guess', newPassword: 'better' }, 'wrong_password'],
  ['that the registry refuses', { password: 'right', newPassword: 'short' }, tooShort('newPassword')],
] as const)
  test(`a new password ${title} changes nothing and ends no session`, async (t) => {
    const { passwords, sessions, mails, headers, changePassword } = open()
    const { token } = await sessions.create({ name: 'Anna', stamp: '' })
    t.deepEqual(await refusal(changePassword(body, { name: 'Anna', token })), expected)
    t.is(passwords.get('Anna'), 'right')
    t.truthy(await sessions.touch(token, use))
    t.deepEqual([mails, headers], [[], []])
  })

test('a changed address needs the password, and is not verified', async (t) => {
  const { profiles, mails, changeEmail } = open()
  const anna = { name: 'Anna', token: 'x' }
  await profiles.save('Anna', 'old@example.com', { isVerified: true })
  t.is(await refusal(changeEmail({ email: 'new@example.com', password: 'guess' }, anna)), 'wrong_password')
  t.like(await profiles.find('Anna'), { email: 'old@example.com' })
  t.is(await changeEmail({ email: 'new@example.com', password: 'right' }, anna), undefined)
  t.deepEqual(await profiles.find('Anna'), { email: 'new@example.com', isVerified: false })
  t.deepEqual(mails, ['prepared for new@example.com at 10.0.0.1', 'link for Anna'])
})

test('an address whose link is above the limit is not saved', async (t) => {
  const { profiles, changeEmail } = open({ refused: { mail: new PortalError('too_many_mails') } })
  const call = changeEmail({ email: 'new@example.com', password: 'right' }, { name: 'Anna', token: 'x' })
  t.is(await refusal(call), 'too_many_mails')
  t.is(await profiles.find('Anna'), undefined)
})
