/** Edits of applications in the store by two nodes with the same documents. */

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import type { Config } from '../../../../src/gateway/config/types/index.ts'
import { openApplicationEdits } from '../../../../src/gateway/parts/applications/application-edits.ts'
import { openApplicationPlanner } from '../../../../src/gateway/parts/applications/plan-application-edit.ts'
import { openStoredApplications } from '../../../../src/gateway/runtime/applications/stored-applications.ts'
import { openDocumentLoader } from '../../../../src/gateway/runtime/documents/open-documents.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { hashSecret } from '../../../../src/shared/security/index.ts'
import { openSqliteStore, type StateStore } from '../../../../src/shared/storage/index.ts'
import { openPostgresStore } from '../../../../src/shared/storage/postgres/postgres-store.ts'
import { eventually } from '../../../_support/eventually.ts'
import { type PostgresServer, postgresBinaries, startPostgres } from '../../../_support/postgres.ts'
import { gatewayParts } from '../../_support/tables.ts'
import { type Files, folderWith } from '../../config/_support/folder.ts'
import { portalFiles } from '../portal/_support/portal.ts'

const catalog = '/acme/sandbox'
const about = { catalog, application: 'mine', by: 'anna' }
const creation = {
  do: 'create',
  settings: { title: 'Mine' },
  clientType: 'public',
  clientId: 'mine-id',
  secretHash: undefined,
} as const

const secretHash = await hashSecret('a secret of these tests')

/** Returns why edits were refused. */
const refusalsOf = (results: readonly object[]) => results.flatMap((each) => ('refused' in each ? [each.refused] : []))

type Node = Awaited<ReturnType<typeof startNode>>

/** A node: its own folder of documents and its own connection to the store. */
async function startNode(t: ExecutionContext, store: StateStore, files: Files = {}) {
  const portal = 'applications: store, self_signup: true, owners: [owner], applications_per_user: 2'
  const folder = await folderWith(t, { ...portalFiles(portal), ...files })
  const environment = { SLUICE_DATA: folder }
  const load = openDocumentLoader({ configFolder: folder, environment }, gatewayParts, { sandbox: true })
  const stored = await openStoredApplications(store, Date.now)
  let config = await read()
  const stop = stored.watch(async () => {
    await stored.refresh().catch(() => {}) // the test may be over
    config = await read().catch(() => config)
  })
  t.teardown(stop)
  const edit = openApplicationEdits({
    folder,
    clock: Date.now,
    load: (overlay) => load(overlay, stored.texts()),
    storedApplications: () => stored,
    runTask: async (task) => openApplicationPlanner(config.catalogs)(task),
    async reload() {
      config = await read()
      return true
    },
    audit: async () => {},
    log: silentLog,
  })
  return { folder, edit, find: (name: string) => config.catalogs[0]?.applications.find((each) => each.name === name) }

  async function read(): Promise<Config> {
    const { config, problems } = await load([], stored.texts())
    if (!config) throw new Error(JSON.stringify(problems))
    return config
  }
}

/** Two stores on the same database. */
type OpenStores = (t: ExecutionContext) => Promise<StateStore[]>

let server: PostgresServer | undefined
if (postgresBinaries) {
  test.before(async () => {
    server = await startPostgres()
  })
  test.after.always(() => server?.close())
} else {
  test.skip('PostgreSQL is not installed (Debian: postgresql)', () => {})
}

async function openSqlite(t: ExecutionContext): Promise<StateStore[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-nodes-'))
  const file = join(folder, 'gateway.sqlite')
  const stores = await Promise.all([1, 2].map(() => openSqliteStore({ file, clock: Date.now })))
  t.teardown(async () => {
    await Promise.all(stores.map((store) => store.close()))
    rmSync(folder, { recursive: true })
  })
  return stores
}

let schemas = 0
async function openPostgres(t: ExecutionContext): Promise<StateStore[]> {
  schemas += 1
  const url = `${server?.url}?schema=edits_${schemas}`
  const opened = await Promise.all([1, 2].map(() => openPostgresStore({ url })))
  t.teardown(() => Promise.all(opened.map(({ store }) => store.close())))
  return opened.map(({ store }) => store)
}

function behavesOn(name: string, on: typeof test, openStores: OpenStores): void {
  async function start(t: ExecutionContext): Promise<[Node, Node]> {
    const stores = await openStores(t)
    return Promise.all(stores.map((store) => startNode(t, store))) as Promise<[Node, Node]>
  }

  on(`${name}: an application of one node reaches the other, without a file, and so does its end`, async (t) => {
    const [a, b] = await start(t)
    t.like(await a.edit({ ...about, ...creation }), { application: { name: 'mine', owner: 'anna' } })
    t.false(existsSync(join(a.folder, 'catalogs/sandbox/applications/mine.yaml')))
    t.is((await eventually(async () => b.find('mine')))?.title, 'Mine')
    t.deepEqual(await b.edit({ ...about, do: 'remove' }), { application: undefined })
    await eventually(async () => a.find('mine') === undefined || undefined)
    t.like(await a.edit({ ...about, ...creation }), { application: { name: 'mine' } }, 'the name is free again')
  })

  on(`${name}: simultaneous edits of one application by both nodes are all kept`, async (t) => {
    const [a, b] = await start(t)
    await a.edit({ ...about, ...creation })
    await eventually(async () => b.find('mine'))
    const results = await Promise.all([
      a.edit({ ...about, do: 'change', settings: { title: 'Changed' } }),
      b.edit({ ...about, do: 'subscribe', product: 'shop', plan: 'gold' }),
      a.edit({ ...about, do: 'change', settings: { grants: ['password'] } }),
      b.edit({ ...about, do: 'subscribe', product: 'news', plan: 'free' }),
    ])
    t.deepEqual(
      results.filter((each) => 'refused' in each),
      [],
    )
    for (const node of [a, b]) {
      const application = await eventually(async () => {
        const found = node.find('mine')
        return found?.subscriptions.length === 2 && found.grants && found.title === 'Changed' ? found : undefined
      })
      t.deepEqual(application?.subscriptions.map(({ product }) => product).toSorted(), ['news', 'shop'])
    }
  })

  on(`${name}: two nodes at once make one credential of a name, and at most ten`, async (t) => {
    const [a, b] = await start(t)
    await a.edit({ ...about, ...creation, clientType: 'confidential', secretHash })
    await eventually(async () => b.find('mine'))
    const add = (node: Node, credential: string, clientId: string) =>
      node.edit({ ...about, do: 'add credential', credential, clientId, secretHash, createdAt: '2026-03-04' })
    const same = await Promise.all([add(a, 'spring', 'one'), add(b, 'spring', 'two')])
    t.deepEqual(refusalsOf(same), ['credential_taken'])
    const many = await Promise.all(
      Array.from({ length: 10 }, (_, index) => add(index % 2 ? a : b, `c${index}`, `id${index}`)),
    )
    t.deepEqual(refusalsOf(many), ['too_many_credentials', 'too_many_credentials'])
    t.is(
      (
        await eventually(async () => (b.find('mine')?.credentials.length === 10 ? b.find('mine') : undefined))
      )?.credentials.filter(({ name }) => name === 'spring').length,
      1,
    )
  })

  on(`${name}: two nodes at once register and create no more applications than are allowed`, async (t) => {
    const [a, b] = await start(t)
    const create = (node: Node, index: number, more: object = {}) =>
      node.edit({
        ...about,
        by: 'ben',
        ...creation,
        application: `n${index}`,
        clientId: `n${index}-id`,
        ...more,
      } as never)
    const results = await Promise.all(Array.from({ length: 6 }, (_, index) => create(index % 2 ? a : b, index)))
    t.deepEqual(refusalsOf(results), Array(4).fill('too_many_applications'))
    const registered = {
      grants: undefined,
      keys: undefined,
      subscription: { product: 'shop', plan: 'gold', state: 'enabled' },
      maxApplications: 1,
    }
    const clients = await Promise.all(
      [a, b].map((node, index) => create(node, 10 + index, { by: 'oauth registration', registered })),
    )
    t.deepEqual(refusalsOf(clients), ['too_many_applications'])
  })

  on(`${name}: of two decisions about one request, the second is refused`, async (t) => {
    const [a, b] = await start(t)
    await a.edit({ ...about, ...creation })
    await eventually(async () => b.find('mine'))
    await a.edit({ ...about, do: 'subscribe', product: 'news', plan: 'large' })
    const decide = (node: Node, decision: 'approve' | 'deny') =>
      node.edit({ ...about, by: 'owner', do: 'decide', product: 'news', plan: 'large', decision })
    t.deepEqual(refusalsOf(await Promise.all([decide(a, 'approve'), decide(b, 'deny')])), ['nothing_requested'])
  })

  on(`${name}: of two nodes that create the same name, one succeeds`, async (t) => {
    const [a, b] = await start(t)
    const results = await Promise.all([a, b].map((node) => node.edit({ ...about, ...creation })))
    t.is(results.filter((each) => 'application' in each).length, 1)
    t.deepEqual(
      results.flatMap((each) => ('refused' in each ? [each.refused] : [])),
      ['name_taken'],
    )
  })
}

behavesOn('SQLite', test, openSqlite)
behavesOn('PostgreSQL', (postgresBinaries ? test : test.skip) as typeof test, openPostgres)

test('a developer cannot change an application in a file, because the other nodes have a file of their own', async (t) => {
  const [store] = await openSqlite(t)
  const text = 'name: old\nowner: anna\nclient_type: public\ncredentials: [{ client_id: old-id }]\n'
  const { edit } = await startNode(t, store as StateStore, { 'catalogs/sandbox/applications/old.yaml': text })
  const old = { ...about, application: 'old' }
  t.like(await edit({ ...old, do: 'change', settings: { title: 'New' } }), { refused: 'kept_in_file' })
  t.like(await edit({ ...old, do: 'remove' }), { refused: 'kept_in_file' })
  t.like(await edit({ ...old, ...creation }), { refused: 'name_taken' })
})

test('the primary itself refuses secrets for a public application, and edits that do not fit its secrets', async (t) => {
  const [store] = await openSqlite(t)
  const { edit } = await startNode(t, store as StateStore)
  await edit({ ...about, ...creation })
  const secretHash = await hashSecret('secret')
  const secret = { secretHash, keepOld: false, oldUntil: undefined }
  const credential = { clientId: 'more-id', secretHash, createdAt: '2026-01-01T00:00:00Z' }
  t.like(await edit({ ...about, do: 'reset secret', ...secret }), { refused: 'no_secret' })
  t.like(await edit({ ...about, do: 'add credential', credential: 'more', ...credential }), { refused: 'no_secret' })
  t.like(await edit({ ...about, do: 'drop old secret' }), { refused: 'one_secret' })
  t.like(await edit({ ...about, do: 'remove credential', credential: 'none' }), { refused: 'unknown_credential' })

  const other = { ...about, application: 'other' }
  await edit({ ...other, ...creation, clientType: 'confidential', clientId: 'other-id', secretHash })
  t.like(await edit({ ...other, do: 'reset secret', ...secret, keep: 'old' }), { refused: 'one_secret' })
})
