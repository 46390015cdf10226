/** Refresh tokens: opaque, known to the store by their hash alone, each spent exactly once. */
import { hash, randomBytes } from 'node:crypto'

import type { Clock } from '../../lib/time/clock.ts'
import type { StateStore, StateValue } from '../../storage/index.ts'
import type { Consent } from './consent.ts'
import { buildSortableId, sortablePrefix } from './sortable-id.ts'
import type { StorageKeys } from './storage-keys.ts'

export interface StoredRefreshToken {
  /** What the store calls it. */
  key: string
  consent: Consent
  /** Milliseconds since the epoch. */
  expiresAt: number
  /** How long it was spent already; undefined for a fresh one. */
  spentForMs: number | undefined
}

export interface RefreshTokens {
  /** A new token for a consent, kept until a time in milliseconds. */
  issue(consent: Consent, expiresAt: number): Promise<string>
  find(token: string): Promise<StoredRefreshToken | undefined>
  /** Spends a token. Of many callers exactly one is answered true. */
  spend(kept: StoredRefreshToken): Promise<boolean>
  remove(token: string): Promise<void>
}

const unorderedLength = 43 // 32 bytes as base64url

export function openRefreshTokens(store: StateStore, storageKeys: StorageKeys, clock: Clock): RefreshTokens {
  return {
    async issue(consent, expiresAt) {
      const token = buildSortableId(clock(), randomBytes(32).toString('base64url'))
      const value = consent as unknown as StateValue
      await store.save(storageKeys.refreshTokens, keyOf(token), value, {
        expiresAt,
        group: storageKeys.chain(consent.chain),
      })
      return token
    },

    async find(token) {
      const key = keyOf(token)
      const entry = await store.find(storageKeys.refreshTokens, key)
      if (!entry) return undefined
      return {
        key,
        consent: entry.value as unknown as Consent,
        expiresAt: entry.expiresAt as number,
        spentForMs: entry.consumedAt === undefined ? undefined : clock() - entry.consumedAt,
      }
    },

    spend: ({ key }) => store.consume(storageKeys.refreshTokens, key),
    remove: (token) => store.remove(storageKeys.refreshTokens, keyOf(token)),
  }
}

/** Sorts as the token does. Those of an earlier version had no order, and are kept by their hash alone. */
function keyOf(token: string): string {
  const digest = hash('sha256', token, 'base64url')
  return token.length === unorderedLength ? digest : sortablePrefix(token) + digest
}
