/**
 * Checks a bearer token that a third-party OAuth provider has issued.
 *
 * The call belongs to the application that is registered under the client id of the token, unless an API key in
 * the same requirement identifies an application first and the client id of the token is not registered.
 */
import type { ThirdPartyProvider } from '../../config/types/index.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import { buildBearerErrors, findMissingScope, hasTokenScheme, readBearerToken } from './bearer-token.ts'
import { buildClientSetter } from './one-application.ts'
import type { SecurityDefinitionChecks, SecurityDefinitionContext } from './security-type.ts'
import { buildTokenPossession } from './token-possession.ts'

export function buildThirdPartyTokenChecks(
  provider: ThirdPartyProvider,
  context: SecurityDefinitionContext,
): SecurityDefinitionChecks {
  const { catalog, consumers, scopes, thirdPartyVerifiers } = context
  const verify = thirdPartyVerifiers.find(catalog, provider)
  const errors = buildBearerErrors(context, 'rfc')
  const setClient = buildClientSetter(context.location)
  const possession = buildTokenPossession(context, errors)

  return {
    isAttempted: hasTokenScheme,
    notAttemptedError: errors.missing,
    allowsUnknownClient: provider.allowsUnregisteredClients,

    async identify(call) {
      const read = readBearerToken(call, errors)
      if (read instanceof GatewayError) return read
      const isDpop = typeof read !== 'string'
      const token = isDpop ? read.text : read

      call.caller.isAuthorizationConsumed = !provider.passesAuthorization
      const result = await verify(token)
      if ('unavailable' in result) {
        call.outcome.detail = result.unavailable
        return errors.unavailable
      }
      if ('refused' in result) {
        call.outcome.detail = result.reason
        return errors.invalid
      }
      call.caller.token = result
      if (isDpop || result.binding) {
        const { binding } = result
        const check = isDpop
          ? possession.checkDpop(call, token, binding)
          : binding && possession.checkBearer(call, binding)
        const rejection = await check
        if (rejection) return rejection
      }
      const client = consumers.find(result.clientId)
      if (client) return setClient(call, client)
      if (call.caller.client || provider.allowsUnregisteredClients) return undefined
      call.outcome.detail = `the client "${result.clientId}" of the token is not an application of the catalog`
      return errors.notRegistered
    },

    verify(call) {
      const missing = findMissingScope(call, scopes)
      if (missing === undefined) return undefined
      call.outcome.detail = `the token lacks the scope "${missing}"`
      return errors.insufficient
    },
  }
}
