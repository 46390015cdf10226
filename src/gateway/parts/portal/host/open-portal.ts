/** Opens the developer portal of a catalog. */

import type { Log } from '../../../../shared/lib/output/log.ts'
import type { Clock } from '../../../../shared/lib/time/clock.ts'
import type { UserRegistry } from '../../../../shared/registries/index.ts'
import { openAttemptLimits } from '../../../../shared/security/index.ts'
import type { StateStore } from '../../../../shared/storage/index.ts'
import type { Catalog } from '../../../config/types/index.ts'
import { readLastSecretUses } from '../../../consumers/index.ts'
import type { AppCounters } from '../../../runtime/app/open-counters.ts'
import type { WorkerToPrimary } from '../../../runtime/messages.ts'
import { unpack } from '../../../runtime/rpc/packed.ts'
import type { RpcChannel } from '../../../runtime/rpc/rpc-channel.ts'
import { inspectToken, type TokenIssuer } from '../../../runtime/tokens/inspect-token.ts'
import { buildPortal, type Mailer, type Portal } from '../index.ts'
import { openAccounts, type PortalRegistry } from './accounts.ts'
import { openApplicationUsage } from './application-usage.ts'
import { mergeLiveCounters } from './live-counters.ts'
import { mergeCallLogs } from './merge-call-logs.ts'
import { openPortalSigningKeys } from './signing-keys.ts'

export interface OpenPortalOptions {
  catalog: Catalog
  registries: ReadonlyMap<string, UserRegistry>
  issuers: readonly TokenIssuer[]
  baseUrl: string
  store: StateStore
  counters: AppCounters
  clock: Clock
  log: Log
  /** Sends a request to the primary. */
  requestPrimary: RpcChannel<WorkerToPrimary>['request']
  previousFilesFolder?: string
  /** The folder of the documents. */
  documentsFolder: string
  mailer?: Mailer | undefined
}

/** Returns undefined when the catalog has no portal. */
export function openPortal(options: OpenPortalOptions): Portal | undefined {
  const { catalog, registries, issuers, baseUrl, store, counters, clock, log, requestPrimary: ask } = options
  const { portal: settings } = catalog
  const main = findRegistry(settings?.registry)
  if (!settings || !main) return undefined

  return buildPortal({
    catalog,
    settings,
    baseUrl,
    store,
    counters: counters.attempts,
    clock,
    log,
    mailer: options.mailer,
    documentsFolder: options.documentsFolder,
    previousFilesFolder: options.previousFilesFolder,
    accounts: openAccounts(main, store, findRegistry(settings.localRegistry)),
    attempts: openAttemptLimits({
      store,
      counters: counters.attempts,
      kind: `portal-attempts ${catalog.path}`,
      clock,
      log,
    }),
    findSecretUses: (credential) => readLastSecretUses(store, catalog.path, credential),
    editApplication: (edit) => ask('edit', { edit }),
    signingKeys: openPortalSigningKeys({
      catalog,
      store,
      clock,
      audit: (action, details) => ask('audit', { action, details }),
    }),
    async editDocuments(request) {
      const result = await ask('documents', { request })
      return 'packed' in result ? unpack(result) : result
    },
    describeApi: async ({ location }) => unpack(await ask('describe', { file: location.file })),
    readOpenApi: async ({ location }) => unpack(await ask('openapi', { file: location.file })),
    listRejectedCalls: (application) => ask('rejections', { catalog: catalog.path, application }),
    findExplanation: (requestId) => ask('why', { requestId }),
    handleCallLog: async (request) => mergeCallLogs((await ask('callLog', request)).map(unpack)),
    readLiveCounters: async () => mergeLiveCounters((await ask('live', { catalog: catalog.path })).map(unpack)),
    answerQuestion: (name, argument) => ask('ask', { name, argument, catalog: catalog.path }),
    inspectToken: (token) => inspectToken(token, issuers),
    usage: openApplicationUsage(catalog, { store, counters: counters.limits, clock }),
  })

  function findRegistry(name = ''): PortalRegistry | undefined {
    const users = catalog.registries.get(name)
    const registry = registries.get(name)
    return users && registry && { users, registry }
  }
}
