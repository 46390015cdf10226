/**
 * What owners have allowed, so that they can see it and take it back. Kept only where a provider offers that.
 */
import { hash } from 'node:crypto'

import type { StateStore } from '../../storage/index.ts'
import { type Consent, hasOwner } from './consent.ts'
import type { StorageKeys } from './storage-keys.ts'

/** A consent as the owner sees it. */
export interface OwnerConsent {
  chain: string
  clientId: string
  scopes: readonly string[]
  /** Milliseconds since the epoch. */
  startedAt: number
  expiresAt: number
}

export interface OwnerConsents {
  /** Keeps a consent until the last of its tokens ends, a time in milliseconds. */
  save(consent: Consent, expiresAt: number): Promise<void>
  /** What an owner has allowed. */
  list(owner: string): Promise<OwnerConsent[]>
}

export function openOwnerConsents(store: StateStore, storageKeys: StorageKeys): OwnerConsents {
  return {
    async save(consent, expiresAt) {
      if (!hasOwner(consent)) return
      const { chain, clientId, scopes, subject, startedAt } = consent
      const value = { clientId, scopes: [...scopes], startedAt: startedAt * 1000 }
      await store.save(kindOf(subject), chain, value, { expiresAt, group: storageKeys.chain(chain) })
    },

    async list(owner) {
      const kept = await store.list(kindOf(owner))
      return kept.map(({ key, entry }) => ({
        ...(entry.value as unknown as Omit<OwnerConsent, 'chain' | 'expiresAt'>),
        chain: key,
        expiresAt: entry.expiresAt as number,
      }))
    },
  }

  /** Hashed, because names may hold anything. */
  function kindOf(owner: string): string {
    return storageKeys.consents(hash('sha256', owner, 'base64url'))
  }
}

/** For a provider whose owners cannot ask. */
export const disabledOwnerConsents: OwnerConsents = {
  async save() {},
  async list() {
    return []
  },
}
