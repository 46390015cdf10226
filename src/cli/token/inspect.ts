/**
 * Inspects a token with the running gateway; without one, with the documents and the store. The token never
 * leaves the machine.
 */
import { access } from 'node:fs/promises'
import { join } from 'node:path'

import type { Config } from '../../config/types/index.ts'
import { openConsumers } from '../../consumers/index.ts'
import { silentLog } from '../../lib/output/log.ts'
import { systemClock } from '../../lib/time/clock.ts'
import { openOauthProvider } from '../../oauth/index.ts'
import { loadDocuments, printProblems } from '../../runtime/documents/index.ts'
import { defaultBaseUrl } from '../../runtime/listening/index.ts'
import type { Settings } from '../../runtime/settings/index.ts'
import { inspectToken, type TokenInspection, type TokenIssuer } from '../../runtime/tokens/index.ts'
import { openSqliteStore, type StateStore } from '../../storage/index.ts'
import { askGateway } from '../common/query-gateway.ts'

/** Inspects a token. Rejects with a message for the user. */
export async function inspectTokenLocally(token: string, settings: Settings): Promise<TokenInspection> {
  const answer = await askGateway(settings.dataFolder, 'token', { token })
  return answer ?? inspectAlone(token, settings)
}

async function inspectAlone(token: string, settings: Settings): Promise<TokenInspection> {
  const file = join(settings.dataFolder, 'gateway.sqlite')
  await access(file).catch(() => {
    throw new Error(
      `no gateway runs over ${settings.dataFolder}, and none ever did: nothing is known of tokens`,
    )
  })
  const config = printProblems(await loadDocuments(settings, { sandbox: true }))
  if (!config)
    throw new Error('the documents have errors, so the operations of a token are unknown: run "sluice check"')

  const store = await openSqliteStore({ file, clock: systemClock })
  const { issuers, close } = await openIssuers(config, store, settings)
  try {
    return await inspectToken(token, issuers)
  } finally {
    await close()
    await store.close()
  }
}

async function openIssuers({ catalogs }: Config, store: StateStore, { baseUrl, listening }: Settings) {
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
        clock: systemClock,
        log: silentLog,
      })
      open.push(close)
      issuers.push({ name: provider.name, issuer, verify, findTokenCeilings, catalog, consumers })
    }
  }
  return { issuers, close: () => Promise.all(open.map((close) => close())) }
}
