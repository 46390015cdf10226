/** Caches results of token verification: a limited number, and a valid token at most until it expires. */
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { limitEntries } from '../../../shared/lib/caches/limit-entries.ts'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import type { TokenVerificationResult } from '../../contract/access/access-token.ts'
import { findLasting, type LastingState } from '../../data-plane/upstream/lasting-state.ts'
import { clockLeewaySeconds, isTimeDependent } from './claims.ts'

/** The results of all providers together. */
const maxResults = 20_000

type KnownResult = { result: TokenVerificationResult; until: number }

/**
 * Caches results by the digest of the token, until it expires at most; not those that change with time. Results outlive
 * the revision of the documents: `verifier` is what they depend on beside the token.
 */
export function openTokenVerificationCache(clock: Clock, lasting: LastingState, verifier: unknown) {
  const results = findLasting(lasting, 'tokens', [], () => new LRUCache<string, KnownResult>(limitEntries(maxResults)))
  const prefix = hash('sha256', JSON.stringify(verifier), 'base64url')
  /** The cache holds no tokens, so that a memory dump reveals none. */
  const hashToken = (token: string) => hash('sha256', `${prefix} ${token}`, 'base64url')
  return {
    find(token: string): TokenVerificationResult | undefined {
      const known = results.get(hashToken(token))
      return known && known.until > clock() ? known.result : undefined
    },

    /** Caches a result for at most `seconds`. A result that holds only for the current time is not cached. */
    add(token: string, result: TokenVerificationResult, seconds: number): void {
      if (isTimeDependent(result)) return
      const now = clock()
      const end = 'refused' in result ? Number.POSITIVE_INFINITY : (result.expiresAt + clockLeewaySeconds) * 1_000
      const until = Math.min(now + seconds * 1_000, end)
      if (until > now) results.set(hashToken(token), { result, until })
    },
  }
}
