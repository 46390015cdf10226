/** Stores refresh tokens: opaque texts, of which the store has only the hash, each used exactly once. */
import { hash, randomBytes } from 'node:crypto'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import type { StateStore } from '../../../shared/storage/index.ts'
import type { Consent } from './consent.ts'
import { buildSortableId, sortablePrefix } from './sortable-id.ts'
import type { StorageKeys } from './storage-keys.ts'

const unorderedLength = 43 // 32 bytes as base64url

/** Opens the refresh tokens of one provider. */
export function openRefreshTokens(store: StateStore, storageKeys: StorageKeys, clock: Clock) {
  return {
    /** Returns the text of a new token. It is not stored. */
    generate: (): string => buildSortableId(clock(), randomBytes(32).toString('base64url')),

    /** Stores a token for a consent, until a time in milliseconds since the epoch. */
    async save(token: string, consent: Consent, expiresAt: number): Promise<void> {
      await store.save(storageKeys.refreshTokens, keyOf(token), consent, {
        expiresAt,
        group: storageKeys.chain(consent.chain),
      })
    },

    /** Returns the record of a token, or undefined when it is unknown or expired. */
    async find(token: string) {
      const entry = await store.find(storageKeys.refreshTokens, keyOf(token))
      if (!entry) return undefined
      return {
        consent: entry.value as Consent,
        expiresAt: entry.expiresAt ?? Number.POSITIVE_INFINITY,
        /** The milliseconds since the token was used; undefined for an unused one. */
        spentForMs: entry.consumedAt === undefined ? undefined : clock() - entry.consumedAt,
      }
    },

    /** Marks a token as used. Of several concurrent callers, exactly one receives true. */
    spend: (token: string): Promise<boolean> => store.consume(storageKeys.refreshTokens, keyOf(token)),
    remove: (token: string): Promise<void> => store.remove(storageKeys.refreshTokens, keyOf(token)),
  }
}

/** Returns the key of a token, which sorts like the token; for tokens of earlier versions the hash alone. */
function keyOf(token: string): string {
  const digest = hash('sha256', token, 'base64url')
  return token.length === unorderedLength ? digest : sortablePrefix(token) + digest
}
