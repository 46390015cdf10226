/** Checks secrets and passwords, and limits how often a caller may try a wrong one. */
import { toClientNetwork } from '../../../shared/http/request/client-address.ts'
import type { BasicCredentials } from '../../../shared/lib/headers/basic-credentials.ts'
import type { UserRegistry } from '../../../shared/registries/index.ts'
import { type AccountAtAddress, isLocked, retryAfterSeconds, userAtAddress } from '../../../shared/security/index.ts'
import type { SourceLocation } from '../../config/types/index.ts'
import type { Consumers } from '../../consumers/index.ts'
import type { CallStepResult } from '../call/call-progress.ts'
import type { GatewayDeps } from '../call/deps.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import type { SecuredCall } from './security-type.ts'

export interface LimitedAttemptContext {
  deps: Pick<GatewayDeps, 'attemptLimits' | 'clock'>
  catalog: { path: string }
  location: SourceLocation
}

/**
 * Returns the function that runs a check within the limits. It returns the value of the check, undefined for a wrong secret, or an
 * error: while locked, or `unavailable` when the check or the store throws.
 */
export function buildLimitedAttempt(
  kind: AccountAtAddress['kind'],
  unavailable: 'credentials_unavailable' | 'registry_unavailable',
  { deps, catalog, location }: LimitedAttemptContext,
) {
  const limits = deps.attemptLimits(catalog.path)
  const reason = kind === 'user' ? 'user_locked' : 'client_locked'
  const unavailableError = new GatewayError(unavailable, { headers: ['Retry-After', '5'], location })

  return async function attempt<T>(
    call: SecuredCall,
    name: string,
    secret: string,
    check: () => Promise<T | undefined>,
  ): Promise<{ value: T | undefined } | GatewayError> {
    const address = toClientNetwork(call.remoteAddress)
    const who = kind === 'user' ? userAtAddress(name, address) : { kind, name, address }
    try {
      const result = await limits.attempt(who, secret, check)
      if (!isLocked(result)) return result
      call.outcome.detail = 'too many failed attempts: locked for a while'
      const headers = ['Retry-After', String(retryAfterSeconds(result, deps.clock))]
      return new GatewayError(reason, { headers, location })
    } catch (error) {
      call.outcome.detail = (error as Error).message // a registry and a store throw only when they are not available
      return unavailableError
    }
  }
}

/** Returns a check of the user. `wrong` is the error for wrong credentials; without it, calls pass without a user. */
export function buildUserAuthentication(
  users: UserRegistry,
  wrong: GatewayError | undefined,
  context: LimitedAttemptContext,
) {
  const attempt = buildLimitedAttempt('user', 'registry_unavailable', context)

  return async function askRegistry(call: SecuredCall, { name, password }: BasicCredentials): Promise<CallStepResult> {
    const result = await attempt(call, users.foldName(name), `${name}\0${password}`, () =>
      users.authenticate(name, password, { requestId: call.id, uri: call.target.path }),
    )
    if (result instanceof GatewayError) return wrong || result.reason === 'registry_unavailable' ? result : undefined
    if (!result.value) return wrong
    call.caller.user = result.value.credential
    return undefined
  }
}

/** Returns a check of the secret of a client. `wrong` is the error for a wrong one. */
export function buildSecretCheck(consumers: Consumers, wrong: GatewayError, context: LimitedAttemptContext) {
  const attempt = buildLimitedAttempt('client', 'credentials_unavailable', context)

  return async function checkSecret(call: SecuredCall, clientId: string, secret: string): Promise<CallStepResult> {
    const result = await attempt(call, clientId, secret, async () => {
      return (await consumers.verifySecret(clientId, secret)) || undefined
    })
    if (result instanceof GatewayError) return result
    if (result.value) return undefined
    const expiredAt = consumers.findSecretExpiry(clientId)
    if (expiredAt !== undefined)
      call.outcome.detail = `the newest secret of ${clientId} expired at ${new Date(expiredAt).toISOString()}`
    return wrong
  }
}
