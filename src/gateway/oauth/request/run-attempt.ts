/** Runs attempts to prove a password or a client secret, within the attempt limits of the provider. */
import type { Clock } from '../../../shared/lib/time/clock.ts'
import {
  type AccountAtAddress,
  type AttemptLimits,
  isLocked,
  retryAfterSeconds,
} from '../../../shared/security/index.ts'
import { OauthError } from '../errors/oauth-error.ts'

/** Returns the result, undefined for a wrong secret. Throws `slow_down` (429) while the account is locked. */
export type RunAttempt = <T>(
  who: AccountAtAddress,
  secret: string,
  check: () => Promise<T | undefined>,
) => Promise<T | undefined>

/** Returns `RunAttempt` with the limits of one provider. */
export function buildRunAttempt(limits: AttemptLimits, clock: Clock): RunAttempt {
  return async function attempt(who, secret, check) {
    const result = await limits.attempt(who, secret, check)
    if (!isLocked(result)) return result.value
    throw new OauthError('slow_down', 'Too many failed attempts, try again later', {
      headers: { 'Retry-After': String(retryAfterSeconds(result, clock)) },
    })
  }
}
