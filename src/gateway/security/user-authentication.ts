/** Authenticates a user with a user registry. */

import type { BasicCredentials } from '../../lib/headers/basic-credentials.ts'
import type { UserRegistry } from '../../registries/index.ts'
import type { CallStepResult } from '../call/call-step.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import { buildLimitedAttempt, type LimitedAttemptContext } from './limited-attempt.ts'
import type { SecuredCall } from './security-type.ts'

export type AuthenticateUser = (call: SecuredCall, credentials: BasicCredentials) => Promise<CallStepResult>

const retryAfterSeconds = '5'

/**
 * Returns a function that authenticates the user of a call. `wrong` is the error for wrong credentials; without
 * it, calls with wrong credentials or a locked user pass without a user.
 */
export function buildUserAuthentication(
  users: UserRegistry,
  wrong: GatewayError | undefined,
  context: LimitedAttemptContext,
): AuthenticateUser {
  const attempt = buildLimitedAttempt('user', context)
  const unavailable = new GatewayError('registry_unavailable', {
    headers: ['Retry-After', retryAfterSeconds],
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
