/**
 * Checks an operation whose security has several alternatives. The caller chooses one by the credentials that the
 * request carries.
 */
import type { StepResult } from '../call/step.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import type { SchemeChecks, SecuredCall, SecurityCheck } from './security-type.ts'

export interface SecurityAlternative {
  schemes: readonly SchemeChecks[]
  check: SecurityCheck
  /** The error for a caller who sent no credentials. */
  notAttemptedError: GatewayError
}

/**
 * Returns a check that lets a call pass when one alternative passes. Otherwise the error is that of the
 * alternative whose credentials the caller sent; without credentials, the error has the challenges of all
 * alternatives.
 */
export function buildAnyOfCheck(alternatives: readonly SecurityAlternative[]): SecurityCheck {
  const notAttempted = buildCombinedChallenge(alternatives)
  const clientIds = findClientIdSchemes(alternatives)
  const severalClients = new GatewayError(
    'clients_several',
    notAttempted.place ? { place: notAttempted.place } : {},
  )

  return async function anyOf(call): Promise<StepResult> {
    const attempted = clientIds.filter((scheme) => scheme.isAttempted(call))
    if (attempted.length > 1) return (await findFirstError(attempted, call)) ?? severalClients
    const ranked = alternatives
      .map((alternative) => ({ alternative, share: attemptedShare(alternative, call) }))
      .filter(({ share }) => share > 0)
      .sort((a, b) => b.share - a.share) // the sort is stable and keeps the document's order among equals
    let first: GatewayError | undefined
    for (const { alternative } of ranked) {
      clearCaller(call)
      const rejection = await alternative.check(call)
      if (!rejection) return undefined
      first ??= rejection
    }
    return first ?? notAttempted
  }
}

/** Returns one scheme for each header or query parameter that may hold a client id. */
function findClientIdSchemes(alternatives: readonly SecurityAlternative[]): readonly SchemeChecks[] {
  const byPlace = new Map<string, SchemeChecks>()
  for (const scheme of alternatives.flatMap(({ schemes }) => schemes)) {
    if (scheme.key?.role === 'client_id') byPlace.set(`${scheme.key.in} ${scheme.key.name}`, scheme)
  }
  return [...byPlace.values()]
}

/** Returns the first error among client ids in several places. */
async function findFirstError(schemes: readonly SchemeChecks[], call: SecuredCall): Promise<StepResult> {
  for (const { identify } of schemes) {
    const outcome = await identify?.(call)
    if (outcome) return outcome
  }
  return undefined
}

/** Returns the share of an alternative's schemes whose credentials the caller sent, 0 to 1. */
function attemptedShare({ schemes }: SecurityAlternative, call: SecuredCall): number {
  return schemes.filter((scheme) => scheme.isAttempted(call)).length / schemes.length
}

function clearCaller(call: SecuredCall): void {
  call.caller.client = undefined
  call.caller.entitlement = undefined
  call.caller.token = undefined
  call.caller.user = undefined
}

function buildCombinedChallenge(alternatives: readonly SecurityAlternative[]): GatewayError {
  const errors = alternatives.map(({ notAttemptedError }) => notAttemptedError)
  const [first] = errors
  if (!first) throw new Error('a security requirement without alternatives has no challenge')
  const { place } = first
  return new GatewayError(first.reason, {
    headers: errors.flatMap(({ headers }) => headers),
    ...(place ? { place } : {}),
  })
}
