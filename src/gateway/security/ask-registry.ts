/**
 * Asks a user registry about the caller, and turns what it says into an outcome.
 */

import type { Place } from '../../config/types.ts'
import type { BasicCredentials } from '../../lib/basic-credentials.ts'
import type { Registry } from '../../registries/index.ts'
import type { Call } from '../call.ts'
import { Refusal } from '../refusals.ts'
import type { Outcome } from '../run.ts'

export type AskRegistry = (call: Call, credentials: BasicCredentials) => Promise<Outcome>

const retryAfterSeconds = '5'

/** `wrong` is answered for wrong credentials; without it they are no reason to refuse. */
export function buildAskRegistry(users: Registry, wrong: Refusal | undefined, place: Place): AskRegistry {
  const unavailable = new Refusal('registry_unavailable', {
    headers: ['Retry-After', retryAfterSeconds],
    place,
  })

  return async function askRegistry(call, { name, password }) {
    try {
      const user = await users.authenticate(name, password, { requestId: call.id, uri: call.path })
      if (!user) return wrong
      call.user = user.credential
      return undefined
    } catch (error) {
      call.detail = (error as Error).message // a registry throws only when it could not be asked
      return unavailable
    }
  }
}
