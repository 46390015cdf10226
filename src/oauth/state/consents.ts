/**
 * What owners have allowed, so that they can see it and take it back. Kept only where a provider offers that.
 */
import { hash } from 'node:crypto'

import type { Store } from '../../storage/index.ts'
import { type Consent, hasOwner } from '../tokens/consent.ts'
import type { Kinds } from './storage-keys.ts'

/** One consent as its owner is shown it. */
export interface Allowed {
  chain: string
  clientId: string
  scopes: readonly string[]
  /** Milliseconds since the epoch. */
  startedAt: number
  expiresAt: number
}

export interface Consents {
  /** Keeps a consent until the last of its tokens ends, a time in milliseconds. */
  remember(consent: Consent, expiresAt: number): Promise<void>
  /** What an owner has allowed. */
  of(owner: string): Promise<Allowed[]>
}

export function openConsents(store: Store, kinds: Kinds): Consents {
  return {
    async remember(consent, expiresAt) {
      if (!hasOwner(consent)) return
      const { chain, clientId, scopes, subject, startedAt } = consent
      const value = { clientId, scopes: [...scopes], startedAt: startedAt * 1000 }
      await store.save(kindOf(subject), chain, value, { expiresAt, group: kinds.chain(chain) })
    },

    async of(owner) {
      const kept = await store.list(kindOf(owner))
      return kept.map(({ key, entry }) => ({
        ...(entry.value as unknown as Omit<Allowed, 'chain' | 'expiresAt'>),
        chain: key,
        expiresAt: entry.expiresAt as number,
      }))
    },
  }

  /** Hashed, because names may hold anything. */
  function kindOf(owner: string): string {
    return kinds.consents(hash('sha256', owner, 'base64url'))
  }
}

/** For a provider whose owners cannot ask. */
export const noConsents: Consents = {
  async remember() {},
  async of() {
    return []
  },
}
