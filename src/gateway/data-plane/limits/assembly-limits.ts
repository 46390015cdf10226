/** The limits of a plan that an assembly counts with the policy `ratelimit`, by name. */
import type { AssemblyLimit, CallLimit, Plan } from '../../config/types/index.ts'
import type { CallStep } from '../call/call-progress.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import { type CountedLimit, countAgainstLimits } from './count-against-limits.ts'
import type { LimitCounters } from './limit-counters.ts'
import { buildLimitHeaderTexts } from './limit-headers.ts'
import { buildCallPlanKey } from './plan-limits.ts'

export interface AssemblyLimitName {
  kind: CallLimit['kind']
  name: string
}

/** Returns the step that counts a call against the named limits of its plan. A call without a plan is not counted. */
export function buildAssemblyLimitStep(
  names: readonly AssemblyLimitName[],
  counters: Pick<LimitCounters, 'exact' | 'eventual'>,
): CallStep {
  const plans = new WeakMap<Plan, readonly CountedLimit[]>()

  return function withinLimits(call) {
    if (!call.caller.entitlement) return undefined
    const { plan } = call.caller.entitlement
    let limits = plans.get(plan)
    if (!limits) {
      limits = names.flatMap((each) => findAssemblyLimit(plan, each) ?? []).flatMap((each) => prepare(each, counters))
      plans.set(plan, limits)
    }
    return countAgainstLimits(call, limits)
  }
}

export function findAssemblyLimit(plan: Plan, { kind, name }: AssemblyLimitName): AssemblyLimit | undefined {
  return plan.assemblyLimits?.find((each) => each.kind === kind && each.name === name)
}

function prepare(limit: AssemblyLimit, counters: Pick<LimitCounters, 'exact' | 'eventual'>): CountedLimit[] {
  const { calls, kind, name, hard, weight, isClient, per } = limit
  if (calls === undefined) return []
  return [
    {
      limit,
      maxCalls: calls,
      weight,
      counter: hard ? counters.exact : counters.eventual,
      error: hard ? buildLimitError(limit) : undefined,
      countKey(call) {
        const api = per.api ? ` api ${call.route.api?.reference}` : ''
        const application = per.application ? ` app ${call.caller.client?.application.name}` : ''
        const client = per.client ? ` client ${call.caller.client?.clientId}` : ''
        return `${buildCallPlanKey(call)}${api}${application}${client} assembly ${kind} ${name}`
      },
      headerTexts: isClient
        ? buildLimitHeaderTexts(limit, `assembly-${kind === 'burst' ? 'burst-' : ''}${name}`, calls)
        : undefined,
    },
  ]
}

/** Returns the error of a hard limit; a 503 that does not mention it, where clients may not see the limit. */
function buildLimitError({ isClient, location }: AssemblyLimit): GatewayError {
  const details = isClient ? {} : { status: 503, text: 'The API is not available at the moment' }
  return new GatewayError('assembly_limit', { location, ...details })
}
