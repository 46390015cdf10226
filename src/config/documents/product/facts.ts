/** Lists the facts of products and their plans. */
import { renderInterval } from '../../../lib/time/render-time.ts'
import { type ConfigFact, prefixFacts, renderValues } from '../../document-set/config-fact.ts'
import type { AssemblyLimit, CallLimit, Plan, PlanApiTerms, Product, ProductVisibility } from '../../types/index.ts'
import { listAccessTermFacts } from '../members/access-terms.ts'
import { listDeprecationFacts } from '../members/deprecation.ts'
import { listTokenCeilingFacts } from '../members/token-ceiling.ts'

export function* listProductFacts({ title, version, state, visibility, deprecation }: Product): Iterable<ConfigFact> {
  yield ['title', title]
  yield ['version', version]
  yield ['state', state ?? 'published']
  yield ['visible at the portal to', visibilityNames[visibility ?? 'public']]
  yield* listDeprecationFacts(deprecation)
}

const visibilityNames: Readonly<Record<ProductVisibility, string>> = {
  public: 'everybody who may read the catalogue',
  authenticated: 'signed-in users',
  subscribed: 'subscribers',
}

export function* listPlanFacts(plan: Plan): Iterable<ConfigFact> {
  yield ['title', plan.title]
  yield ['approval', plan.approval ? 'needed' : 'not needed']
  for (const api of plan.apis) yield [`API ${api}`, '']
  yield* limitFacts(plan.limits)
  yield* listAccessTermFacts(plan.terms)
  for (const [api, terms] of plan.apiTerms ?? []) yield* prefixFacts(`API ${api}`, termFacts(terms))
  yield* listTokenCeilingFacts(plan.tokenCeiling)
  for (const limit of plan.assemblyLimits ?? [])
    yield [`assembly ${limit.kind} limit ${limit.name}`, renderAssemblyLimit(limit)]
}

function* limitFacts(limits: readonly CallLimit[]): Iterable<ConfigFact> {
  for (const limit of limits) yield [`${limit.kind} limit ${limit.name}`, renderLimit(limit)]
}

function* termFacts({ limits, operations }: PlanApiTerms): Iterable<ConfigFact> {
  yield* limitFacts(limits)
  yield ['operations', operations ? renderValues(operations.keys()) : 'all']
  for (const [operation, own] of operations ?? []) yield* prefixFacts(operation, limitFacts(own))
}

function renderAssemblyLimit(limit: AssemblyLimit): string {
  const { weight, isClient, per } = limit
  const counted = [per.api && 'API', per.application && 'application', per.client && 'client id']
  const whom = counted.filter((each) => each !== false).join(' and ') || 'plan'
  const unreported = isClient ? '' : ', not reported to callers'
  return `${renderLimit(limit)}, for each ${whom}, ${weight} a call${unreported}`
}

function renderLimit({ calls, intervalSeconds, hard }: CallLimit): string {
  if (calls === undefined) return 'unlimited'
  return `${calls} per ${renderInterval(intervalSeconds)}${hard ? '' : ', counted only'}`
}
