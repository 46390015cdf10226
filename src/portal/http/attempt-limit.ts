/** An attempt to prove a password or a secret at the portal, within its limits. */
import { type AccountAtAddress, isLocked, retryAfterSeconds } from '../../security/index.ts'
import type { PortalDeps } from '../context/portal-deps.ts'
import { PortalError } from './portal-error.ts'

/** Returns what the check returns, undefined for a wrong secret. Throws a `Refusal` while the attempter is locked. */
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
