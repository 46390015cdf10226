/** Scheduled transfers: when a transfer starts, and when it is repeated. */

export type RepeatUnit = 'minutes' | 'hours' | 'days' | 'weeks' | 'months' | 'years'

export interface ScheduleSpec {
  /** The first start, in milliseconds since the epoch. */
  readonly startAt: number
  /** How the user stated the start time: `2026-11-22T10:30` on the clock of `timeBase`. */
  readonly startTime: string
  readonly timeBase: 'admin' | 'source' | 'UTC'
  readonly repeat?: {
    readonly every: number
    readonly unit: RepeatUnit
    /** The number of starts; unlimited when undefined. */
    readonly count?: number | undefined
    /** No start happens later, in milliseconds since the epoch. */
    readonly until?: number | undefined
  }
}

const fixedMs: Readonly<Record<'minutes' | 'hours' | 'days' | 'weeks', number>> = {
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
  weeks: 604_800_000,
}

/** Returns the time of a start, counted from 0, or undefined when the schedule has ended before. */
export function startTimeOf({ startAt, repeat }: ScheduleSpec, index: number): number | undefined {
  if (index === 0) return startAt
  if (!repeat || (repeat.count !== undefined && index >= repeat.count)) return undefined
  const at = addUnits(startAt, repeat.unit, index * repeat.every)
  return repeat.until !== undefined && at > repeat.until ? undefined : at
}

/**
 * Returns the next start after `now`: its index and time, or undefined when there is none. Starts that were missed while the
 * agent was stopped are skipped.
 */
export function findNextStart(
  spec: ScheduleSpec,
  index: number,
  now: number,
): { readonly index: number; readonly at: number } | undefined {
  let next = index
  const { unit } = spec.repeat ?? {}
  if (spec.repeat && (unit === 'minutes' || unit === 'hours' || unit === 'days' || unit === 'weeks'))
    next = Math.max(index, Math.ceil((now - spec.startAt) / (fixedMs[unit] * spec.repeat.every)))
  for (;;) {
    const at = startTimeOf(spec, next)
    if (at === undefined) return undefined
    if (at > now) return { index: next, at }
    next += 1
  }
}

/** Months and years keep the day of the month where the month has it, and use its last day otherwise. */
function addUnits(from: number, unit: RepeatUnit, count: number): number {
  if (unit !== 'months' && unit !== 'years') return from + count * fixedMs[unit]
  const date = new Date(from)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + (unit === 'months' ? count : 12 * count))
  const daysInMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, daysInMonth))
  return date.getTime()
}
