/**
 * Alternatives of a security requirement: the caller chooses how to be let in.
 */
import type { StepResult } from '../call/step.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import type { SchemeChecks, SecuredCall, SecurityCheck } from './security-type.ts'

export interface SecurityAlternative {
  schemes: readonly SchemeChecks[]
  check: SecurityCheck
  /** For a caller who has tried nothing. */
  notAttemptedError: GatewayError
}

/**
 * One must let the call pass. If none does, the answer is that of the alternative which the caller evidently
 * tried; a caller who tried nothing gets the challenges of all.
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
      .sort((a, b) => b.share - a.share) // stable: the document's order among equals
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

/** One for each place in which a client id may be sent. */
function clientIdGuards(alternatives: readonly SecurityAlternative[]): readonly SchemeChecks[] {
  const byPlace = new Map<string, SchemeChecks>()
  for (const guard of alternatives.flatMap(({ schemes }) => schemes)) {
    if (guard.key?.role === 'client_id') byPlace.set(`${guard.key.in} ${guard.key.name}`, guard)
  }
  return [...byPlace.values()]
}

/** Of client ids in several places, a wrong one decides. */
async function firstRefusal(guards: readonly SchemeChecks[], call: SecuredCall): Promise<StepResult> {
  for (const { identify } of guards) {
    const outcome = await identify?.(call)
    if (outcome) return outcome
  }
  return undefined
}

/** How much of an alternative the caller has tried, 0 to 1. */
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
