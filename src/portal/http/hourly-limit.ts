/** Limits how often per hour a user or IP address can do something at the portal. */
import { openHourlyLimit, retryAfterSeconds } from '../../security/index.ts'
import type { PortalDeps } from '../context/portal-deps.ts'
import { PortalError, type PortalErrorCode } from './portal-error.ts'

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
