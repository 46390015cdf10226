/**
 * Asks a user registry about the caller, and turns what it says into an outcome.
 */

import type { BasicCredentials } from '../../lib/headers/basic-credentials.ts'
import type { UserRegistry } from '../../registries/index.ts'
import type { StepResult } from '../call/step.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import { type AttemptContext, buildLimitedAttempt } from './limited-attempt.ts'
import type { SecuredCall } from './security-type.ts'

export type AuthenticateUser = (call: SecuredCall, credentials: BasicCredentials) => Promise<StepResult>

const retryAfterSeconds = '5'

/** `wrong` is answered for wrong credentials; without it neither they nor a lock are a reason to refuse. */
export function buildUserAuthentication(
  users: UserRegistry,
  wrong: GatewayError | undefined,
  context: AttemptContext,
): AuthenticateUser {
  const attempt = buildLimitedAttempt('user', context)
  const unavailable = new GatewayError('registry_unavailable', {
    headers: ['Retry-After', retryAfterSeconds],
    place: context.place,
  })

  return async function askRegistry(call, { name, password }) {
    try {
      // UserRegistries may not tell apart names that differ in case, so neither do the limits.
      const folded = name.normalize('NFC').toLowerCase()
      const result = await attempt(call, folded, `${name}\0${password}`, () =>
        users.authenticate(name, password, { requestId: call.id, uri: call.target.path }),
      )
      if (result instanceof GatewayError) return wrong && result
      if (!result.value) return wrong
      call.caller.user = result.value.credential
      return undefined
    } catch (error) {
      call.outcome.detail = (error as Error).message // a registry and a store throw only when they could not be asked
      return unavailable
    }
  }
}
