/** Inspects a token with the running gateway, or without one with documents and store. It stays on this machine. */
import { silentLog } from '../../../shared/lib/output/log.ts'
import { defaultBaseUrl } from '../../../shared/process/listening/index.ts'
import { type OpenedStateStore, openExistingStateStore } from '../../../shared/storage/index.ts'
import { queryRunningGateway } from '../../cli/common/query-gateway.ts'
import type { Config } from '../../config/types/index.ts'
import { openConsumers } from '../../consumers/index.ts'
import { openOauthProvider } from '../../oauth/index.ts'
import type { GatewayPart } from '../../part.ts'
import { loadDocuments, printProblems } from '../../runtime/documents/index.ts'
import type { Settings } from '../../runtime/settings/index.ts'
import { inspectToken, type TokenInspection, type TokenIssuer } from '../../runtime/tokens/index.ts'

/** Inspects a token. Rejects with a message for the user. */
export async function inspectTokenLocally(
  token: string,
  settings: Settings,
  parts: readonly GatewayPart[],
): Promise<TokenInspection> {
  const answer = await queryRunningGateway(settings.dataFolder, 'token', { token })
  return answer ?? inspectAlone(token, settings, parts)
}

async function inspectAlone(
  token: string,
  settings: Settings,
  parts: readonly GatewayPart[],
): Promise<TokenInspection> {
  const config = printProblems(await loadDocuments(settings, parts, { sandbox: true }))
  if (!config)
    throw new Error('the documents have errors, so the operations of a token are unknown: run "sluice check"')

  const opened = await openExistingStateStore(settings.store)
  if (!opened)
    throw new Error(
      `no gateway has used the data folder ${settings.dataFolder}, so there are no tokens: set SLUICE_DATA to that of the gateway`,
    )
  const { issuers, close } = await openIssuers(config, opened, settings)
  try {
    return await inspectToken(token, issuers)
  } finally {
    await close()
    await opened.store.close()
  }
}

async function openIssuers({ catalogs }: Config, { store, clock }: OpenedStateStore, { baseUrl, listening }: Settings) {
  const open: (() => Promise<void>)[] = []
  const issuers: TokenIssuer[] = []
  for (const catalog of catalogs) {
    const consumers = openConsumers(catalog)
    for (const provider of catalog.providers.values()) {
      const { issuer, verify, findTokenCeilings, close } = await openOauthProvider({
        catalog,
        settings: { ...provider, grants: new Set() }, // this provider issues no tokens
        baseUrl: baseUrl || defaultBaseUrl(listening.listeners),
        store,
        registry: undefined,
        consumers,
        clock,
        log: silentLog,
      })
      open.push(close)
      issuers.push({ name: provider.name, issuer, verify, findTokenCeilings, catalog, consumers })
    }
  }
  return { issuers, close: () => Promise.all(open.map((close) => close())) }
}
