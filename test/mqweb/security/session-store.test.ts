import test from 'ava'

import { createSessionStore } from '../../../src/mqweb/security/session-store.ts'

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
  t.true(one.length >= 43) // 256 bits at the least
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
