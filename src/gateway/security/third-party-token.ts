/**
 * A bearer token that somebody else's provider has issued.
 *
 * Its client is the application that is registered here under the same client id, unless an API key in the same
 * requirement has said already which application calls.
 */
import type { ThirdPartyProvider } from '../../config/types/index.ts'
import { bearerRefusals, bearerToken, missingScope, triesBearer } from './bearer.ts'
import type { Guard, SecurityContext } from './types.ts'

export function thirdPartyToken(provider: ThirdPartyProvider, context: SecurityContext): Guard {
  const { catalog, consumers, scopes, thirdParties } = context
  const verify = thirdParties.find(catalog, provider)
  const refusals = bearerRefusals(context, 'rfc')

  return {
    tried: triesBearer,
    absent: refusals.missing,
    allowsUnknownClient: provider.allowsUnregisteredClients,

    async identify(call) {
      const token = bearerToken(call, refusals)
      if (typeof token !== 'string') return token

      call.caller.authorizationConsumed = !provider.passesAuthorization
      const verdict = await verify(token)
      if ('unavailable' in verdict) {
        call.outcome.detail = verdict.unavailable
        return refusals.unavailable
      }
      if ('refused' in verdict) {
        call.outcome.detail = verdict.reason
        return refusals.invalid
      }
      call.caller.token = verdict
      call.caller.client ??= consumers.find(verdict.clientId)
      if (call.caller.client || provider.allowsUnregisteredClients) return undefined
      call.outcome.detail = `the client "${verdict.clientId}" of the token is no application of the catalog`
      return refusals.notRegistered
    },

    verify(call) {
      const missing = missingScope(call, scopes)
      if (missing === undefined) return undefined
      call.outcome.detail = `the token lacks the scope "${missing}"`
      return refusals.insufficient
    },
  }
}
