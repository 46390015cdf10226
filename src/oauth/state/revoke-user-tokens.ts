/** Revokes the tokens of a user, for commands beside a running gateway. Workers apply the revocation within half a second. */
import { randomUUID } from 'node:crypto'

import type { Catalog, ProviderSettings } from '../../config/types/index.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { buildFoldName } from '../../registries/index.ts'
import type { StateStore } from '../../storage/index.ts'
import { saveStateEvent } from './change-events.ts'
import { findSignIns } from './find-sign-ins.ts'
import { maxLifetimesMs, userRevocationId } from './revocations.ts'
import { buildStorageKeys } from './storage-keys.ts'

/** The dependencies of `revokeUserTokens`. */
export interface RevokeUserTokensOptions {
  catalog: Pick<Catalog, 'path' | 'registries'>
  settings: Pick<ProviderSettings, 'basePath' | 'accessToken' | 'refreshToken' | 'registry'>
  store: StateStore
  clock: Clock
}

/** What a revocation ended. */
export interface RevokedUserTokens {
  /** The name as the user registry folds it. */
  user: string
  /** The number of sign-ins that the store has a record of. Those that have an access token only leave none. */
  endedSignIns: number
  /** The names of the other users who are signed in. */
  otherUsers: readonly string[]
}

/** How long after the revocation issued tokens are still revoked, in seconds: a token request can be in progress. */
const inProgressSeconds = 1

/**
 * Revokes the access tokens, refresh tokens and codes that a provider has issued to a user, and those of the next second. `name`
 * is any spelling of the name in the tokens. Tokens that an application got for itself are not concerned. Throws when the store
 * fails.
 */
export async function revokeUserTokens(
  { catalog, settings, store, clock }: RevokeUserTokensOptions,
  name: string,
): Promise<RevokedUserTokens> {
  const storageKeys = buildStorageKeys(`${catalog.path}${settings.basePath}`)
  const foldName = buildFoldName(catalog.registries.get(settings.registry ?? ''))
  const user = foldName(name)
  const id = userRevocationId(user)
  const last = (await store.find(storageKeys.revoked, id))?.value as { before: number } | undefined
  const signIns = [...(await findSignIns(store, storageKeys, user)).values()]

  const now = clock()
  const before = Math.floor(now / 1000) + inProgressSeconds
  const until = now + Math.max(...Object.values(maxLifetimesMs(settings))) + inProgressSeconds * 1000
  await store.save(storageKeys.revoked, id, { until, before }, { expiresAt: until })
  const event = { revoked: id, until, before }
  await saveStateEvent(store, storageKeys.events, clock, { id: randomUUID(), event })

  const endedBefore = last?.before ?? 0
  const ended = signIns.filter(
    ({ subject, startedAt = before }) => foldName(subject) === user && startedAt > endedBefore,
  )
  const others = signIns.map(({ subject }) => subject).filter((subject) => foldName(subject) !== user)
  return { user, endedSignIns: ended.length, otherUsers: [...new Set(others)] }
}
