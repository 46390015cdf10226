/**
 * Builds the security check of an operation: alternatives, each of which is a group of definitions that must all
 * pass.
 *
 * Within an alternative, the checks first identify the application, then find its subscription to a plan with the
 * API, then verify the rest. The subscription is checked only for a client that has proven its identity, so that
 * errors reveal no subscriptions to others.
 */
import type { Operation, SecurityRequirement, SourceLocation } from '../../config/types/index.ts'
import { DocumentError } from '../errors/document-error.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import { buildAnyOfCheck, type SecurityAlternative } from './alternatives.ts'
import { securityTypes } from './index.ts'
import type {
  SecuredCall,
  SecurityCheck,
  SecurityDefinitionChecks,
  SecurityDefinitionContext,
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
  if (!first || demanding.length < alternatives.length) return letPass
  return others.length === 0 ? first.check : buildAnyOfCheck([first, ...others])
}

/** Returns undefined for the empty requirement `{}`, which demands no credentials (OpenAPI). */
function buildAlternative(
  { all, location }: SecurityRequirement,
  operation: Operation,
  context: Omit<SecurityDefinitionContext, 'scopes' | 'location'>,
): SecurityAlternative | undefined {
  const schemes = all.map(({ definition, scopes }) => {
    const type = securityTypes.find(({ type }) => type === definition.type)
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
  const subscription = identify.length > 0 ? [subscribed(operation, schemes, context, location)] : []
  return {
    location,
    schemes,
    check: allOf([...identify, ...prove, ...subscription, ...verify]),
    notAttemptedError: first.notAttemptedError,
  }
}

/**
 * Throws a `DocumentError` when a client id and its secret are in different kinds of places, because no call
 * could pass.
 */
function rejectSplitKeys(schemes: readonly SecurityDefinitionChecks[], location: SourceLocation): void {
  const places = new Set(schemes.flatMap(({ key }) => key?.in ?? []))
  if (places.size > 1)
    throw new DocumentError(location, 'a client id and its secret must both be in the header or both in the query')
}

/**
 * Returns the check that the application is enabled, and that one of its subscriptions has a plan with the
 * operation.
 */
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
    // mutant condition false: a second barrier; every security type has refused the call
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
