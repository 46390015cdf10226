import test from 'ava'
import { createSessionStore } from '../../../../src/mq/web/security/session-store.ts'

test('finds a session by its token until it ends, however often it is used', (t) => {
  let now = 1_000
  const sessions = createSessionStore(() => now)
  const token = sessions.create('alice', 60_000)
  now += 59_999
  t.is(sessions.find(token)?.name, 'alice')
  now += 1
  t.is(sessions.find(token), undefined)
})

test('creates tokens that cannot be derived from one another', (t) => {
  const sessions = createSessionStore(() => 0)
  const [one, other] = [sessions.create('alice', 1), sessions.create('alice', 1)]
  t.not(one, other)
  for (const token of [one, other]) t.is(Buffer.from(token, 'base64url').length, 48)
})

test('an ended session is not found, and others still are', (t) => {
  const sessions = createSessionStore(() => 0)
  const [one, other] = [sessions.create('alice', 1), sessions.create('alice', 1)]
  sessions.end(one)
  t.is(sessions.find(one), undefined)
  t.is(sessions.find(other)?.name, 'alice')
})

test('a session is open until it is ended or expires', (t) => {
  let now = 0
  const sessions = createSessionStore(() => now)
  const [one, other] = [sessions.create('alice', 10), sessions.create('alice', 10)]
  const found = [one, other].map((token) => sessions.find(token)).filter((each) => each !== undefined)
  t.deepEqual(found.map(sessions.isOpen), [true, true])
  sessions.end(one)
  t.deepEqual(found.map(sessions.isOpen), [false, true])
  now = 10
  t.deepEqual(found.map(sessions.isOpen), [false, false])
})

test('above the maximum number of sessions, the session that was used least recently ends', (t) => {
  const sessions = createSessionStore(() => 0, 2)
  const [first, second] = [sessions.create('first', 1), sessions.create('second', 1)]
  const ended = sessions.find(second)
  t.is(sessions.find(first)?.name, 'first')
  const third = sessions.create('third', 1)
  t.deepEqual(
    [first, second, third].map((token) => sessions.find(token)?.name),
    ['first', undefined, 'third'],
  )
  t.is(ended && sessions.isOpen(ended), false)
})
