/**
 * Checks an operation whose security has several alternatives. The caller chooses one by the credentials that the
 * request carries.
 */
import type { SourceLocation } from '../../config/types/index.ts'
import type { CallStepResult } from '../call/call-step.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import type { SecuredCall, SecurityCheck, SecurityDefinitionChecks } from './security-type.ts'

export interface SecurityAlternative {
  /** The security requirement in the documents. */
  location: SourceLocation
  schemes: readonly SecurityDefinitionChecks[]
  check: SecurityCheck
  /** The error for a caller who sent no credentials. */
  notAttemptedError: GatewayError
}

type Alternatives = readonly [SecurityAlternative, ...SecurityAlternative[]]

/**
 * Returns a check that lets a call pass when one alternative passes. Otherwise the error is that of the
 * alternative whose credentials the caller sent; without credentials, the error has the challenges of all
 * alternatives.
 */
export function buildAnyOfCheck(alternatives: Alternatives): SecurityCheck {
  const [{ location }] = alternatives
  const notAttempted = buildCombinedChallenge(alternatives)
  const clientIds = findClientIdSchemes(alternatives)
  const severalClients = new GatewayError('clients_several', { location })

  return async function anyOf(call): Promise<CallStepResult> {
    const attempted = clientIds.filter((scheme) => scheme.isAttempted(call))
    if (attempted.length > 1) return (await findFirstError(attempted, call)) ?? severalClients
    const ranked = alternatives
      .map((alternative) => ({ alternative, share: attemptedShare(alternative, call) }))
      .filter(({ share }) => share > 0)
      .sort((a, b) => b.share - a.share) // the sort is stable and keeps the document's order among equals
    let first: { rejection: GatewayError; findings: Findings } | undefined
    for (const { alternative } of ranked) {
      setFindings(call, noFindings)
      const rejection = await alternative.check(call)
      if (!rejection) return undefined
      first ??= { rejection, findings: copyFindings(call) }
    }
    if (!first) return notAttempted
    setFindings(call, first.findings)
    return first.rejection
  }
}

/** Returns one scheme for each header or query parameter that may hold a client id. */
function findClientIdSchemes(alternatives: readonly SecurityAlternative[]): readonly SecurityDefinitionChecks[] {
  const byPlace = new Map<string, SecurityDefinitionChecks>()
  for (const scheme of alternatives.flatMap(({ schemes }) => schemes)) {
    if (scheme.key?.role === 'client_id') byPlace.set(`${scheme.key.in} ${scheme.key.name}`, scheme)
  }
  return [...byPlace.values()]
}

/** Returns the first error among client ids in several places. */
async function findFirstError(
  schemes: readonly SecurityDefinitionChecks[],
  call: SecuredCall,
): Promise<CallStepResult> {
  for (const { identify } of schemes) {
    setFindings(call, noFindings) // each client id is checked alone
    const outcome = await identify?.(call)
    if (outcome) return outcome
  }
  return undefined
}

/** Returns the share of an alternative's schemes whose credentials the caller sent, 0 to 1. */
function attemptedShare({ schemes }: SecurityAlternative, call: SecuredCall): number {
  return schemes.filter((scheme) => scheme.isAttempted(call)).length / schemes.length
}

/** What an alternative has found out about a call. Each alternative starts without the findings of the others. */
interface Findings {
  readonly caller: Readonly<Pick<SecuredCall['caller'], 'client' | 'entitlement' | 'token' | 'user'>>
  readonly detail: string | undefined
}

const noFindings: Findings = {
  caller: { client: undefined, entitlement: undefined, token: undefined, user: undefined },
  detail: undefined,
}

function copyFindings({ caller: { client, entitlement, token, user }, outcome }: SecuredCall): Findings {
  return { caller: { client, entitlement, token, user }, detail: outcome.detail }
}

function setFindings(call: SecuredCall, { caller, detail }: Findings): void {
  Object.assign(call.caller, caller)
  call.outcome.detail = detail
}

/** Returns the error that has the challenges of all alternatives. */
function buildCombinedChallenge(alternatives: Alternatives): GatewayError {
  const [{ notAttemptedError, location }] = alternatives
  const headers = alternatives.flatMap(({ notAttemptedError }) => notAttemptedError.headers)
  return new GatewayError(notAttemptedError.reason, { headers, location })
}
