/** Lists the facts of products, their plans, and applications. */
import { renderInterval } from '../../lib/time/render-interval.ts'
import type { Application, AssemblyLimit, CallLimit, PlanApiTerms, Product } from '../types/index.ts'
import { listTokenCeilingFacts } from './ceiling-facts.ts'
import { type ConfigFact, prefixFacts, renderValues, renderYesNo } from './config-fact.ts'
import { computeDigest } from './digest.ts'

export function* listProductFacts({ name, title, version, state, plans }: Product): Iterable<ConfigFact> {
  yield [`product ${name}`, '']
  yield [`product ${name}: title`, title]
  yield [`product ${name}: version`, version]
  yield [`product ${name}: state`, state ?? 'published']
  for (const plan of plans.values()) {
    const its = `plan ${name}/${plan.name}`
    yield [its, '']
    yield [`${its}: title`, plan.title]
    yield [`${its}: approval`, plan.approval ? 'needed' : 'not needed']
    for (const api of plan.apis) yield [`${its}: API ${api}`, '']
    yield* limitFacts(its, plan.limits)
    for (const [api, offer] of plan.apiTerms ?? []) yield* offerFacts(`${its}: API ${api}`, offer)
    yield* prefixFacts(its, listTokenCeilingFacts(plan.tokenCeiling))
    for (const limit of plan.assemblyLimits ?? [])
      yield [`${its}: assembly ${limit.kind} limit ${limit.name}`, renderAssemblyLimit(limit)]
  }
}

function* limitFacts(its: string, limits: readonly CallLimit[]): Iterable<ConfigFact> {
  for (const limit of limits) yield [`${its}: ${limit.kind} limit ${limit.name}`, renderLimit(limit)]
}

function* offerFacts(its: string, { limits, operations }: PlanApiTerms): Iterable<ConfigFact> {
  yield* limitFacts(its, limits)
  yield [`${its}: operations`, operations ? renderValues(operations.keys()) : 'all']
  for (const [operation, own] of operations ?? []) yield* limitFacts(`${its}: ${operation}`, own)
}

function renderAssemblyLimit(limit: AssemblyLimit): string {
  const { weight, isClient, per } = limit
  const counted = [per.api && 'API', per.application && 'application', per.client && 'client id']
  const whom = counted.filter((each) => each !== false).join(' and ') || 'plan'
  const told = isClient ? '' : ', not reported to callers'
  return `${renderLimit(limit)}, for each ${whom}, ${weight} a call${told}`
}

function renderLimit({ calls, intervalSeconds, hard }: CallLimit): string {
  if (calls === undefined) return 'unlimited'
  return `${calls} per ${renderInterval(intervalSeconds)}${hard ? '' : ', counted only'}`
}

export function* listApplicationFacts(application: Application): Iterable<ConfigFact> {
  const name = `application ${application.name}`
  yield [name, '']
  yield [`${name}: title`, application.title]
  yield [`${name}: owner`, application.owner ?? 'the operator']
  yield [`${name}: state`, application.state]
  yield [`${name}: type`, application.clientType]
  yield [`${name}: grants`, application.grants ? renderValues(application.grants) : 'those of the provider']
  yield [`${name}: redirect endpoints`, renderValues(application.redirectEndpoints)]
  yield* prefixFacts(name, listTokenCeilingFacts(application.tokenCeiling))
  for (const {
    clientId,
    secretHashes,
    oldSecretUntil,
    hasWellKnownSecret: wellKnown,
  } of application.credentials) {
    yield [`${name}: client ${clientId}`, '']
    yield [`${name}: client ${clientId}: secrets`, computeDigest(secretHashes)]
    if (oldSecretUntil !== undefined)
      yield [`${name}: client ${clientId}: old secret`, `until ${new Date(oldSecretUntil).toISOString()}`]
    yield [`${name}: client ${clientId}: well known`, renderYesNo(wellKnown)]
  }
  for (const { product, plan, requestedPlan, state } of application.subscriptions) {
    const wish = requestedPlan === undefined ? '' : `, ${requestedPlan} requested`
    yield [`${name}: subscription to ${product}`, `plan ${plan}, ${state}${wish}`]
  }
}
