import test from 'ava'
import { openMemoryStore, StateStoreError } from '../../../src/shared/storage/index.ts'
import { findCounterUrlMistake, openCounterStore } from '../../../src/shared/storage/open-counter-store.ts'

test('"store" counts in the state store, which its owner closes', async (t) => {
  const store = openMemoryStore({ clock: () => 0 })
  const opened = await openCounterStore('store', { store, isShared: false, clock: () => 0 })
  t.is(opened.counters, store)
  await opened.close()
  t.is(await store.count('kind', 'key', 1, 60_000), 1)
})

test('a URL of Redis counts there and not in the state store', async (t) => {
  const store = openMemoryStore({ clock: () => 0 })
  const opened = await openCounterStore('redis://127.0.0.1:1', { store, isShared: false, clock: () => 0 })
  t.teardown(opened.close)
  t.not(opened.counters, store)
  await t.throwsAsync(opened.counters.count('kind', 'key', 1, 60_000), { instanceOf: StateStoreError })
})

test('counters in a shared store are behind a circuit breaker', async (t) => {
  const store = openMemoryStore({ clock: () => 0 })
  const lost = { ...store, count: () => Promise.reject(new StateStoreError('failed', 'the connection ended')) }
  const opened = await openCounterStore('store', { store: lost, isShared: true, clock: () => 0 })
  t.teardown(opened.close)
  await t.throwsAsync(opened.counters.count('kind', 'key', 1, 60_000), { code: 'failed' })
  await t.throwsAsync(opened.counters.find('kind', 'key'), { code: 'unavailable' })
  t.is(opened.problem(), 'the connection ended')
})

for (const url of ['store', 'redis://redis.example:6379', 'rediss://user:secret@redis.example:6380']) {
  test(`${url} is accepted`, (t) => t.is(findCounterUrlMistake(url), undefined))
}

for (const [url, shown] of [
  ['stores', 'stores'],
  ['redis:', 'redis:'],
  ['redis+sentinel://:secret@host', 'redis+sentinel://***@host'],
  ['redis://', 'redis://'],
  ['redis://:port', 'redis://:port'],
  ['xredis://redis.example', 'xredis://redis.example'],
  ['postgres://user:secret@db.example/x', 'postgres://***@db.example/x'],
] as const) {
  test(`${url} is rejected with the accepted forms, and without its password`, (t) => {
    t.true(
      findCounterUrlMistake(url)?.startsWith(`found ${shown}; accepted are store, redis://USER:PASSWORD@HOST:PORT`),
    )
  })
}
