/** Stores refresh tokens: opaque texts, of which the store has only the hash, each used exactly once. */
import { hash, randomBytes } from 'node:crypto'

import type { Clock } from '../../lib/time/clock.ts'
import type { StateStore, StateValue } from '../../storage/index.ts'
import type { Consent } from './consent.ts'
import { buildSortableId, sortablePrefix } from './sortable-id.ts'
import type { StorageKeys } from './storage-keys.ts'

/** The record of a refresh token. */
export interface StoredRefreshToken {
  /** The key of the record in the store. */
  key: string
  consent: Consent
  /** Milliseconds since the epoch. */
  expiresAt: number
  /** The milliseconds since the token was used; undefined for an unused one. */
  spentForMs: number | undefined
}

/** The refresh tokens of one provider. All methods throw when the store fails. */
export interface RefreshTokens {
  /** Returns a new token for a consent, stored until a time in milliseconds since the epoch. */
  issue(consent: Consent, expiresAt: number): Promise<string>
  /** Returns the record of a token, or undefined when it is unknown or expired. */
  find(token: string): Promise<StoredRefreshToken | undefined>
  /** Marks a token as used. Of several concurrent callers, exactly one receives true. */
  spend(kept: StoredRefreshToken): Promise<boolean>
  remove(token: string): Promise<void>
}

const unorderedLength = 43 // 32 bytes as base64url

/** Opens the refresh tokens of one provider. */
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
        expiresAt: entry.expiresAt ?? Number.POSITIVE_INFINITY,
        spentForMs: entry.consumedAt === undefined ? undefined : clock() - entry.consumedAt,
      }
    },

    spend: ({ key }) => store.consume(storageKeys.refreshTokens, key),
    remove: (token) => store.remove(storageKeys.refreshTokens, keyOf(token)),
  }
}

/**
 * Returns the key of a token, which sorts like the token. Tokens of earlier versions have no order; their key is
 * the hash alone.
 */
function keyOf(token: string): string {
  const digest = hash('sha256', token, 'base64url')
  return token.length === unorderedLength ? digest : sortablePrefix(token) + digest
}
