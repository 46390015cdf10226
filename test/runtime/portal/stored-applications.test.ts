import test from 'ava'

import { openStoredApplications } from '../../../src/runtime/portal/stored-applications.ts'
import { openMemoryStore } from '../../../src/storage/index.ts'

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
