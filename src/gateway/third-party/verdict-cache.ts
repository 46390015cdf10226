/**
 * Verdicts about tokens, remembered for a while: so many at most, and none of a good token beyond its end.
 */
import { createHash } from 'node:crypto'

import { LRUCache } from 'lru-cache'

import type { TokenVerificationResult } from '../../lib/access/access-token.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { dependsOnTime } from './claims.ts'

export interface TokenVerdictCache {
  find(token: string): TokenVerificationResult | undefined
  /** For at most so many seconds; not at all when the verdict follows from the present time. */
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

/** Tokens are not kept: a dump of the memory must not open anything. */
function nameOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
