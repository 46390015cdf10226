/** Finds the sign-ins of users that the store of a provider has a record of, for commands. */
import type { StateStore } from '../../storage/index.ts'
import { type Consent, hasOwner } from './consent.ts'
import { openOwnerConsents } from './owner-consents.ts'
import type { StorageKeys } from './storage-keys.ts'

/** A sign-in that can still be renewed, redeemed or listed. */
export interface RecordedSignIn {
  /** The name in its tokens. */
  subject: string
  /** Seconds since the epoch; undefined while its code is not redeemed. */
  startedAt: number | undefined
}

/**
 * Returns the sign-ins with an unused refresh token or an approval of which the code can be redeemed, and the consents of `user`
 * where the provider keeps them, by chain. Access tokens alone leave no record. Throws when the store fails.
 */
export async function findSignIns(
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
    found.set(key, { subject, startedAt: undefined })
  }
  for (const { chain, startedAt } of consents)
    found.set(chain, { subject: user, startedAt: Math.floor(startedAt / 1000) })
  for (const { entry } of refreshTokens) {
    const consent = entry.value as unknown as Consent
    if (entry.consumedAt !== undefined || !hasOwner(consent)) continue
    found.set(consent.chain, { subject: consent.subject, startedAt: consent.startedAt })
  }
  return found
}
