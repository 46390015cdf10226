import test from 'ava'

import { openMemoryStore, StateStoreError } from '../../src/storage/index.ts'
import { openCounterStore } from '../../src/storage/open-counter-store.ts'

test('"store" counts in the state store, which its owner closes', async (t) => {
  const store = openMemoryStore({ clock: () => 0 })
  const opened = await openCounterStore('store', store, () => 0)
  t.is(opened.counters, store)
  await opened.close()
  t.is(await store.count('kind', 'key', 1, 60_000), 1)
})

test('a URL of Redis counts there and not in the state store', async (t) => {
  const store = openMemoryStore({ clock: () => 0 })
  const opened = await openCounterStore('redis://127.0.0.1:1', store, () => 0)
  t.teardown(opened.close)
  t.not(opened.counters, store)
  await t.throwsAsync(opened.counters.count('kind', 'key', 1, 60_000), { instanceOf: StateStoreError })
})
