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
  const nothingTried = challengeOfAll(alternatives)
  const clientIds = clientIdGuards(alternatives)
  const several = new GatewayError('clients_several', nothingTried.place ? { place: nothingTried.place } : {})

  return async function anyOf(call): Promise<StepResult> {
    const claimed = clientIds.filter((guard) => guard.isAttempted(call))
    if (claimed.length > 1) return (await firstRefusal(claimed, call)) ?? several
    const ranked = alternatives
      .map((alternative) => ({ alternative, share: triedShare(alternative, call) }))
      .filter(({ share }) => share > 0)
      .sort((a, b) => b.share - a.share) // the sort is stable and keeps the document's order among equals
    let first: GatewayError | undefined
    for (const { alternative } of ranked) {
      forgetCaller(call)
      const rejection = await alternative.check(call)
      if (!rejection) return undefined
      first ??= rejection
    }
    return first ?? nothingTried
  }
}

/** Returns one scheme for each header or query parameter that may hold a client id. */
function clientIdGuards(alternatives: readonly SecurityAlternative[]): readonly SchemeChecks[] {
  const byPlace = new Map<string, SchemeChecks>()
  for (const guard of alternatives.flatMap(({ schemes }) => schemes)) {
    if (guard.key?.role === 'client_id') byPlace.set(`${guard.key.in} ${guard.key.name}`, guard)
  }
  return [...byPlace.values()]
}

/** Returns the first error among client ids in several places. */
async function firstRefusal(guards: readonly SchemeChecks[], call: SecuredCall): Promise<StepResult> {
  for (const { identify } of guards) {
    const outcome = await identify?.(call)
    if (outcome) return outcome
  }
  return undefined
}

/** Returns the share of an alternative's schemes whose credentials the caller sent, 0 to 1. */
function triedShare({ schemes }: SecurityAlternative, call: SecuredCall): number {
  return schemes.filter((guard) => guard.isAttempted(call)).length / schemes.length
}

function forgetCaller(call: SecuredCall): void {
  call.caller.client = undefined
  call.caller.entitlement = undefined
  call.caller.token = undefined
  call.caller.user = undefined
}

function challengeOfAll(alternatives: readonly SecurityAlternative[]): GatewayError {
  const errors = alternatives.map(({ notAttemptedError }) => notAttemptedError)
  const first = errors[0] as GatewayError
  const { place } = first
  return new GatewayError(first.reason, {
    headers: errors.flatMap(({ headers }) => headers),
    ...(place ? { place } : {}),
  })
}
