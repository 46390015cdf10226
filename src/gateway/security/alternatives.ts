/**
 * Alternatives of a security requirement: the caller chooses how to be let in.
 */
import { Refusal } from '../call/refusals.ts'
import type { Outcome } from '../call/run.ts'
import type { Check, Guard, SecuredCall } from './types.ts'

export interface Alternative {
  guards: readonly Guard[]
  check: Check
  /** For a caller who has tried nothing. */
  absent: Refusal
}

/**
 * One must let the call pass. If none does, the answer is that of the alternative which the caller evidently
 * tried; a caller who tried nothing gets the challenges of all.
 */
export function anyOf(alternatives: readonly Alternative[]): Check {
  const nothingTried = challengeOfAll(alternatives)
  const clientIds = clientIdGuards(alternatives)
  const several = new Refusal('clients_several', nothingTried.place ? { place: nothingTried.place } : {})

  return async function anyOf(call): Promise<Outcome> {
    const claimed = clientIds.filter((guard) => guard.tried(call))
    if (claimed.length > 1) return (await firstRefusal(claimed, call)) ?? several
    const ranked = alternatives
      .map((alternative) => ({ alternative, share: triedShare(alternative, call) }))
      .filter(({ share }) => share > 0)
      .sort((a, b) => b.share - a.share) // stable: the document's order among equals
    let first: Refusal | undefined
    for (const { alternative } of ranked) {
      forgetCaller(call)
      const refusal = await alternative.check(call)
      if (!refusal) return undefined
      first ??= refusal
    }
    return first ?? nothingTried
  }
}

/** One for each place in which a client id may be sent. */
function clientIdGuards(alternatives: readonly Alternative[]): readonly Guard[] {
  const byPlace = new Map<string, Guard>()
  for (const guard of alternatives.flatMap(({ guards }) => guards)) {
    if (guard.key?.role === 'client_id') byPlace.set(`${guard.key.in} ${guard.key.name}`, guard)
  }
  return [...byPlace.values()]
}

/** Of client ids in several places, a wrong one decides. */
async function firstRefusal(guards: readonly Guard[], call: SecuredCall): Promise<Outcome> {
  for (const { identify } of guards) {
    const outcome = await identify?.(call)
    if (outcome) return outcome
  }
  return undefined
}

/** How much of an alternative the caller has tried, 0 to 1. */
function triedShare({ guards }: Alternative, call: SecuredCall): number {
  return guards.filter((guard) => guard.tried(call)).length / guards.length
}

function forgetCaller(call: SecuredCall): void {
  call.caller.client = undefined
  call.caller.entitlement = undefined
  call.caller.token = undefined
  call.caller.user = undefined
}

function challengeOfAll(alternatives: readonly Alternative[]): Refusal {
  const refusals = alternatives.map(({ absent }) => absent)
  const first = refusals[0] as Refusal
  const { place } = first
  return new Refusal(first.reason, {
    headers: refusals.flatMap(({ headers }) => headers),
    ...(place ? { place } : {}),
  })
}
