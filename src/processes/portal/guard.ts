/** Failed attempts at a portal, counted as those at a token endpoint are. */
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { OauthError, openAttempts } from '../../oauth/index.ts'
import { type Guard, TooManyAttempts } from '../../portal/index.ts'
import type { Store } from '../../storage/index.ts'

export function openGuard(
  path: string,
  { store, clock, log }: { store: Store; clock: Clock; log: Log },
): Guard {
  const attempts = openAttempts(store, `portal-attempts ${path}`, clock, log)

  return {
    async attempt(who, secret, check) {
      try {
        return await attempts.attempt(who, secret, check)
      } catch (error) {
        if (error instanceof OauthError && error.code === 'slow_down')
          throw new TooManyAttempts(Number(error.headers['Retry-After'] ?? 60))
        throw error
      }
    },
  }
}
