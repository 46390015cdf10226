/** Revokes the tokens of a user, for commands beside a running gateway. Workers apply the revocation within half a second. */
import { randomUUID } from 'node:crypto'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import { buildFoldName } from '../../../shared/registries/index.ts'
import type { StateStore } from '../../../shared/storage/index.ts'
import type { Catalog, ProviderSettings } from '../../config/types/index.ts'
import { saveStateEvent } from './change-events.ts'
import { type Consent, hasOwner } from './consent.ts'
import { openOwnerConsents } from './owner-consents.ts'
import { userRevocationId } from './revocations.ts'
import { buildStorageKeys, type StorageKeys } from './storage-keys.ts'

/** The dependencies of `revokeUserTokens`. */
export interface RevokeUserTokensOptions {
  catalog: Pick<Catalog, 'path' | 'registries'>
  settings: Pick<ProviderSettings, 'basePath' | 'registry'>
  store: StateStore
  clock: Clock
}

/** What a revocation ended. */
export type RevokedUserTokens = Awaited<ReturnType<typeof revokeUserTokens>>

/** How long after the revocation issued tokens are still revoked, in seconds: a token request can be in progress. */
const inProgressSeconds = 1
/** The longest life that documents can give to a token, in ms: an earlier document of the provider may have given it. */
const longestLifeMs = 252_979_200_000

/**
 * Revokes the access tokens, refresh tokens and codes that a provider has issued to a user, and those of the next second. `name`
 * is any spelling of the name in the tokens. Tokens that an application got for itself are not concerned. Throws when the store
 * fails.
 */
export async function revokeUserTokens(options: RevokeUserTokensOptions, name: string) {
  const { store, clock } = options
  const { storageKeys, user, endedBefore, own, others } = await readSignIns(options, name)
  const id = userRevocationId(user)

  const now = clock()
  const before = Math.floor(now / 1000) + inProgressSeconds
  const until = now + longestLifeMs + inProgressSeconds * 1000
  await store.save(storageKeys.revoked, id, { until, before }, { expiresAt: until })
  const event = { revoked: id, until, before }
  await saveStateEvent(store, storageKeys.events, clock, { id: randomUUID(), event })

  const ended = own.filter(({ startedAt = before }) => startedAt > endedBefore)
  return {
    /** The name as the user registry folds it. */
    user,
    /** The number of sign-ins that the store has a record of. Those that have an access token only leave none. */
    endedSignIns: ended.length,
    /** The names of the other users who are signed in. */
    otherUsers: [...new Set(others.map(({ subject }) => subject))],
  }
}

/** Returns the sign-ins of a user that can still be renewed or redeemed. Access tokens alone leave no record. Throws when the store fails. */
export async function listSignIns(options: SignInsOptions, name: string): Promise<RecordedSignIn[]> {
  const { endedBefore, own } = await readSignIns(options, name)
  return own.filter(({ startedAt = endedBefore + 1 }) => startedAt > endedBefore)
}

type SignInsOptions = Pick<RevokeUserTokensOptions, 'catalog' | 'settings' | 'store'>

/** Reads the recorded sign-ins of a provider, those of a user apart, and until when the last revocation ended them. */
async function readSignIns({ catalog, settings, store }: SignInsOptions, name: string) {
  const storageKeys = buildStorageKeys(`${catalog.path}${settings.basePath}`)
  const foldName = buildFoldName(catalog.registries.get(settings.registry ?? ''))
  const user = foldName(name)
  const last = (await store.find(storageKeys.revoked, userRevocationId(user)))?.value as { before: number } | undefined
  const found = [...(await findSignIns(store, storageKeys, user)).values()]
  const { own = [], others = [] } = Object.groupBy(found, ({ subject }) =>
    foldName(subject) === user ? 'own' : 'others',
  )
  return { storageKeys, user, endedBefore: last?.before ?? 0, own, others } // in seconds since the epoch
}

/** A sign-in that can still be renewed, redeemed or listed. */
interface RecordedSignIn {
  /** The name in its tokens. */
  subject: string
  /** The client id of the application; undefined while its code is not redeemed. */
  clientId: string | undefined
  /** Seconds since the epoch; undefined while its code is not redeemed. */
  startedAt: number | undefined
}

/**
 * Returns the sign-ins with an unused refresh token or an approval of which the code can be redeemed, and the consents of `user`
 * where the provider keeps them, by chain. Access tokens alone leave no record. Throws when the store fails.
 */
async function findSignIns(
  store: StateStore,
  storageKeys: StorageKeys,
  user: string,
): Promise<ReadonlyMap<string, RecordedSignIn>> {
  const [approvals, consents, refreshTokens] = await Promise.all([
    store.list(storageKeys.model('Approval')),
    openOwnerConsents(store, storageKeys).list(user),
    store.list(storageKeys.refreshTokens),
  ])
  const found = new Map<string, RecordedSignIn>()
  for (const { key, entry } of approvals) {
    const { subject } = entry.value as { subject: string }
    found.set(key, { subject, clientId: undefined, startedAt: undefined })
  }
  for (const { chain, clientId, startedAt } of consents)
    found.set(chain, { subject: user, clientId, startedAt: Math.floor(startedAt / 1000) })
  for (const { entry } of refreshTokens) {
    const consent = entry.value as Consent
    if (entry.consumedAt !== undefined || !hasOwner(consent)) continue
    found.set(consent.chain, { subject: consent.subject, clientId: consent.clientId, startedAt: consent.startedAt })
  }
  return found
}
