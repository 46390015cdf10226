/** Revokes the tokens of a user, for commands beside a running gateway. Workers apply the revocation within half a second. */
import { randomUUID } from 'node:crypto'

import type { Catalog, ProviderSettings } from '../../config/types/index.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { StateStore } from '../../storage/index.ts'
import { saveStateEvent } from './change-events.ts'
import { maxLifetimesMs, userRevocationId } from './revocations.ts'
import { buildStorageKeys } from './storage-keys.ts'

/** The dependencies of `revokeUserTokens`. */
export interface RevokeUserTokensOptions {
  catalog: Pick<Catalog, 'path'>
  settings: Pick<ProviderSettings, 'basePath' | 'accessToken' | 'refreshToken'>
  store: StateStore
  clock: Clock
}

/** How long after the revocation issued tokens are still revoked, in seconds: a token request can be in progress. */
const inProgressSeconds = 1

/**
 * Revokes the access tokens, refresh tokens and codes that a provider has issued to a user, and those of the next second. `user`
 * is the name in the tokens. Tokens that an application got for itself are not concerned. Throws when the store fails.
 */
export async function revokeUserTokens(
  { catalog, settings, store, clock }: RevokeUserTokensOptions,
  user: string,
): Promise<void> {
  const storageKeys = buildStorageKeys(`${catalog.path}${settings.basePath}`)
  const now = clock()
  const before = Math.floor(now / 1000) + inProgressSeconds
  const until = now + Math.max(...Object.values(maxLifetimesMs(settings))) + inProgressSeconds * 1000
  const id = userRevocationId(user)
  await store.save(storageKeys.revoked, id, { until, before }, { expiresAt: until })
  const event = { revoked: id, until, before }
  await saveStateEvent(store, storageKeys.events, clock, { id: randomUUID(), event })
}
