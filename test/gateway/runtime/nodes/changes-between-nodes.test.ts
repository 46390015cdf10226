/**
 * What one gateway does reaches another one over the database they share: by a notification, while no store looks by itself,
 * and by the look at intervals, while every notification is lost.
 */
import test, { type ExecutionContext } from 'ava'
import pg from 'pg'
import type { InvalidResources } from '../../../../src/gateway/data-plane/index.ts'
import { openSigningKeyManager } from '../../../../src/gateway/oauth/index.ts'
import { openStoredApplications } from '../../../../src/gateway/runtime/applications/stored-applications.ts'
import type { DocumentSource } from '../../../../src/gateway/runtime/documents/open-documents.ts'
import { addStoredApplications } from '../../../../src/gateway/runtime/loading/application-loader.ts'
import type { Loader } from '../../../../src/gateway/runtime/loading/loader.ts'
import { openSharedInvalidations } from '../../../../src/gateway/runtime/nodes/share-invalidations.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { openPostgresStore } from '../../../../src/shared/storage/postgres/postgres-store.ts'
import { type PostgresServer, postgresBinaries, startPostgres } from '../../../_support/postgres.ts'
import { settings } from '../../oauth/_support/documents.ts'
import { app, managed } from '../../oauth/_support/features.ts'
import { answerOf, passwordForm, post, run } from '../../oauth/_support/provider.ts'

let server: PostgresServer
let schemas = 0

if (postgresBinaries) {
  test.before(async () => {
    server = await startPostgres()
  })
  test.after.always(() => server?.close())
} else {
  test.skip('PostgreSQL is not installed (Debian: postgresql)', () => {})
}

const neverMs = 2 ** 31 - 1

/** The two ways in which a change arrives. With each the other one is switched off. */
const ways = {
  'a notification': { watchIntervalMs: neverMs, losesNotifications: false },
  'a look at intervals, when the notification was lost': { watchIntervalMs: 20, losesNotifications: true },
} as const satisfies Record<string, Way>
type Way = { watchIntervalMs: number; losesNotifications: boolean }

/** Opens the stores of two gateways on a schema of their own. */
async function openStores(t: ExecutionContext, { watchIntervalMs, losesNotifications }: Way) {
  t.timeout(20_000)
  const schema = `changes${schemas++}`
  const url = `${server.url}?schema=${schema}`
  const now = Date.now()
  const opened: Awaited<ReturnType<typeof openPostgresStore>>[] = []
  for (let node = 0; node < 2; node += 1)
    opened.push(await openPostgresStore({ url, watchIntervalMs, clock: () => now }))
  t.teardown(() => Promise.all(opened.map(({ store }) => store.close())))
  if (losesNotifications) {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    // The function that writes finds this one before that of PostgreSQL.
    await client.query(
      `CREATE FUNCTION ${schema}.pg_notify(text, text) RETURNS void LANGUAGE sql AS 'SELECT NULL::void'`,
    )
    await client.end()
  }
  const [a, b] = opened as [(typeof opened)[0], (typeof opened)[0]]
  return { a: a.store, b: b.store, now }
}

/** Opens the providers of two gateways under one URL. */
async function openProviders(t: ExecutionContext, way: Way) {
  const { a, b, now } = await openStores(t, way)
  const first = await run(t, { store: a, settings: managed, now })
  const second = await run(t, { store: b, settings: managed, now, baseUrl: first.baseUrl })
  return { first, second, a, now }
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5))
}

for (const [title, way] of Object.entries(ways)) {
  const withServer = postgresBinaries ? test.serial : test.skip

  withServer(`a revocation reaches the other gateway by ${title}`, async (t) => {
    const { first, second } = await openProviders(t, way)
    const { access_token: token } = await first.signIn()
    t.like(second.provider.verify(token), { subject: 'alice' })
    await post(`${first.address}/oauth2/revoke`, { ...app, token })
    await until(async () => 'refused' in (await second.provider.verify(token)))
    t.like(second.provider.verify(token), { refused: 'invalid_token', reason: 'revoked' })
  })

  withServer(`a rotated key reaches the other gateway by ${title}`, async (t) => {
    const { first, second, a, now } = await openProviders(t, way)
    const catalog = { path: '/acme/sandbox' }
    const manager = openSigningKeyManager({ catalog, settings, store: a, clock: () => now })
    const { kid } = await manager.rotate()
    const published = async (address: string) => {
      const { body } = await answerOf(await fetch(`${address}/oauth2/jwks`))
      return (body.keys as { kid: string }[]).some((each) => each.kid === kid)
    }
    for (const { address } of [second, first]) await until(() => published(address))
    t.pass()
  })

  withServer(`invalid responses reach the other gateway by ${title}`, async (t) => {
    const { a, b, now } = await openStores(t, way)
    const received: InvalidResources[] = []
    const [first, second] = Object.entries({ one: a, two: b }).map(([node, store]) =>
      openSharedInvalidations({
        store,
        clock: () => now,
        log: silentLog,
        node,
        receive: (resources) => void received.push(resources),
      }),
    )
    t.teardown(() => [first, second].map((each) => each?.close()))
    first?.announce(['/customers'])
    await until(() => received.length > 0)
    t.deepEqual(received, [['/customers']])
  })

  withServer(`a created application reaches the other gateway by ${title}`, async (t) => {
    const { loader, applications, load, followed } = await openLoader(t, way)
    await load()
    await applications.create(file, 'name: mine\n')
    await followed()
    t.deepEqual(loader.storedApplications()?.texts(), [{ file, text: 'name: mine\n' }])
  })
}

const whenInstalled = postgresBinaries ? test.serial : test.skip

whenInstalled('a suspended application reaches the other gateway by a notification', async (t) => {
  const { loader, applications, load, followed } = await openLoader(t, ways['a notification'])
  await applications.create(file, 'name: mine\n')
  await load()
  await applications.replace(file, 'name: mine\n', 'name: mine\nstate: disabled\n')
  await followed()
  t.deepEqual(loader.storedApplications()?.texts(), [{ file, text: 'name: mine\nstate: disabled\n' }])
})

whenInstalled(
  'a user who is locked at one gateway is locked at the other at once, without a notification',
  async (t) => {
    const { first, second } = await openProviders(t, { watchIntervalMs: neverMs, losesNotifications: true })
    let status = 0
    while (status !== 429)
      status = (await post(`${first.address}/oauth2/token`, { ...passwordForm, password: 'guess' })).status
    t.is((await post(`${second.address}/oauth2/token`, passwordForm)).status, 429)
  },
)

const file = 'catalogs/sandbox/applications/mine.yaml'

/** Opens the loader of one gateway, and the applications of the other. */
async function openLoader(t: ExecutionContext, way: Way) {
  const { a, b, now } = await openStores(t, way)
  const report = async () => ({ revision: 'r', problems: [], changes: [], storesApplications: true })
  const base = { load: report, preview: report, close: async () => {} } as unknown as Loader
  const applicationsOf = (store: typeof a) => openStoredApplications(store, () => now)
  const loader = addStoredApplications(
    base,
    async () => ({ ...(await applicationsOf(b)), close: async () => {} }),
    silentLog,
  )
  t.teardown(() => loader.close())
  const followed = Promise.withResolvers<void>()
  const source: DocumentSource = { configFolder: '/documents', environment: {} }
  return {
    loader,
    applications: (await applicationsOf(a)).storage,
    async load() {
      await loader.load(source)
      loader.follow(followed.resolve)
    },
    followed: () => followed.promise,
  }
}
