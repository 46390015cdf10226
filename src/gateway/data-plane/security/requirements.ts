/**
 * Builds the security check of an operation: alternatives, each of which is a group of definitions that must all pass.
 *
 * Within an alternative, the checks first identify the application, then find its subscription to a plan with the
 * API, then verify the rest. The subscription is checked only for a client that has proven its identity, so that
 * errors reveal no subscriptions to others.
 */
import type { Operation, SecurityRequirement, SourceLocation } from '../../config/types/index.ts'
import type { CallStepResult } from '../call/call-progress.ts'
import { Caller } from '../call/caller.ts'
import { DocumentError } from '../errors/document-error.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import { buildDetailCheck } from './detail-demands.ts'
import { securityTypes } from './index.ts'
import type {
  SecuredCall,
  SecurityCheck,
  SecurityDefinitionChecks,
  SecurityDefinitionContext,
  SecurityType,
} from './security-type.ts'

const letPass: SecurityCheck = () => undefined

/** Returns the check of an operation. Throws a `DocumentError` when a security definition does not work. */
export function buildSecurityCheck(
  operation: Operation,
  context: Omit<SecurityDefinitionContext, 'scopes' | 'location'>,
): SecurityCheck {
  const alternatives = operation.security.map((requirement) => buildAlternative(requirement, operation, context))
  const demanding = alternatives.filter((alternative) => alternative !== undefined)
  const [first, ...others] = demanding
  if (!first) return letPass
  const isOptional = demanding.length < alternatives.length
  return others.length === 0 && !isOptional ? first.check : buildAnyOfCheck([first, ...others], isOptional)
}

/** Returns undefined for the empty requirement `{}`, which demands no credentials (OpenAPI). */
function buildAlternative(
  { all, location }: SecurityRequirement,
  operation: Operation,
  context: Omit<SecurityDefinitionContext, 'scopes' | 'location'>,
): SecurityAlternative | undefined {
  const schemes = all.map(({ definition, scopes }) => {
    const types: readonly SecurityType[] = context.securities ?? securityTypes
    const type = types.find(({ type }) => type === definition.type)
    if (!type) throw new DocumentError(definition.location, `there is no security type "${definition.type}"`)
    return type.build(definition.settings as never, { ...context, scopes, location })
  })
  const [first] = schemes
  if (!first) return undefined
  rejectSplitKeys(schemes, location)
  const inOrder = schemes.toSorted((a, b) => Number(b.key !== undefined) - Number(a.key !== undefined)) // API keys first
  const identify = inOrder.flatMap(({ identify }) => identify ?? [])
  const prove = schemes.flatMap(({ prove }) => prove ?? [])
  const verify = schemes.flatMap(({ verify }) => verify ?? [])
  const details = operation.authorizationDetails
    ? [buildDetailCheck(operation.authorizationDetails, { ...context, scopes: [] })]
    : []
  const subscription = identify.length > 0 ? [subscribed(operation, schemes, context, location)] : []
  return {
    location,
    schemes,
    check: allOf([...identify, ...prove, ...subscription, ...verify, ...details]),
    notAttemptedError: first.notAttemptedError,
  }
}

/** Throws a `DocumentError` when a client id and its secret are in different places: no call could pass. */
function rejectSplitKeys(schemes: readonly SecurityDefinitionChecks[], location: SourceLocation): void {
  const places = new Set(schemes.flatMap(({ key }) => key?.in ?? []))
  if (places.size > 1)
    throw new DocumentError(location, 'a client id and its secret must both be in the header or both in the query')
}

/** Returns the check that the application is enabled and subscribes to a plan with the operation. */
function subscribed(
  { method, path }: Operation,
  schemes: readonly SecurityDefinitionChecks[],
  { consumers, api }: Omit<SecurityDefinitionContext, 'scopes' | 'location'>,
  location: SourceLocation,
): SecurityCheck {
  const operation = `${method} ${path}`
  const mayBeUnknown = schemes.some(({ allowsUnknownClient }) => allowsUnknownClient)
  const disabled = new GatewayError('application_disabled', { location })
  const notSubscribed = new GatewayError('not_subscribed', { location })

  return function subscribed(call) {
    const client = call.caller.client
    if (!client && mayBeUnknown) return undefined
    if (!client) return notSubscribed
    if (client.application.state !== 'enabled') return disabled
    const entitlement = consumers.findEntitlement(client, api.reference, operation)
    if (!entitlement) return notSubscribed
    call.caller.entitlement = entitlement
    return undefined
  }
}

/** Returns a check that runs all checks in order. The first error ends it. */
function allOf(checks: readonly SecurityCheck[]): SecurityCheck {
  return function allOf(call) {
    return continueFrom(checks, 0, call)
  }
}

function continueFrom(checks: readonly SecurityCheck[], start: number, call: SecuredCall): ReturnType<SecurityCheck> {
  for (let index = start; ; index += 1) {
    const check = checks[index]
    if (!check) return undefined
    const outcome = check(call)
    if (outcome instanceof Promise) return outcome.then((settled) => settled ?? continueFrom(checks, index + 1, call))
    if (outcome) return outcome
  }
}

interface SecurityAlternative {
  /** The security requirement in the documents. */
  location: SourceLocation
  schemes: readonly SecurityDefinitionChecks[]
  check: SecurityCheck
  /** The error for a caller who sent no credentials. */
  notAttemptedError: GatewayError
}

type Alternatives = readonly [SecurityAlternative, ...SecurityAlternative[]]

/**
 * Returns a check that lets a call pass when one alternative passes. Otherwise the error is that of the alternative
 * whose credentials the caller sent; without credentials, it has the challenges of all alternatives. Optional security
 * lets calls without credentials pass: credentials that are sent are checked, so that the call counts for its application.
 */
function buildAnyOfCheck(alternatives: Alternatives, isOptional: boolean): SecurityCheck {
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
      if (!rejection) {
        if (call.notes) call.notes.requirement = alternative.location
        return undefined
      }
      first ??= { rejection, findings: copyFindings(call) }
    }
    if (!first) return isOptional ? undefined : notAttempted
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
type Findings = ReturnType<typeof copyFindings>

const noFindings = copyFindings({ caller: new Caller(), outcome: { detail: undefined } })

function copyFindings({ caller, outcome: { detail } }: { caller: Caller; outcome: { detail: string | undefined } }) {
  const { client, entitlement, token, checkToken, certificate, passesAuthorization, user } = caller
  return { caller: { client, entitlement, token, checkToken, certificate, passesAuthorization, user }, detail }
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
