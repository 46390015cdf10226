/**
 * The limits of a plan on the calls of one application within an interval.
 *
 * Limits of an operation replace those of its API, and limits of an API replace those of the plan. Burst limits
 * are counted first and always reject; a rate limit rejects only when it is hard.
 */
import { getOrCreate } from '../../../shared/lib/collections/get-or-create.ts'
import { type CallLimit, type Operation, type Plan, type Product, productBaseName } from '../../config/types/index.ts'
import type { Entitlement } from '../../consumers/index.ts'
import type { CallStep } from '../call/call-progress.ts'
import type { PublishedApi } from '../call/endpoint.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import { type CountedCall, type CountedLimit, countAgainstLimits } from './count-against-limits.ts'
import type { LimitCounters } from './limit-counters.ts'
import { buildLimitHeaderTexts } from './limit-headers.ts'

/** Returns the step that counts a call against the plan of its application. */
export function buildPlanLimitStep(counters: Pick<LimitCounters, 'exact' | 'eventual'>): CallStep {
  const plans = new WeakMap<Plan, Map<Operation, readonly CountedLimit[]>>()

  function limitsOf(plan: Plan, { reference }: PublishedApi, operation: Operation): readonly CountedLimit[] {
    const operations = getOrCreate(plans, plan, () => new Map<Operation, readonly CountedLimit[]>())
    let limits = operations.get(operation)
    if (!limits) {
      limits = findEffectiveLimits(plan, reference, operation).flatMap((each) => prepare(each, counters))
      operations.set(operation, limits)
    }
    return limits
  }

  return function withinLimits(call) {
    const { caller, route } = call
    if (!caller.entitlement) return undefined
    const limits = limitsOf(caller.entitlement.plan, route.requireApi(), route.requireEndpoint().operation)
    return countAgainstLimits(call, limits)
  }
}

export interface PlanPartLimit {
  limit: CallLimit
  /** The part of the plan that is limited: an API's reference, with an operation after a space; empty for all. */
  appliesTo: string
}

/** Returns the limits of some kinds that apply to an operation; of calls by default. */
export function findEffectiveLimits(
  plan: Plan,
  reference: string,
  { method, path }: Operation,
  kinds: readonly CallLimit['kind'][] = ['burst', 'rate'],
): PlanPartLimit[] {
  const terms = plan.apiTerms?.get(reference)
  const operation = `${method} ${path}`
  const levels = [
    { appliesTo: `${reference} ${operation}`, limits: terms?.operations?.get(operation) ?? [] },
    { appliesTo: reference, limits: terms?.limits ?? [] },
    { appliesTo: '', limits: plan.limits },
  ]
  return kinds.flatMap((kind) => {
    const nearest = levels.find(({ limits }) => limits.some((each) => each.kind === kind))
    const limits = nearest?.limits.filter((each) => each.kind === kind) ?? []
    return limits.map((limit) => ({ limit, appliesTo: nearest?.appliesTo ?? '' }))
  })
}

/** Returns all limits of a plan: its own, those of its APIs and those of their operations. */
export function listPlanLimits({ limits, apiTerms }: Plan): PlanPartLimit[] {
  const ofParts = [...(apiTerms ?? [])].flatMap(([reference, terms]) => [
    ...terms.limits.map((limit) => ({ limit, appliesTo: reference })),
    ...[...(terms.operations ?? [])].flatMap(([operation, operationLimits]) =>
      operationLimits.map((limit) => ({ limit, appliesTo: `${reference} ${operation}` })),
    ),
  ])
  return [...limits.map((limit) => ({ limit, appliesTo: '' })), ...ofParts]
}

/** Returns whether a plan of the product limits messages or bytes. */
export function hasMessageLimits({ plans }: Product): boolean {
  const all = [...plans.values()].flatMap(listPlanLimits)
  return all.some(({ limit: { kind } }) => kind === 'message' || kind === 'byte')
}

function prepare(
  { limit, appliesTo }: PlanPartLimit,
  counters: Pick<LimitCounters, 'exact' | 'eventual'>,
): CountedLimit[] {
  const { calls, kind, name, location } = limit
  if (calls === undefined) return []
  const rejects = kind === 'burst' || limit.hard
  return [
    {
      limit,
      maxCalls: calls,
      weight: 1,
      counter: rejects ? counters.exact : counters.eventual,
      error: rejects ? new GatewayError(kind === 'burst' ? 'burst_limit' : 'rate_limit', { location }) : undefined,
      countKey: cacheKey((call) =>
        buildLimitCountKey(buildCallPlanKey(call), call.caller.requireClient().application.name, { limit, appliesTo }),
      ),
      headerTexts: buildLimitHeaderTexts(limit, kind === 'burst' ? `burst-${name}` : name, calls),
    },
  ]
}

/** Caches the key for each entitlement, which belongs to one application. */
function cacheKey(make: (call: CountedCall) => string): (call: CountedCall) => string {
  const keys = new WeakMap<Entitlement, string>()
  return (call) => {
    const entitlement = call.caller.requireEntitlement()
    let key = keys.get(entitlement)
    if (key === undefined) {
      key = make(call)
      keys.set(entitlement, key)
    }
    return key
  }
}

/** Returns the key under which the calls of an application are counted against a limit. */
export function buildLimitCountKey(plan: string, application: string, { limit, appliesTo }: PlanPartLimit): string {
  return `${plan} ${application} ${appliesTo === '' ? '' : `${appliesTo} `}${limit.kind} ${limit.name}`
}

/** Returns the unique key of the plan that a call is made under. */
export function buildCallPlanKey({ route, caller }: CountedCall): string {
  return buildPlanKey(route.requireApi().catalog.path, caller.requireEntitlement())
}

/** The key has the version: which of several versions the name means may change. A moved subscription keeps its key. */
export function buildPlanKey(
  catalogPath: string,
  { product, plan, subscription }: Pick<Entitlement, 'product' | 'plan'> & Partial<Pick<Entitlement, 'subscription'>>,
): string {
  const own = `${productBaseName(product)}:${product.version}:${plan.name}`
  return `${catalogPath} ${subscription?.countedAs?.replace(/\/(?=[^/]*$)/, ':') ?? own}`
}
