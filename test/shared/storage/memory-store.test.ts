import test from 'ava'
import { openMemoryStore, type StateStore } from '../../../src/shared/storage/index.ts'
import { behavesAsStore } from './conformance.ts'

behavesAsStore(test, openMemoryStore)

test('expired entries leave memory at the thousandth write, and not before', async (t) => {
  const time = { now: 0 }
  const store = openMemoryStore({ clock: () => time.now })
  const keysInMemory = async () => {
    time.now = 9 // an expired entry that is still in memory is found again
    const keys = (await store.list('kind')).map(({ key }) => key)
    time.now = 10
    return keys
  }
  await store.save('kind', 'passing', 1, { expiresAt: 10 })
  time.now = 10
  for (let count = 2; count < 1_000; count++) await store.save('kind', 'live', count)
  t.deepEqual(await keysInMemory(), ['live', 'passing'])
  await store.save('kind', 'live', 1_000)
  t.deepEqual(await keysInMemory(), ['live'])
})

for (const [title, run] of [
  ['save', (store: StateStore) => store.save('kind', 'new', 1, { wakesWatchers: true })],
  ['create', (store: StateStore) => store.create('kind', 'new', 1, { wakesWatchers: true })],
  ['replace', (store: StateStore) => store.replace('kind', 'old', 0, 1, { wakesWatchers: true })],
] as const)
  test(`${title} wakes the watchers at once, and only when it says so`, async (t) => {
    const store = openMemoryStore({ clock: () => 0 })
    await store.save('kind', 'old', 0)
    let calls = 0
    store.watch('kind', () => calls++)
    await store.save('kind', 'silent', 0)
    await store.create('kind', 'silent too', 0)
    await store.replace('kind', 'silent', 0, 1)
    t.is(calls, 0)
    await run(store)
    t.is(calls, 1)
    await store.close()
  })
