/** Lists the consents of owners, so that owners can see and revoke them. Used only where a provider offers that. */
import { hash } from 'node:crypto'
import type { StateStore } from '../../../shared/storage/index.ts'
import { type Consent, hasOwner } from './consent.ts'
import type { StorageKeys } from './storage-keys.ts'

/** A consent as its owner sees it. */
export interface OwnerConsent {
  chain: string
  clientId: string
  scopes: readonly string[]
  /** Milliseconds since the epoch. */
  startedAt: number
  expiresAt: number
}

/** Opens the consents of the owners of one provider. */
export function openOwnerConsents(store: StateStore, storageKeys: StorageKeys) {
  return {
    /** Stores a consent until its last token expires (milliseconds, epoch). Ignores consents without an owner. */
    async save(consent: Consent, expiresAt: number): Promise<void> {
      if (!hasOwner(consent)) return
      const { chain, clientId, scopes, subject, startedAt } = consent
      const value = { clientId, scopes: [...scopes], startedAt: startedAt * 1000 }
      await store.save(kindOf(subject), chain, value, { expiresAt, group: storageKeys.chain(chain) })
    },

    /** Returns the consents of an owner that have not expired. */
    async list(owner: string): Promise<OwnerConsent[]> {
      const kept = await store.list(kindOf(owner))
      return kept.map(({ key, entry }) => ({
        ...(entry.value as Omit<OwnerConsent, 'chain' | 'expiresAt'>),
        chain: key,
        expiresAt: entry.expiresAt ?? Number.POSITIVE_INFINITY,
      }))
    },
  }

  /** Returns the kind of an owner's records. It has a hash of the name, because names can have any characters. */
  function kindOf(owner: string): string {
    return storageKeys.consents(hash('sha256', owner, 'base64url'))
  }
}

/** The consents of a provider without endpoints for owners: they store nothing. */
export const disabledOwnerConsents: ReturnType<typeof openOwnerConsents> = { async save() {}, list: async () => [] }
