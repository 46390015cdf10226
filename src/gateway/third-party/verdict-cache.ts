/** Caches results of token verification: a limited number, and a valid token at most until it expires. */
import { createHash } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import type { TokenVerificationResult } from '../../lib/access/access-token.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { dependsOnTime } from './claims.ts'

export interface TokenVerdictCache {
  find(token: string): TokenVerificationResult | undefined
  /** Caches a result for at most `seconds`. A result that holds only for the current time is not cached. */
  add(token: string, verdict: TokenVerificationResult, seconds: number): void
}

const mostRemembered = 10_000

export function openTokenVerdictCache(clock: Clock): TokenVerdictCache {
  const verdicts = new LRUCache<string, { verdict: TokenVerificationResult; until: number }>({
    max: mostRemembered,
  })
  return {
    find(token) {
      const known = verdicts.get(nameOf(token))
      return known && known.until > clock() ? known.verdict : undefined
    },

    add(token, verdict, seconds) {
      if (dependsOnTime(verdict)) return
      const now = clock()
      const end = 'refused' in verdict ? Number.POSITIVE_INFINITY : verdict.expiresAt * 1_000
      const until = Math.min(now + seconds * 1_000, end)
      if (until > now) verdicts.set(nameOf(token), { verdict, until })
    },
  }
}

/** Returns the hash of a token. The cache holds no tokens, so that a memory dump reveals none. */
function nameOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
