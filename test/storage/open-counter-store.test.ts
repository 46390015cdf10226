import test from 'ava'

import { openMemoryStore } from '../../src/storage/index.ts'
import { openCounterStore } from '../../src/storage/open-counter-store.ts'

test('"store" counts in the state store, which its owner closes', async (t) => {
  const store = openMemoryStore({ clock: () => 0 })
  const opened = await openCounterStore('store', store, () => 0)
  t.is(opened.counters, store)
  await opened.close()
  t.is(await store.count('kind', 'key', 1, 60_000), 1)
})
