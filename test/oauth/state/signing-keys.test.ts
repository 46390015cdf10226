import test from 'ava'

import { generateStoredKey, openSigningKeys, type SigningKey } from '../../../src/oauth/state/signing-keys.ts'
import { openMemoryStore } from '../../../src/storage/index.ts'

test('a key verifies until it expires, and not from that moment on', async (t) => {
  const time = { now: 1_000 }
  // The store keeps entries by a clock of its own, so that only the keys decide.
  const store = openMemoryStore({ clock: () => 0 })
  await store.save('keys', '00000001', generateStoredKey(0), { expiresAt: 5_000 })
  await store.save('keys', '00000002', generateStoredKey(0))
  const keys = await openSigningKeys(store, 'keys', () => time.now)
  const [old, newest] = keys.all() as [SigningKey, SigningKey]

  time.now = 4_999
  t.deepEqual(keys.all(), [old, newest])
  t.is(keys.find(old.kid), old)
  time.now = 5_000
  t.deepEqual(keys.all(), [newest])
  t.is(keys.find(old.kid), undefined)
})

test('the oldest key signs while no key is active, as after the clock was set back', async (t) => {
  const time = { now: 0 }
  const store = openMemoryStore({ clock: () => 0 })
  await store.save('keys', '00000001', generateStoredKey(1_000))
  await store.save('keys', '00000002', generateStoredKey(2_000))
  const keys = await openSigningKeys(store, 'keys', () => time.now)
  const [first, second] = keys.all() as [SigningKey, SigningKey]

  t.is(keys.current(), first)
  time.now = 2_000
  t.is(keys.current(), second)
})

test('reads changed keys again, and keeps the last ones when the store has none', async (t) => {
  const store = openMemoryStore({ clock: () => 0 })
  const keys = await openSigningKeys(store, 'keys', () => 0)
  const [first] = keys.all() as [SigningKey]
  await store.save('keys', '00000002', generateStoredKey(0))
  await keys.reload()
  t.is(keys.all().length, 2)
  t.is(keys.all()[0]?.kid, first.kid)

  for (const { key } of await store.list('keys')) await store.remove('keys', key)
  await keys.reload()
  t.is(keys.all().length, 2)
})
