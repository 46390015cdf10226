import test from 'ava'
import {
  deriveCsrfToken,
  openSessionStore,
} from '../../../../../../src/gateway/parts/portal/session/stores/session-store.ts'
import { openMemoryStore } from '../../../../../../src/shared/storage/index.ts'

const minute = 60_000
const use = { isPoll: false }
const poll = { isPoll: true }
const anna = { name: 'anna', stamp: 'stamp 1' }

function open() {
  const time = { now: Date.UTC(2026, 0, 1) }
  const clock = () => time.now
  const store = openMemoryStore({ clock })
  const sessionsOf = (path: string) =>
    openSessionStore(path, { session: { idleMinutes: 10, hours: 2 } }, { store, clock })
  return { time, store, sessions: sessionsOf('/acme/sandbox'), sessionsOf }
}

test('a session is found by its token alone, in every process', async (t) => {
  const { time, sessions, sessionsOf } = open()
  const { token, session } = await sessions.create(anna)
  t.deepEqual(session, { ...anna, endsAt: time.now + 120 * minute })
  t.regex(token, /^[\w-]{43}$/) // 32 random bytes
  t.deepEqual(await sessions.touch(token, use), session)
  t.deepEqual(await sessionsOf('/acme/sandbox').touch(token, use), session)
  for (const other of ['', `${token}x`, token.slice(1)]) t.is(await sessions.touch(other, use), undefined)
})

test('sessions of one user have tokens of their own', async (t) => {
  const { sessions } = open()
  const tokens = await Promise.all(Array.from({ length: 20 }, () => sessions.create(anna)))
  t.is(new Set(tokens.map(({ token }) => token)).size, 20)
})

test('a session of one portal is none at another', async (t) => {
  const { sessions, sessionsOf } = open()
  const { token } = await sessions.create(anna)
  t.is(await sessionsOf('/acme/other').touch(token, use), undefined)
})

test('the store has neither the token nor anything that is accepted as one', async (t) => {
  const { store, sessions } = open()
  const { token } = await sessions.create(anna)
  const entries = [
    ...(await store.list('portal-sessions /acme/sandbox')),
    ...(await store.list('portal-session-uses /acme/sandbox')),
  ]
  t.is(entries.length, 2)
  t.false(JSON.stringify(entries).includes(token))
  for (const { key } of entries) t.is(await sessions.touch(key, use), undefined)
})

test('a session ends when it is not used for the idle time', async (t) => {
  const { time, sessions } = open()
  const { token } = await sessions.create(anna)
  time.now += 10 * minute - 1
  t.truthy(await sessions.touch(token, poll))
  time.now += 1
  t.is(await sessions.touch(token, use), undefined)
})

test('each use begins the idle time again, until the hours of a session have passed', async (t) => {
  const { time, sessions } = open()
  const { token, session } = await sessions.create(anna)
  for (let passed = 0; passed < 117; passed += 9) {
    time.now += 9 * minute
    t.deepEqual(await sessions.touch(token, use), session)
  }
  time.now += 3 * minute - 1
  t.truthy(await sessions.touch(token, use))
  time.now += 1
  t.is(await sessions.touch(token, use), undefined)
})

test('a poll does not begin the idle time again', async (t) => {
  const { time, sessions } = open()
  const { token } = await sessions.create(anna)
  for (let passed = 0; passed < 10; passed += 1) {
    t.truthy(await sessions.touch(token, poll))
    time.now += minute
  }
  t.is(await sessions.touch(token, use), undefined)
})

test('a use is recorded at most once a minute', async (t) => {
  const { time, store, sessions } = open()
  const { token } = await sessions.create(anna)
  const [{ key } = { key: '' }] = await store.list('portal-session-uses /acme/sandbox')
  const endOfIdleTime = async () => (await store.find('portal-session-uses /acme/sandbox', key))?.expiresAt
  const first = time.now + 10 * minute
  time.now += minute
  await sessions.touch(token, use)
  t.is(await endOfIdleTime(), first)
  time.now += 1
  await sessions.touch(token, use)
  t.is(await endOfIdleTime(), first + minute + 1)
})

test('an ended session does not come back, and others stay', async (t) => {
  const { sessions } = open()
  const [here, there] = [await sessions.create(anna), await sessions.create(anna)]
  await sessions.end(here.token)
  t.is(await sessions.touch(here.token, use), undefined)
  t.is(await sessions.touch(here.token, use), undefined)
  t.truthy(await sessions.touch(there.token, use))
  await sessions.end('unknown')
})

test('a use while the session ends does not restore it', async (t) => {
  const { time, sessions } = open()
  const { token } = await sessions.create(anna)
  time.now += 2 * minute
  await Promise.all([sessions.touch(token, use), sessions.end(token)])
  t.is(await sessions.touch(token, use), undefined)
})

test('all sessions of a user end together, those of other users and portals stay', async (t) => {
  const { sessions, sessionsOf } = open()
  const own = [await sessions.create(anna), await sessions.create(anna)]
  const bob = await sessions.create({ name: 'bob', stamp: 'b' })
  const elsewhere = await sessionsOf('/acme/other').create(anna)
  await sessions.endAll('anna')
  for (const { token } of own) t.is(await sessions.touch(token, use), undefined)
  t.truthy(await sessions.touch(bob.token, use))
  t.truthy(await sessionsOf('/acme/other').touch(elsewhere.token, use))
})

test('the CSRF token is fixed for a session token, and differs from it and from what the store has', async (t) => {
  const { store, sessions } = open()
  const { token } = await sessions.create(anna)
  const csrf = deriveCsrfToken(token)
  t.regex(csrf, /^[\w-]{43}$/)
  t.is(deriveCsrfToken(token), csrf)
  t.not(deriveCsrfToken(`${token}x`), csrf)
  const [stored] = await store.list('portal-sessions /acme/sandbox')
  t.false([token, stored?.key].includes(csrf))
})
