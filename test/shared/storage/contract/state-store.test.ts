import test from 'ava'
import { findNumber, openMemoryStore } from '../../../../src/shared/storage/index.ts'

test('returns numbers, and undefined for other values and for no entry', async (t) => {
  const store = openMemoryStore({ clock: () => 0 })
  t.is(await findNumber(store, 'kind', 'key'), undefined)
  await store.save('kind', 'key', 0)
  t.is(await findNumber(store, 'kind', 'key'), 0)
  await store.save('kind', 'key', '7')
  t.is(await findNumber(store, 'kind', 'key'), undefined)
})
