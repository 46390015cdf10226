/** Step-up: an API demands how and when the owner of a token has signed in. RFC 9470. */
import { findSignInFault, type SignInDemands } from '../../contract/access/sign-in-demands.ts'
import { buildStepUpError } from './bearer-token.ts'
import type { SecurityDefinitionChecks, SecurityDefinitionContext } from './security-type.ts'

/** Returns the checks, which also reject tokens of a sign-in that does not meet the demands. */
export function demandSignIn(
  checks: SecurityDefinitionChecks,
  demands: SignInDemands,
  context: SecurityDefinitionContext,
): SecurityDefinitionChecks {
  if (demands.acrValues === undefined && demands.maxAge === undefined) return checks
  const error = buildStepUpError(context, demands)
  const { clock } = context.deps

  return {
    ...checks,
    verify(call) {
      const { token } = call.caller
      const fault = token && findSignInFault(token, demands, clock())
      if (fault === undefined) return checks.verify?.(call)
      call.outcome.detail = fault
      return error
    },
  }
}
