/** Computes the starts of a scheduled transfer. */
import { dayMs, hourMs, minuteMs } from '../../../../../shared/lib/time/durations.ts'
import type { RepeatUnit } from '../../contract/file-transfer.ts'
import { fromWallClock, toWallClock } from '../../zoned-time.ts'
import type { ScheduleSpec } from '../types/request.ts'

const unitMs: Readonly<Record<RepeatUnit, number>> = {
  minutes: minuteMs,
  hours: hourMs,
  days: dayMs,
  weeks: 7 * dayMs,
  // The longest month and year: an estimate with them is never too late.
  months: 31 * dayMs,
  years: 366 * dayMs,
}

/** Returns the time of a start, counted from 0, or undefined when the schedule has ended before. */
export function findStartTime({ startAt, timeZone, repeat }: ScheduleSpec, index: number): number | undefined {
  if (index === 0) return startAt
  if (!repeat || (repeat.count !== undefined && index >= repeat.count)) return undefined
  const at = addUnits(startAt, repeat.unit, index * repeat.every, timeZone)
  return at === undefined || (repeat.until !== undefined && at > repeat.until) ? undefined : at
}

/** Returns index and time of the next start after `now`; or undefined. Missed starts are skipped. */
export function findNextStart(
  spec: ScheduleSpec,
  index: number,
  now: number,
): { readonly index: number; readonly at: number } | undefined {
  let next = Math.max(index, estimateIndex(spec, now))
  for (;;) {
    const at = findStartTime(spec, next)
    if (at === undefined) return undefined
    if (at > now) return { index: next, at }
    next += 1
  }
}

/** Returns the index of a start that is not after the next one. A change to summer time moves starts by less than one unit. */
function estimateIndex({ startAt, repeat }: ScheduleSpec, now: number): number {
  if (!repeat || now <= startAt) return 0
  return Math.max(0, Math.floor((now - startAt) / (unitMs[repeat.unit] * repeat.every)) - 1)
}

/**
 * Days, weeks, months and years keep the time of the day on the clock of the time zone. Months and years keep the day of the
 * month where the month has it, and use its last day otherwise. Returns undefined for a time that dates cannot hold.
 */
function addUnits(from: number, unit: RepeatUnit, count: number, timeZone: string): number | undefined {
  if (unit === 'minutes' || unit === 'hours') return checkTime(from + count * unitMs[unit])
  const wall = toWallClock(from, timeZone)
  const moved =
    unit === 'days' || unit === 'weeks'
      ? wall + count * unitMs[unit]
      : addMonths(wall, unit === 'months' ? count : 12 * count)
  return checkTime(moved) === undefined ? undefined : fromWallClock(moved, timeZone)
}

function addMonths(wall: number, months: number): number {
  const date = new Date(wall)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const daysInMonth = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return date.setUTCDate(Math.min(day, daysInMonth))
}

/** The end of the year 9999: later times have no form that users could read. */
const lastTime = Date.UTC(10_000, 0, 1) - 1

function checkTime(at: number): number | undefined {
  return at <= lastTime ? at : undefined
}
