/** Opaque access tokens: random references to signed tokens in the store, kept in memory once verified. */
import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { limitEntries } from '../../../shared/lib/caches/limit-entries.ts'
import type { StateStore } from '../../../shared/storage/index.ts'
import type { TokenRejection } from '../../contract/access/access-token.ts'
import { hashRecordId, type StorageKeys } from '../state/storage-keys.ts'
import type { VerifiedAccessToken, VerifyAccessToken } from './verify-access-token.ts'

/** Returns the token, at once for a signed text or a known reference. Never throws. */
export type VerifyPresentedToken = (
  text: string,
) => VerifiedAccessToken | TokenRejection | Promise<VerifiedAccessToken | TokenRejection>

const prefix = 'at_'
const form = /^at_[\w-]{43}$/
const maxCachedReferences = 20_000

/** Opens the references. `verify` verifies signed tokens. */
export function openTokenReferences(store: StateStore, storageKeys: StorageKeys, verify: VerifyAccessToken) {
  const kind = storageKeys.model('AccessTokenReference')
  const known = new LRUCache<string, string>(limitEntries(maxCachedReferences))

  async function look(reference: string): Promise<VerifiedAccessToken | TokenRejection> {
    try {
      const token = (await store.find(kind, hashRecordId(reference)))?.value
      if (typeof token !== 'string') return { refused: 'invalid_token', reason: 'its reference is unknown or expired' }
      known.set(reference, token)
      return verify(token)
    } catch (error) {
      return { refused: 'unavailable', reason: `its reference cannot be read: ${(error as Error).message}` }
    }
  }

  return {
    generate: (): string => prefix + randomBytes(32).toString('base64url'),
    /** Stores what a reference stands for until the token expires, in milliseconds since the epoch. Throws when the store fails. */
    async save(reference: string, token: string, expiresAt: number): Promise<void> {
      await store.save(kind, hashRecordId(reference), token, { expiresAt })
    },
    verify(text: string): ReturnType<VerifyPresentedToken> {
      if (!text.startsWith(prefix) || !form.test(text)) return verify(text)
      const token = known.get(text)
      return token === undefined ? look(text) : verify(token)
    },
  }
}
