/** Decides when a new client secret expires: by the wish of the developer, and at the latest after the portal's limit. */
import { dayMs, hourMs } from '../../../../shared/lib/time/durations.ts'
import type { PortalContext } from '../context/portal-context.ts'
import { createFieldError, type PortalError } from '../http/portal-error.ts'

/** A time of the browser's clock may be this far beyond the limit. */
const clockToleranceMs = hourMs

/** Returns the time in ISO 8601; undefined for never. Throws a `PortalError` for the past or beyond the limit. */
export function decideSecretExpiry(
  wanted: string | undefined,
  { deps: { clock, settings } }: Pick<PortalContext, 'deps'>,
): string | undefined {
  const now = clock()
  const { maxSecretDays } = settings
  const latest = maxSecretDays === 0 ? Number.POSITIVE_INFINITY : now + maxSecretDays * dayMs
  if (wanted === undefined) return maxSecretDays === 0 ? undefined : new Date(latest).toISOString()

  const end = Date.parse(wanted)
  if (!(end > now)) throw rejectExpiry('a time to come')
  if (end > latest + clockToleranceMs) throw rejectExpiry(`at most ${maxSecretDays} days ahead`)
  return new Date(Math.min(end, latest)).toISOString()
}

function rejectExpiry(accepted: string): PortalError {
  return createFieldError('secretExpiresAt', `"secretExpiresAt" must be ${accepted}`)
}
