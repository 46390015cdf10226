/**
 * Counts calls against limits and refuses what is over.
 *
 * Intervals lie side by side on the clock. A call that is refused has counted against the limits before the one that
 * refused it, and one that was not let in at all against none.
 */
import type { Limit } from '../../config/types/index.ts'
import type { Call } from '../call/call.ts'
import type { Refusal } from '../call/refusals.ts'
import type { Outcome, Step } from '../call/run.ts'
import type { Meter } from './counter.ts'
import type { LimitWords } from './limit-headers.ts'

/** The parts of a call that limits read and fill. */
export type LimitedCall = Pick<Call, 'id' | 'startedAt' | 'tools' | 'route' | 'caller' | 'limits' | 'outcome'>

/** A limit, ready to count. */
export interface CountedLimit {
  limit: Limit
  calls: number
  /** How much a call counts. */
  weight: number
  meter: Meter
  /** For what is over; undefined lets it pass. */
  refusal: Refusal | undefined
  /** Whose calls are counted together. */
  keyOf(call: LimitedCall): string
  /** How the answer tells of it; undefined when it does not. */
  words: LimitWords | undefined
}

/** What a limit says after a call was counted. */
export interface Reading {
  words: LimitWords
  remaining: number
  secondsLeft: number
}

/** Counts against one limit after the other; the first that is used up refuses. */
export function countCall(call: LimitedCall, limits: readonly CountedLimit[], start = 0): ReturnType<Step> {
  for (let index = start; index < limits.length; index += 1) {
    const each = limits[index] as CountedLimit
    const intervalMs = each.limit.intervalSeconds * 1_000
    const endsAt = (Math.floor(call.startedAt / intervalMs) + 1) * intervalMs
    const addition = { by: each.weight, now: call.startedAt, endsAt, enough: each.calls }
    const used = each.meter.add(each.keyOf(call), addition)
    if (used instanceof Promise)
      return used.then(
        (settled) => judge(call, each, settled, endsAt) ?? countCall(call, limits, index + 1),
        (error) => letPass(call, error),
      ) as Promise<Outcome>
    const refusal = judge(call, each, used, endsAt)
    if (refusal) return refusal
  }
  return undefined
}

function judge(
  call: LimitedCall,
  { limit, calls, refusal, words }: CountedLimit,
  used: number,
  endsAt: number,
): Outcome {
  const secondsLeft = Math.max(1, Math.ceil((endsAt - call.startedAt) / 1_000))
  const remaining = Math.max(0, calls - used)
  if (words) {
    call.limits.readings ??= []
    call.limits.readings.push({ words, remaining, secondsLeft })
  }
  if (!refusal || used <= calls) return undefined

  call.limits.retryAfter = secondsLeft
  call.outcome.detail = `${limit.kind} limit "${limit.name}": ${used} of ${calls} calls`
  return refusal
}

/** A count that cannot be kept must not stop every call: that would be the outage the limit is there to prevent. */
function letPass(call: LimitedCall, error: unknown): Outcome {
  call.tools.log.error({ err: error, requestId: call.id }, 'a call could not be counted and passes')
  return undefined
}
