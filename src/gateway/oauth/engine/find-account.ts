/** Finds owners for oidc-provider, and the ceilings that limit their tokens at this moment. */
import type { Account, KoaContextWithOIDC } from 'oidc-provider'
import type { Client } from '../../consumers/index.ts'
import type { ProviderParts } from '../request/provider-parts.ts'
import { getRequestState } from '../request/request-state.ts'
import { limitToCeilings } from '../scopes/grant-scopes.ts'

/**
 * Returns the function that finds the owner of a token. Codes and refresh tokens are redeemed within the present
 * ceilings of client and owner. It throws `invalid_scope` and `RegistryUnavailableError`.
 */
export function buildFindAccount({ consumers, ceilings, store, storageKeys, settings }: ProviderParts) {
  const hasClaims = settings.openidConnect.claims.size > 0
  return async function findAccount(ctx: KoaContextWithOIDC, id: string): Promise<Account> {
    const { work, consent: presented } = getRequestState(ctx)
    if (work?.consent) {
      const { consent } = work
      const client = consumers.find(consent.clientId) as Client
      const ofOwner = await ceilings.refreshForUser(id, consent.ceiling)
      work.ceilings = [...ceilings.findForClient(client), ...ofOwner]
      if (work.spend?.what === 'code') consent.scopes = limitToCeilings(consent.scopes, work.ceilings, false)
    }
    return {
      accountId: id,
      async claims() {
        const stored = hasClaims && presented && (await store.find(storageKeys.claims, presented.chain))
        return { ...work?.consent?.claims, ...(stored && (stored.value as object)), sub: id }
      },
    }
  }
}
