/** Checks that a token has the authorization details that an operation demands: RFC 9396 section 9. */
import type { AuthorizationDetailDemands } from '../../config/types/index.ts'
import { findMissingDetail, renderDetails } from '../../contract/access/authorization-details.ts'
import { buildDetailsError } from './bearer-token.ts'
import type { SecuredCall, SecurityCheck, SecurityDefinitionContext } from './security-type.ts'

/** Returns the check of an operation. */
export function buildDetailCheck(
  { demands, location }: AuthorizationDetailDemands,
  context: Omit<SecurityDefinitionContext, 'location'>,
): SecurityCheck {
  return function checkDetails(call) {
    const missing = findMissingDetail(call.caller.token?.authorizationDetails, demands, (name) => read(call, name))
    if (!missing) return undefined
    call.outcome.detail = `the token lacks the authorization details ${renderDetails([missing])}`
    return buildDetailsError({ ...context, location }, missing)
  }
}

function read({ route }: SecuredCall, name: string): string {
  return decodeURIComponent(route.parameters[route.requireEndpoint().parameterNames.indexOf(name)] ?? '')
}
