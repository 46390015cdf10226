/** Caches results of token verification: a limited number, and a valid token at most until it expires. */
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { limitEntries } from '../../../shared/lib/caches/limit-entries.ts'
import type { Clock } from '../../../shared/lib/time/clock.ts'
import type { TokenVerificationResult } from '../../contract/access/access-token.ts'
import { clockLeewaySeconds, isTimeDependent } from './claims.ts'

const maxCachedResults = 10_000

/** Caches results by the digest of the token, until it expires at most; not those that change with time. */
export function openTokenVerificationCache(clock: Clock) {
  const results = new LRUCache<string, { result: TokenVerificationResult; until: number }>(
    limitEntries(maxCachedResults),
  )
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

/** Returns the hash of a token. The cache holds no tokens, so that a memory dump reveals none. */
function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
