/**
 * A portal over documents as they stand on disk, with everything but the processes: what the primary does is done
 * here, and a change of documents puts another portal in the place of the first.
 */

import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { describeApi, describeChanges, readPublicOpenApi } from '../../../../../src/gateway/config/index.ts'
import type { Catalog, Config, RegistrySettings } from '../../../../../src/gateway/config/types/index.ts'
import { readLastSecretUses } from '../../../../../src/gateway/consumers/index.ts'
import type { Explanation } from '../../../../../src/gateway/contract/access/explanation.ts'
import { openApplicationEdits } from '../../../../../src/gateway/parts/applications/application-edits.ts'
import { openApplicationPlanner } from '../../../../../src/gateway/parts/applications/plan-application-edit.ts'
import { openAccounts } from '../../../../../src/gateway/parts/portal/host/accounts.ts'
import { openApplicationUsage } from '../../../../../src/gateway/parts/portal/host/application-usage.ts'
import { compareTexts } from '../../../../../src/gateway/parts/portal/host/documents/compare-texts.ts'
import { openDocumentEditor } from '../../../../../src/gateway/parts/portal/host/documents/document-editor.ts'
import { openDocumentTasks } from '../../../../../src/gateway/parts/portal/host/documents/document-tasks.ts'
import { testSignIn } from '../../../../../src/gateway/parts/portal/host/documents/test-sign-in.ts'
import { buildLiveCounters } from '../../../../../src/gateway/parts/portal/host/live-counters.ts'
import { openPortalSigningKeys } from '../../../../../src/gateway/parts/portal/host/signing-keys.ts'
import { buildPortal, type Portal, type PortalDeps } from '../../../../../src/gateway/parts/portal/index.ts'
import { openDocumentLoader } from '../../../../../src/gateway/runtime/documents/open-documents.ts'
import { pack, unpack } from '../../../../../src/gateway/runtime/rpc/packed.ts'
import { logAuditFailures } from '../../../../../src/gateway/telemetry/audit/index.ts'
import { openCallLog } from '../../../../../src/gateway/telemetry/call-log/call-log.ts'
import { buildProxyHeaderReader } from '../../../../../src/shared/http/request/trusted-proxies.ts'
import { type Log, openLog } from '../../../../../src/shared/lib/output/log.ts'
import { openUserRegistries, type UserRegistry } from '../../../../../src/shared/registries/index.ts'
import { openAttemptLimits } from '../../../../../src/shared/security/index.ts'
import { openMemoryStore, type StateStore } from '../../../../../src/shared/storage/index.ts'
import { gatewayParts } from '../../../_support/tables.ts'
import { type Files, folderWith, valid } from '../../../config/_support/folder.ts'
import { Browser } from './browser.ts'

export interface TestPortal {
  /** The origin. */
  origin: string
  /** The folder of the documents. */
  folder: string
  dataFolder: string
  store: StateStore
  /** Lines of the log. */
  lines: string[]
  /** What the audit trail holds. */
  trail: Record<string, unknown>[]
  /** Milliseconds since the epoch; a test may let time pass. */
  clock: { now: number }
  /** Calls that were refused, for those who ask why. */
  explanations: Map<string, Explanation>
  config(): Config
  catalog(): Catalog
  /** Somebody's browser, signed in nowhere. */
  browser(): Browser
  /** Returns a new browser in which somebody has just signed up. Throws when the portal rejects it. */
  signedUp(name: string): Promise<Browser>
  /** Another worker, over the same store and documents. */
  worker(): Promise<string>
}

/** Tests come from other networks by `X-Forwarded-For`. */
const readForwardedFor = buildProxyHeaderReader(['127.0.0.0/8'])

export interface TestOptions {
  files?: Files
  /** Members of `portal` in the catalog's document, besides the registry. */
  portal?: string
  tools?: Partial<PortalDeps>
  /** Further variables that documents may refer to. */
  environment?: Record<string, string>
  /** Whether documents that were written are put to use. */
  used?: () => boolean
  /** What happens while a change is tried. */
  tried?: (folder: string) => Promise<void>
}

const staff = `name: staff
title: Staff
registry_type: lur
users_file: $env{SLUICE_DATA}/staff.json
`

/** The valid documents of the loader's tests, with a portal and two products more. */
export function portalFiles(portal: string): Files {
  return {
    'providers/staff.yaml': staff,
    'catalogs/sandbox/catalog.yaml': valid['catalogs/sandbox/catalog.yaml'].replace(
      '[users]',
      `[users, staff]\nportal: { user_registry: staff, ${portal} }`,
    ),
    'catalogs/sandbox/products/news.yaml': `product: 1.0.0
info: { name: news, version: 2.0.0, title: News, description: What is new }
apis:
  customers: { name: "customers:1.0.0" }
plans:
  free: { title: Free, rate-limits: { default: { value: 10/1minute, hard-limit: true } } }
  large:
    title: Large
    description: For those who need more
    approval: true
    burst-limits: { burst: { value: 5/1second } }
    apis:
      customers: { rate-limit: { value: unlimited }, operations: [{ operationId: list }] }
`,
  }
}

export async function startPortal(t: ExecutionContext, options: TestOptions = {}): Promise<TestPortal> {
  const { portal = 'self_signup: true, owners: [owner]', files = {}, used = () => true } = options
  const folder = await folderWith(t, { ...portalFiles(portal), ...files })
  const data = await mkdtemp(join(tmpdir(), 'sluice-portal-'))
  t.teardown(() => rm(data, { recursive: true, force: true, maxRetries: 10 }))

  const environment = { SLUICE_DATA: data, ...options.environment }
  const load = openDocumentLoader({ configFolder: folder, environment }, gatewayParts, { sandbox: true })
  const lines: string[] = []
  const trail: Record<string, unknown>[] = []
  const clock = { now: Date.now() }
  const store = openMemoryStore({ clock: () => clock.now })
  const explanations = new Map<string, Explanation>()
  const log = openLog({ level: 'info', write: (line) => lines.push(line) })
  const audit = logAuditFailures(async (action, details) => void trail.push({ action, ...details }), log)

  const callLog = openCallLog(
    () => clock.now,
    () => undefined,
  )

  let config = await loaded()
  const workers: { portal: Portal }[] = []
  const edit = openApplicationEdits({
    folder,
    clock: () => clock.now,
    async load(instead) {
      const loaded = await load(instead)
      if (existsSync(join(folder, instead.file))) await options.tried?.(folder)
      return loaded
    },
    storedApplications: () => undefined,
    runTask: async (task) => openApplicationPlanner(config.catalogs)(task),
    async reload() {
      if (!used()) return false
      config = await loaded()
      for (const worker of workers) worker.portal = build()
      return true
    },
    audit,
    log,
  })

  const runDocumentTask = openDocumentTasks({ folder, environment }, gatewayParts)
  const editor = openDocumentEditor({
    folder,
    async preview(overlay) {
      const { config: next, problems } = await load(overlay)
      return { problems, changes: next ? describeChanges(config, next) : [] }
    },
    async putToUse(overlays, write) {
      const { config: next, problems } = await load(overlays)
      if (!next) return { problems, isInUse: false }
      await write(describeChanges(config, next))
      if (!used()) return { problems, isInUse: false }
      config = next
      for (const worker of workers) worker.portal = build()
      return { problems, isInUse: true }
    },
    runTask: async (task) => pack(await runDocumentTask(task, config.catalogs)),
    compare: async (changes) => compareTexts(changes, { folder, environment }),
    testSignIn: (request) =>
      testSignIn({ folder, environment, store: { url: 'sqlite', dataFolder: data }, ...request }, gatewayParts),
    audit,
    clock: () => clock.now,
    log,
  })

  const editDocuments: PortalDeps['editDocuments'] = async (request) => {
    const result = await editor(request)
    return 'packed' in result ? unpack(result) : result
  }

  const origin = await serveWorker()
  const open = () => new Browser(origin, `${catalogOf().path}/portal`)
  return {
    origin,
    folder,
    dataFolder: data,
    store,
    lines,
    trail,
    clock,
    explanations,
    config: () => config,
    catalog: catalogOf,
    browser: open,
    async signedUp(name) {
      const browser = open()
      const { status, body } = await browser.signUp(name)
      if (status !== 201) throw new Error(`${name} cannot sign up: ${status} ${JSON.stringify(body)}`)
      return browser
    },
    worker: serveWorker,
  }

  async function loaded(): Promise<Config> {
    const { config, problems } = await load()
    if (!config) throw new Error(problems.map(({ message }) => message).join('\n'))
    return config
  }

  function catalogOf(): Catalog {
    return config.catalogs[0] as Catalog
  }

  function build(): Portal {
    return buildPortal({ ...toolsOf(catalogOf(), log), ...options.tools })
  }

  function toolsOf(catalog: Catalog, log: Log): PortalDeps {
    const settings = catalog.portal as NonNullable<Catalog['portal']>
    const tls = () => {
      throw new Error('no TLS profile here')
    }
    const opened = openUserRegistries([...catalog.registries.values()], { log, tls, store }).all
    const find = (name: string) => ({
      users: catalog.registries.get(name) as RegistrySettings,
      registry: opened.get(name) as UserRegistry,
    })
    const { localRegistry } = settings
    const now = () => clock.now
    return {
      catalog,
      settings,
      store,
      counters: store,
      log,
      editApplication: edit,
      editDocuments,
      signingKeys: openPortalSigningKeys({ catalog, store, clock: now, audit }),
      baseUrl: 'http://gateway.test',
      documentsFolder: folder,
      siteFolder: join(data, 'no-site'),
      clock: now,
      accounts: openAccounts(
        find(settings.registry),
        store,
        localRegistry === undefined ? undefined : find(localRegistry),
      ),
      findSecretUses: (credential) => readLastSecretUses(store, catalog.path, credential),
      attempts: openAttemptLimits({ store, kind: `portal-attempts ${catalog.path}`, clock: now, log }),
      describeApi: ({ location }) => describeApi(folder, location.file, environment),
      readOpenApi: ({ location }) => readPublicOpenApi(folder, location.file, environment),
      listRejectedCalls: async () => [],
      findExplanation: async (id) => explanations.get(id),
      answerQuestion: async () => [],
      readLiveCounters: async () => buildLiveCounters(catalog.path.slice(1), [], [...explanations.values()]),
      handleCallLog: async (request) => callLog.handle(request),
      inspectToken: async () => ({ refused: 'it is none', operations: [] }),
      usage: openApplicationUsage(catalog, { store, counters: store, clock: now }),
    }
  }

  async function serveWorker(): Promise<string> {
    const worker = { portal: build() }
    workers.push(worker)
    const server = createServer((request, response) => {
      readForwardedFor(request)
      worker.portal.handle(request, response)
    })
    t.teardown(() => void server.close().closeAllConnections())
    return listening(server)
  }
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
