/** Opens the developer portal of a catalog. */
import { openAttemptLimits } from '../../../../shared/security/index.ts'
import { readLastSecretUses } from '../../../consumers/index.ts'
import type { OpenPortalOptions } from '../../../runtime/app/catalog-rows.ts'
import { unpack } from '../../../runtime/rpc/packed.ts'
import { inspectToken } from '../../../runtime/tokens/inspect-token.ts'
import { buildPortal, type Portal } from '../index.ts'
import { buildRequestPrimary } from '../processes/messages.ts'
import { openAccounts, type PortalRegistry } from './accounts.ts'
import { openApplicationUsage } from './application-usage.ts'
import { mergeLiveCounters } from './live-counters.ts'
import { mergeCallLogs } from './merge-call-logs.ts'
import { openMailer } from './open-mailer.ts'
import { openPortalSigningKeys } from './signing-keys.ts'

/** Returns undefined when the catalog has no portal. */
export function openPortal(options: OpenPortalOptions): Portal | undefined {
  const { catalog, registries, issuers, baseUrl, store, counters, clock, log, requestPrimary: ask } = options
  const { portal: settings } = catalog
  const main = findRegistry(settings?.registry)
  if (!settings || !main) return undefined
  const request = buildRequestPrimary((message, deadlineMs) => ask('part', message, deadlineMs))

  return buildPortal({
    catalog,
    settings,
    baseUrl,
    store,
    counters: counters.attempts,
    clock,
    log,
    mailer: openMailer(options.mail),
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
    editApplication: options.editApplication,
    signingKeys: openPortalSigningKeys({
      catalog,
      store,
      clock,
      audit: (action, details) => ask('audit', { action, details }),
    }),
    async editDocuments(wanted) {
      const result = await request('documents', { request: wanted })
      return 'packed' in result ? unpack(result) : result
    },
    describeApi: async ({ location }) => unpack(await request('describe', { file: location.file })),
    readOpenApi: async ({ location }) => unpack(await request('openapi', { file: location.file })),
    listRejectedCalls: (application) => ask('rejections', { catalog: catalog.path, application }),
    findExplanation: (requestId) => ask('why', { requestId }),
    handleCallLog: async (wanted) => mergeCallLogs((await ask('callLog', wanted)).map(unpack)),
    readLiveCounters: async () => mergeLiveCounters((await request('live', { catalog: catalog.path })).map(unpack)),
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
