/**
 * The security requirements of an operation: alternatives, each a group of definitions that must all hold.
 *
 * Within an alternative: first the application is identified, then it must be subscribed to a plan that opens the
 * API, then what is left is verified. Nobody learns about a subscription without having proven who calls.
 */
import type { Operation, SecurityRequirement } from '../../config/types.ts'
import type { Call } from '../call.ts'
import { DocumentError } from '../document-error.ts'
import { Refusal } from '../refusals.ts'
import type { Outcome } from '../run.ts'
import { securityTypes } from './index.ts'
import type { Check, Guard, SecurityContext } from './types.ts'

interface Alternative {
  guards: readonly Guard[]
  check: Check
  /** For a caller who has tried nothing. */
  absent: Refusal
}

const open: Check = () => undefined

/** The check for an operation. Throws a `DocumentError` when a definition cannot work. */
export function buildAuthorise(
  operation: Operation,
  context: Omit<SecurityContext, 'scopes' | 'place'>,
): Check {
  const alternatives = operation.security.map((requirement) => buildAlternative(requirement, context))
  const [only] = alternatives
  if (!only || alternatives.some(({ guards }) => guards.length === 0)) return open // OpenAPI: `{}` asks for nothing
  return alternatives.length === 1 ? only.check : anyOf(alternatives)
}

function buildAlternative(
  { all, place }: SecurityRequirement,
  context: Omit<SecurityContext, 'scopes' | 'place'>,
): Alternative {
  const guards = all.map(({ definition, scopes }) => {
    const type = securityTypes.find(({ type }) => type === definition.type)
    if (!type) throw new DocumentError(definition.place, `there is no security type "${definition.type}"`)
    return type.build(definition.settings as never, { ...context, scopes, place })
  })
  const identify = guards.flatMap(({ identify }) => identify ?? [])
  const prove = guards.flatMap(({ prove }) => prove ?? [])
  const verify = guards.flatMap(({ verify }) => verify ?? [])
  const subscription = identify.length > 0 ? [subscribed(context, place)] : []
  return {
    guards,
    check: allOf([...identify, ...prove, ...subscription, ...verify]),
    absent: guards[0]?.absent ?? new Refusal('fault'),
  }
}

/** The application is enabled, and one of its subscriptions opens the API. */
function subscribed(
  { consumers, api }: Omit<SecurityContext, 'scopes' | 'place'>,
  place: SecurityRequirement['place'],
): Check {
  const disabled = new Refusal('application_disabled', { place })
  const notSubscribed = new Refusal('not_subscribed', { place })

  return function subscribed(call) {
    const client = call.client
    if (!client) return notSubscribed
    if (client.application.state !== 'enabled') return disabled
    call.entitlement = consumers.entitlement(client, api.reference)
    return call.entitlement ? undefined : notSubscribed
  }
}

/** All must let the call pass; the first no is the answer. */
function allOf(checks: readonly Check[]): Check {
  return function allOf(call) {
    return continueFrom(checks, 0, call)
  }
}

function continueFrom(checks: readonly Check[], start: number, call: Call): ReturnType<Check> {
  for (let index = start; index < checks.length; index += 1) {
    const outcome = (checks[index] as Check)(call)
    if (outcome instanceof Promise)
      return outcome.then((settled) => settled ?? continueFrom(checks, index + 1, call))
    if (outcome) return outcome
  }
  return undefined
}

/**
 * One must let the call pass. If none does, the answer is that of the alternative which the caller evidently
 * tried; a caller who tried nothing gets the challenges of all.
 */
function anyOf(alternatives: readonly Alternative[]): Check {
  const nothingTried = challengeOfAll(alternatives)

  return async function anyOf(call): Promise<Outcome> {
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

/** How much of an alternative the caller has tried, 0 to 1. */
function triedShare({ guards }: Alternative, call: Call): number {
  return guards.filter((guard) => guard.tried(call)).length / guards.length
}

function forgetCaller(call: Call): void {
  call.client = undefined
  call.entitlement = undefined
  call.token = undefined
  call.user = undefined
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
