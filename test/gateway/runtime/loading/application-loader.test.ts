import test from 'ava'
import { openStoredApplications } from '../../../../src/gateway/runtime/applications/stored-applications.ts'
import type { DocumentSource } from '../../../../src/gateway/runtime/documents/open-documents.ts'
import { addStoredApplications } from '../../../../src/gateway/runtime/loading/application-loader.ts'
import { type Loader, LoadingError } from '../../../../src/gateway/runtime/loading/loader.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { openMemoryStore } from '../../../../src/shared/storage/index.ts'

const source: DocumentSource = { configFolder: '/documents', environment: {} }
const file = 'catalogs/sandbox/applications/mine.yaml'

/** A loader that records what it loads; its documents say whether applications are in the store. */
function open({ stores = true, fails = false } = {}) {
  const store = openMemoryStore({ clock: Date.now })
  const loaded: (number | undefined)[] = []
  const report = async ({ stored }: DocumentSource) => {
    loaded.push(stored?.length)
    return { revision: 'r', problems: [], changes: [], storesApplications: stores }
  }
  const base = { load: report, preview: report, close: async () => {} } as unknown as Loader
  let opened = 0
  const loader = addStoredApplications(
    base,
    async () => {
      opened += 1
      if (fails) throw new Error('no database')
      return { ...(await openStoredApplications(store, Date.now)), close: store.close }
    },
    silentLog,
  )
  return { store, loader, loaded, opened: () => opened }
}

test('the store is opened only when a catalog keeps applications there', async (t) => {
  const { loader, opened, loaded } = open({ stores: false })
  await loader.load(source)
  t.is(opened(), 0)
  t.deepEqual(loaded, [undefined])
  t.is(loader.storedApplications(), undefined)
})

test('documents are loaded with the applications of the store, from the first time on', async (t) => {
  const { loader, store, loaded, opened } = open()
  await (await openStoredApplications(store, Date.now)).storage.create(file, 'name: mine\n')
  await loader.load(source)
  await loader.preview(source)
  t.deepEqual(loaded, [undefined, 1, 1])
  t.is(opened(), 1)
})

test('an application that another process changes is followed', async (t) => {
  const { loader, store } = open()
  await loader.load(source)
  const changed = new Promise<void>((resolve) => loader.follow(resolve))
  const other = await openStoredApplications(store, Date.now)
  await other.storage.create(file, 'name: mine\n')
  await changed
  t.deepEqual(loader.storedApplications()?.texts(), [{ file, text: 'name: mine\n' }])
  await loader.close()
})

test('a store that cannot be reached fails the load, which is repeated later', async (t) => {
  const { loader } = open({ fails: true })
  await t.throwsAsync(loader.load(source), {
    instanceOf: LoadingError,
    message: 'the applications in the store cannot be read: no database',
  })
})
