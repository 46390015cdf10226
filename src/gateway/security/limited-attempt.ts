/**
 * An attempt of a caller to prove a password or a secret, within the limits of the catalog.
 */
import type { SourceLocation } from '../../config/types/index.ts'
import { wholeAddress } from '../../http/address.ts'
import { type AccountAtAddress, isLocked, retryAfterSeconds } from '../../security/index.ts'
import type { GatewayDeps } from '../call/deps.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import type { SecuredCall } from './security-type.ts'

/** The value of the check, undefined for a wrong secret; a rejection while the account is locked at the address. */
export type LimitedAttempt = <T>(
  call: SecuredCall,
  name: string,
  secret: string,
  check: () => Promise<T | undefined>,
) => Promise<{ value: T | undefined } | GatewayError>

export interface AttemptContext {
  deps: Pick<GatewayDeps, 'attemptLimits' | 'clock'>
  catalog: { path: string }
  place: SourceLocation
}

export function buildLimitedAttempt(
  kind: AccountAtAddress['kind'],
  { deps, catalog, place }: AttemptContext,
): LimitedAttempt {
  const limits = deps.attemptLimits(catalog.path)
  const reason = kind === 'user' ? 'user_locked' : 'client_locked'

  return async function attempt(call, name, secret, check) {
    const who = { kind, name, address: wholeAddress(call.remoteAddress) }
    const result = await limits.attempt(who, secret, check)
    if (!isLocked(result)) return result
    call.outcome.detail = 'too many failed attempts: locked for a while'
    const headers = ['Retry-After', String(retryAfterSeconds(result, deps.clock))]
    return new GatewayError(reason, { headers, place })
  }
}
