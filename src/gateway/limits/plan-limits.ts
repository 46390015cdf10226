/**
 * The limits of a plan: so many calls of one application within an interval.
 *
 * Intervals lie side by side on the clock. Burst limits are looked at first and always refuse; a rate limit that is
 * not hard counts and lets pass. A call that was not let in costs nothing.
 */
import type { Limit, Plan } from '../../config/types.ts'
import type { Entitlement } from '../../consumers/index.ts'
import type { Call } from '../call.ts'
import { Refusal } from '../refusals.ts'
import type { Outcome, Step } from '../run.ts'
import type { GatewayTools } from '../tools.ts'
import { addLimitHeaders, type Reading } from './limit-headers.ts'
import { gatheringMeter, type Meter, processMeter, sharedMeter } from './meter.ts'

interface PlanLimit {
  limit: Limit
  calls: number
  meter: Meter
  refusal: Refusal | undefined
}

/** The step that counts a call against the plan of its application. */
export function buildLimits(tools: GatewayTools): Step {
  const meters = openMeters(tools)
  const plans = new WeakMap<Plan, readonly PlanLimit[]>()

  function limitsOf(plan: Plan): readonly PlanLimit[] {
    let limits = plans.get(plan)
    if (!limits) {
      limits = prepare(plan, meters)
      plans.set(plan, limits)
    }
    return limits
  }

  return function withinLimits(call) {
    const { entitlement, client, api } = call
    if (!entitlement || !client) return undefined
    const limits = limitsOf(entitlement.plan)
    if (limits.length === 0) return undefined

    const scope = `${api?.catalog.path} ${planName(entitlement)} ${client.application.name}`
    return count(call, limits, 0, scope, [])
  }
}

function openMeters({ count, log }: GatewayTools): Record<'exact' | 'lenient', Meter> {
  if (!count) {
    const meter = processMeter()
    return { exact: meter, lenient: meter }
  }
  const onError = (error: unknown) => log.error({ err: error }, 'calls could not be counted for all workers')
  return { exact: sharedMeter(count), lenient: gatheringMeter(count, onError) }
}

function prepare(plan: Plan, meters: Record<'exact' | 'lenient', Meter>): PlanLimit[] {
  const inOrder = [...plan.limits].sort((a, b) => Number(b.kind === 'burst') - Number(a.kind === 'burst'))
  return inOrder.flatMap((limit) => {
    if (limit.calls === undefined) return []
    const refuses = limit.kind === 'burst' || limit.hard
    const reason = limit.kind === 'burst' ? 'burst_limit' : 'rate_limit'
    return {
      limit,
      calls: limit.calls,
      meter: refuses ? meters.exact : meters.lenient,
      refusal: refuses ? new Refusal(reason, { place: limit.place }) : undefined,
    }
  })
}

/** Counts against one limit after the other; the first that is used up refuses. */
function count(
  call: Call,
  limits: readonly PlanLimit[],
  start: number,
  scope: string,
  readings: Reading[],
): ReturnType<Step> {
  for (let index = start; index < limits.length; index += 1) {
    const each = limits[index] as PlanLimit
    const intervalMs = each.limit.intervalSeconds * 1_000
    const endsAt = (Math.floor(call.startedAt / intervalMs) + 1) * intervalMs
    const used = each.meter.add(`${scope} ${each.limit.kind} ${each.limit.name}`, endsAt, each.calls)
    if (used instanceof Promise)
      return used.then(
        (settled) =>
          judge(call, each, settled, endsAt, readings) ?? count(call, limits, index + 1, scope, readings),
        (error) => letPass(call, error),
      ) as Promise<Outcome>
    const refusal = judge(call, each, used, endsAt, readings)
    if (refusal) return refusal
  }
  addLimitHeaders(call.answerHeaders, readings)
  return undefined
}

function judge(
  call: Call,
  { limit, calls, refusal }: PlanLimit,
  used: number,
  endsAt: number,
  readings: Reading[],
): Outcome {
  const secondsLeft = Math.max(1, Math.ceil((endsAt - call.startedAt) / 1_000))
  readings.push({ limit, calls, remaining: Math.max(0, calls - used), secondsLeft })
  if (!refusal || used <= calls) return undefined

  addLimitHeaders(call.answerHeaders, readings)
  call.answerHeaders.push('Retry-After', String(secondsLeft))
  call.detail = `${limit.kind} limit "${limit.name}": ${used} of ${calls} calls`
  return refusal
}

/** A count that cannot be kept must not stop every call: that would be the outage the limit is there to prevent. */
function letPass(call: Call, error: unknown): Outcome {
  call.tools.log.error({ err: error, requestId: call.id }, 'a call could not be counted and passes')
  return undefined
}

function planName({ product, plan }: Entitlement): string {
  return `${product.name}:${product.version}:${plan.name}`
}
