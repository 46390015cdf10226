/**
 * Counts calls against limits and refuses what is over.
 *
 * Intervals lie side by side on the clock. A call that is refused has counted against the limits before the one that
 * refused it, and one that was not let in at all against none.
 */
import type { CallLimit } from '../../config/types/index.ts'
import type { Call } from '../call/call.ts'
import type { LimitHeaderParts } from '../call/limit-reading.ts'
import type { Step, StepResult } from '../call/step.ts'
import type { GatewayError } from '../errors/gateway-errors.ts'
import type { CallCounter } from './call-counter.ts'

/** The parts of a call that limits read and fill. */
export type LimitedCall = Pick<Call, 'id' | 'startedAt' | 'deps' | 'route' | 'caller' | 'limits' | 'outcome'>

/** A limit, ready to count. */
export interface CountedLimit {
  limit: CallLimit
  maxCalls: number
  /** How much a call counts. */
  weight: number
  counter: CallCounter
  /** For what is over; undefined lets it pass. */
  error: GatewayError | undefined
  /** Whose calls are counted together. */
  countKey(call: LimitedCall): string
  /** How the answer tells of it; undefined when it does not. */
  headerParts: LimitHeaderParts | undefined
}

/** Counts against one limit after the other; the first that is used up refuses. */
export function countAgainstLimits(
  call: LimitedCall,
  limits: readonly CountedLimit[],
  start = 0,
): ReturnType<Step> {
  for (let index = start; index < limits.length; index += 1) {
    const each = limits[index] as CountedLimit
    const intervalMs = each.limit.intervalSeconds * 1_000
    const endsAt = (Math.floor(call.startedAt / intervalMs) + 1) * intervalMs
    const addition = { amount: each.weight, now: call.startedAt, endsAt, limit: each.maxCalls }
    const used = each.counter.add(each.countKey(call), addition)
    if (used instanceof Promise)
      return used.then(
        (settled) => judge(call, each, settled, endsAt) ?? countAgainstLimits(call, limits, index + 1),
        (error) => letPass(call, error),
      ) as Promise<StepResult>
    const rejection = judge(call, each, used, endsAt)
    if (rejection) return rejection
  }
  return undefined
}

function judge(
  call: LimitedCall,
  { limit, maxCalls, error, headerParts }: CountedLimit,
  used: number,
  endsAt: number,
): StepResult {
  const secondsLeft = Math.max(1, Math.ceil((endsAt - call.startedAt) / 1_000))
  const remaining = Math.max(0, maxCalls - used)
  if (headerParts) {
    call.limits.readings ??= []
    call.limits.readings.push({ headerParts, remaining, secondsLeft })
  }
  if (!error || used <= maxCalls) return undefined

  call.limits.retryAfterSeconds = secondsLeft
  call.outcome.detail = `${limit.kind} limit "${limit.name}": ${used} of ${maxCalls} calls`
  return error
}

/** A count that cannot be kept must not stop every call: that would be the outage the limit is there to prevent. */
function letPass(call: LimitedCall, error: unknown): StepResult {
  call.deps.log.error({ err: error, requestId: call.id }, 'a call could not be counted and passes')
  return undefined
}
