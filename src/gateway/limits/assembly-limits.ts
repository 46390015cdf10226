/**
 * Limits of a plan that count where an assembly asks for them by name.
 */
import type { AssemblyLimit, Limit, Plan } from '../../config/types/index.ts'
import { Refusal } from '../call/refusals.ts'
import type { Step } from '../call/run.ts'
import { type CountedLimit, countCall } from './count.ts'
import type { Meters } from './counters.ts'
import { limitWords } from './limit-headers.ts'
import { planOf } from './plan-limits.ts'

export interface LimitName {
  kind: Limit['kind']
  name: string
}

/** The step that counts a call against the named limits of its plan; a call without a plan has none. */
export function buildAssemblyLimits(names: readonly LimitName[], meters: Meters): Step {
  const plans = new WeakMap<Plan, readonly CountedLimit[]>()

  return function withinLimits(call) {
    if (!call.caller.entitlement) return undefined
    const { plan } = call.caller.entitlement
    let limits = plans.get(plan)
    if (!limits) {
      limits = names
        .flatMap((each) => findAssemblyLimit(plan, each) ?? [])
        .flatMap((each) => prepare(each, meters))
      plans.set(plan, limits)
    }
    return countCall(call, limits)
  }
}

export function findAssemblyLimit(plan: Plan, { kind, name }: LimitName): AssemblyLimit | undefined {
  return plan.assemblyLimits?.find((each) => each.kind === kind && each.name === name)
}

function prepare(limit: AssemblyLimit, meters: Meters): CountedLimit[] {
  const { calls, kind, name, hard, weight, isClient, per } = limit
  if (calls === undefined) return []
  return [
    {
      limit,
      calls,
      weight,
      meter: hard ? meters.exact : meters.lenient,
      refusal: hard ? refusalOf(limit) : undefined,
      keyOf(call) {
        const api = per.api ? ` api ${call.route.api?.reference}` : ''
        const application = per.application ? ` app ${call.caller.client?.application.name}` : ''
        const client = per.client ? ` client ${call.caller.client?.clientId}` : ''
        return `${planOf(call)}${api}${application}${client} assembly ${kind} ${name}`
      },
      words: isClient
        ? limitWords(limit, `assembly-${kind === 'burst' ? 'burst-' : ''}${name}`, calls)
        : undefined,
    },
  ]
}

/** A caller who is not to know of the limit learns only that it is no use now. */
function refusalOf({ isClient, place }: AssemblyLimit): Refusal {
  const details = isClient ? {} : { status: 503, text: 'The API is not available at the moment' }
  return new Refusal('assembly_limit', { place, ...details })
}
