/** Authenticates users, and limits how often a caller may try a wrong password or secret. */
import type { SourceLocation } from '../../config/types/index.ts'
import { toClientNetwork } from '../../http/request/client-address.ts'
import type { BasicCredentials } from '../../lib/headers/basic-credentials.ts'
import type { UserRegistry } from '../../registries/index.ts'
import { type AccountAtAddress, isLocked, retryAfterSeconds, userAtAddress } from '../../security/index.ts'
import type { CallStepResult } from '../call/call-progress.ts'
import type { GatewayDeps } from '../call/deps.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import type { SecuredCall } from './security-type.ts'

/** Runs `check` within the limits: its value, undefined for a wrong secret, or an error while locked. */
export type LimitedAttempt = <T>(
  call: SecuredCall,
  name: string,
  secret: string,
  check: () => Promise<T | undefined>,
) => Promise<{ value: T | undefined } | GatewayError>

export interface LimitedAttemptContext {
  deps: Pick<GatewayDeps, 'attemptLimits' | 'clock'>
  catalog: { path: string }
  location: SourceLocation
}

export function buildLimitedAttempt(
  kind: AccountAtAddress['kind'],
  { deps, catalog, location }: LimitedAttemptContext,
): LimitedAttempt {
  const limits = deps.attemptLimits(catalog.path)
  const reason = kind === 'user' ? 'user_locked' : 'client_locked'

  return async function attempt(call, name, secret, check) {
    const address = toClientNetwork(call.remoteAddress)
    const who = kind === 'user' ? userAtAddress(name, address) : { kind, name, address }
    const result = await limits.attempt(who, secret, check)
    if (!isLocked(result)) return result
    call.outcome.detail = 'too many failed attempts: locked for a while'
    const headers = ['Retry-After', String(retryAfterSeconds(result, deps.clock))]
    return new GatewayError(reason, { headers, location })
  }
}

type AuthenticateUser = (call: SecuredCall, credentials: BasicCredentials) => Promise<CallStepResult>

const registryRetrySeconds = '5'

/** Returns a check of the user. `wrong` is the error for wrong credentials; without it, calls pass without a user. */
export function buildUserAuthentication(
  users: UserRegistry,
  wrong: GatewayError | undefined,
  context: LimitedAttemptContext,
): AuthenticateUser {
  const attempt = buildLimitedAttempt('user', context)
  const unavailable = new GatewayError('registry_unavailable', {
    headers: ['Retry-After', registryRetrySeconds],
    location: context.location,
  })

  return async function askRegistry(call, { name, password }) {
    try {
      const result = await attempt(call, users.foldName(name), `${name}\0${password}`, () =>
        users.authenticate(name, password, { requestId: call.id, uri: call.target.path }),
      )
      if (result instanceof GatewayError) return wrong && result
      if (!result.value) return wrong
      call.caller.user = result.value.credential
      return undefined
    } catch (error) {
      call.outcome.detail = (error as Error).message // a registry and a store throw only when they are not available
      return unavailable
    }
  }
}
