/** Limits failed attempts to prove a password or a client secret. */
import {
  type AccountAtAddress,
  isLocked,
  openHourlyLimit,
  retryAfterSeconds,
} from '../../../../shared/security/index.ts'
import type { PortalDeps } from '../context/portal-deps.ts'
import type { PortalErrorCode } from '../rest/index.ts'
import { PortalError } from './portal-error.ts'

/** Returns the result of `check`; undefined counts as a failure. Throws `too_many_attempts` while locked. */
export async function checkWithAttemptLimit<T>(
  { attempts, clock }: Pick<PortalDeps, 'attempts' | 'clock'>,
  who: AccountAtAddress,
  secret: string,
  check: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const result = await attempts.attempt(who, secret, check)
  if (!isLocked(result)) return result.value
  throw new PortalError('too_many_attempts', { retryAfter: retryAfterSeconds(result, clock) })
}

/** Counts one event of `who`, a user or IP address. Throws a `PortalError` when the hourly limit is exceeded. */
export type HourlyLimitCheck = (who: string) => Promise<void>

export function buildHourlyLimitCheck(
  options: { kind: string; perHour: number; refusal: PortalErrorCode },
  deps: Pick<PortalDeps, 'counters' | 'clock'>,
): HourlyLimitCheck {
  const limit = openHourlyLimit(options, deps)
  return async function count(who) {
    const locked = await limit.count(who)
    if (locked) throw new PortalError(options.refusal, { retryAfter: retryAfterSeconds(locked, deps.clock) })
  }
}
