/**
 * An attempt of a caller to prove a password or a secret, within the limits of the catalog.
 */
import type { Place } from '../../config/types/index.ts'
import { wholeAddress } from '../../http/address.ts'
import { type Attempter, isLocked, retryAfterSeconds } from '../../security/index.ts'
import type { GatewayTools } from '../call/deps.ts'
import { Refusal } from '../call/refusals.ts'
import type { SecuredCall } from './types.ts'

/** The value of the check, undefined for a wrong secret; a refusal while the account is locked at the address. */
export type Attempt = <T>(
  call: SecuredCall,
  name: string,
  secret: string,
  check: () => Promise<T | undefined>,
) => Promise<{ value: T | undefined } | Refusal>

export interface AttemptContext {
  tools: Pick<GatewayTools, 'attempts' | 'clock'>
  catalog: { path: string }
  place: Place
}

export function buildAttempt(kind: Attempter['kind'], { tools, catalog, place }: AttemptContext): Attempt {
  const limits = tools.attempts(catalog.path)
  const reason = kind === 'user' ? 'user_locked' : 'client_locked'

  return async function attempt(call, name, secret, check) {
    const who = { kind, name, address: wholeAddress(call.remote) }
    const result = await limits.attempt(who, secret, check)
    if (!isLocked(result)) return result
    call.outcome.detail = 'too many failed attempts: locked for a while'
    const headers = ['Retry-After', String(retryAfterSeconds(result, tools.clock))]
    return new Refusal(reason, { headers, place })
  }
}
