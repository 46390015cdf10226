/**
 * Counts calls against limits and rejects calls above a limit.
 *
 * A rejected call has been counted against the limits before the one that rejected it. A call that fails the security
 * checks is not counted.
 */
import { findWindowEnd } from '../../../shared/lib/time/count-window.ts'
import type { CallLimit } from '../../config/types/index.ts'
import type { Call, LimitHeaderTexts } from '../call/call.ts'
import type { CallStep, CallStepResult } from '../call/call-progress.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import type { CallCounter } from './call-counter.ts'

/** The parts of a call that limits read and fill. */
export type CountedCall = Pick<Call, 'id' | 'deps' | 'route' | 'caller' | 'limits' | 'outcome'>

/** A limit with everything that is needed to count calls against it. */
export interface CountedLimit {
  limit: CallLimit
  maxCalls: number
  /** The number by which one call raises the count. */
  weight: number
  counter: CallCounter
  /** The error for calls above the limit; undefined when they pass. */
  error: GatewayError | undefined
  /** Returns the key under which the call is counted together with others. */
  countKey(call: CountedCall): string
  /** The texts for the response headers; undefined when the response does not show the limit. */
  headerTexts: LimitHeaderTexts | undefined
}

/** Counts a call against the limits from index `start` on. Returns the error of the first one exceeded. */
export function countAgainstLimits(
  call: CountedCall,
  limits: readonly CountedLimit[],
  start = 0,
): ReturnType<CallStep> {
  for (let index = start; ; index += 1) {
    const each = limits[index]
    if (!each) return undefined
    const now = call.deps.clock() // the checks before may have taken longer than the window in which the call began
    const endsAt = findWindowEnd(each.limit.intervalSeconds, now)
    const addition = { amount: each.weight, now, endsAt, limit: each.maxCalls }
    const used = each.counter.add(each.countKey(call), addition)
    if (used instanceof Promise)
      return used.then(
        (settled) => judge(call, each, settled, endsAt - now) ?? countAgainstLimits(call, limits, index + 1),
        (error) => passOrReject(call, error),
      ) as Promise<CallStepResult>
    const rejection = judge(call, each, used, endsAt - now)
    if (rejection) return rejection
  }
}

function judge(
  call: CountedCall,
  { limit, maxCalls, error, headerTexts }: CountedLimit,
  used: number,
  leftMs: number,
): CallStepResult {
  const secondsLeft = Math.ceil(leftMs / 1_000)
  if (headerTexts) {
    const excess = error ? 0 : Math.max(0, used - maxCalls)
    const status = { headerTexts, remaining: Math.max(0, maxCalls - used), excess, secondsLeft }
    const others = call.limits.shown?.filter((each) => each.headerTexts.state !== headerTexts.state)
    call.limits.shown = others ? [...others, status] : [status]
  }
  if (used <= maxCalls) return undefined
  if (!error) {
    const name = `${limit.kind} limit "${limit.name}"`
    call.limits.exceeded = call.limits.exceeded === undefined ? name : `${call.limits.exceeded}, ${name}`
    return undefined
  }

  call.limits.retryAfterSeconds = secondsLeft
  call.outcome.detail = `${limit.kind} limit "${limit.name}": ${used} of ${maxCalls} calls`
  return error
}

const uncounted = new GatewayError('limits_unavailable', { headers: ['Retry-After', '5'] })

/** Handles a call when the counter fails. By default it passes: an outage of the counter must not stop all APIs. */
export function passOrReject(
  { id, deps, outcome }: Pick<CountedCall, 'id' | 'deps' | 'outcome'>,
  error: unknown,
): CallStepResult {
  if (!deps.rejectsUncounted) {
    deps.log.error({ err: error, requestId: id }, 'a call could not be counted and is not limited')
    return undefined
  }
  outcome.detail = (error as Error).message
  return uncounted
}
