import test from 'ava'
import { openStoredApplications } from '../../../../src/gateway/runtime/applications/stored-applications.ts'
import { openMemoryStore, type StateStore } from '../../../../src/shared/storage/index.ts'

const file = 'catalogs/sandbox/applications/shop.yaml'

test('a refresh reads the applications of the store, and tells whether one has changed', async (t) => {
  const store = openMemoryStore({ clock: Date.now })
  const here = await openStoredApplications(store, Date.now)
  const { storage } = await openStoredApplications(store, Date.now)
  t.false(await here.refresh())

  await storage.create(file, 'name: shop\n')
  t.deepEqual(here.texts(), [])
  t.true(await here.refresh())
  t.deepEqual(here.texts(), [{ file, text: 'name: shop\n' }])
  t.false(await here.refresh())

  await storage.replace(file, 'name: shop\n', 'name: shop\ntitle: Shop\n')
  t.true(await here.refresh())
  t.deepEqual(here.texts(), [{ file, text: 'name: shop\ntitle: Shop\n' }])

  await storage.replace(file, 'name: shop\ntitle: Shop\n', undefined)
  t.true(await here.refresh())
  t.deepEqual(here.texts(), [])
})

test('a start reads the applications once', async (t) => {
  const store = openMemoryStore({ clock: Date.now })
  const { storage } = await openStoredApplications(store, Date.now)
  await storage.create(file, 'name: shop\n')
  let reads = 0
  const count = () => Promise.resolve(reads++)
  const counted: StateStore = {
    ...store,
    list: (...given) => count().then(() => store.list(...given)),
    listChanges: (...given) => count().then(() => store.listChanges(...given)),
  }
  const here = await openStoredApplications(counted, Date.now)
  t.deepEqual(here.texts(), [{ file, text: 'name: shop\n' }])
  t.is(reads, 1)
})

test('a refresh reads only the applications that have changed', async (t) => {
  const store = openMemoryStore({ clock: Date.now })
  const read: number[] = []
  const watched = {
    ...store,
    async listChanges(...args: Parameters<typeof store.listChanges>) {
      const changes = await store.listChanges(...args)
      read.push(changes.entries.length)
      return changes
    },
  }
  const { storage } = await openStoredApplications(store, Date.now)
  for (const name of ['c', 'a', 'b']) await storage.create(`${name}.yaml`, name)
  const here = await openStoredApplications(watched, Date.now)
  await storage.replace('a.yaml', 'a', 'A')
  t.true(await here.refresh())
  t.false(await here.refresh())
  t.deepEqual(read, [3, 1, 0])
  t.deepEqual(here.texts(), [
    { file: 'a.yaml', text: 'A' },
    { file: 'b.yaml', text: 'b' },
    { file: 'c.yaml', text: 'c' },
  ])
})

test('a removal is seen by a process that did not refresh while the store kept its entry', async (t) => {
  let now = 0
  const clock = () => now
  const store = openMemoryStore({ clock })
  const { storage } = await openStoredApplications(store, clock)
  for (const name of ['a', 'b', 'c']) await storage.create(`${name}.yaml`, name)
  const here = await openStoredApplications(store, clock)
  await storage.replace('b.yaml', 'b', undefined)
  now += 60_001
  t.true(await here.refresh())
  t.deepEqual(
    here.texts().map(({ file: each }) => each),
    ['a.yaml', 'c.yaml'],
  )
  t.false(await here.refresh())
  now += 60_001
  t.false(await here.refresh())
})

test('after a restart of the store, applications that it no longer has are gone', async (t) => {
  const store = openMemoryStore({ clock: Date.now })
  let isRestart = false
  const other = {
    ...store,
    listChanges: async (kind: string, cursor?: string) =>
      isRestart ? { entries: await store.list(kind), cursor: '0', isRestart } : store.listChanges(kind, cursor),
  }
  const { storage } = await openStoredApplications(store, Date.now)
  for (const name of ['a', 'b']) await storage.create(`${name}.yaml`, name)
  const here = await openStoredApplications(other, Date.now)
  await store.remove('application-document', 'a.yaml')
  t.false(await here.refresh())
  isRestart = true
  t.true(await here.refresh())
  t.deepEqual(here.texts(), [{ file: 'b.yaml', text: 'b' }])
})

test('an edit of the store is undone, unless another one came after it', async (t) => {
  const store = openMemoryStore({ clock: Date.now })
  const { storage } = await openStoredApplications(store, Date.now)
  const [first, second, third] = ['name: shop\n', 'title: second\n', 'title: third\n']
  const undo = await storage.prepareUndo(file)
  t.is(await storage.create(file, first), first)
  t.is(await storage.create(file, second), undefined, 'it exists')
  t.true(await undo({ before: undefined, after: first }))
  t.false(await storage.has(file))

  await storage.create(file, first)
  await storage.replace(file, first, undefined)
  t.true(await undo({ before: first, after: undefined }), 'a removal')
  t.is(await storage.read(file), first)

  await storage.replace(file, first, second)
  await storage.replace(file, second, third)
  t.false(await undo({ before: first, after: second }))
  t.is(await storage.read(file), third)
})
