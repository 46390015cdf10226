/**
 * Step-up: an API demands how and when the owner of a token has signed in. RFC 9470.
 */
import type { AccessToken } from '../../contract/access/access-token.ts'
import { buildStepUpError } from './bearer-token.ts'
import type { SecurityDefinitionChecks, SecurityDefinitionContext } from './security-type.ts'

/** What a security definition demands. `maxAge` is in seconds. */
export interface SignInDemands {
  acrValues: readonly string[] | undefined
  maxAge: number | undefined
}

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
      const fault = token && findFault(token, demands, clock())
      if (fault === undefined) return checks.verify?.(call)
      call.outcome.detail = fault
      return error
    },
  }
}

function findFault(
  { acr, authTime }: AccessToken,
  { acrValues, maxAge }: SignInDemands,
  now: number,
): string | undefined {
  if (acrValues && !acrValues.includes(acr ?? '')) {
    const reached = acr === undefined ? 'no authentication context class' : `the class ${acr}`
    return `the sign-in of the owner reached ${reached}, the API demands ${acrValues.join(' or ')}`
  }
  if (maxAge === undefined) return undefined
  if (authTime === undefined) return `the token does not say when its owner signed in, the API demands it`
  const age = Math.floor(now / 1000) - authTime
  return age > maxAge ? `the owner signed in ${age} seconds ago, the API demands at most ${maxAge}` : undefined
}
