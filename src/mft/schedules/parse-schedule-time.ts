/** Parses the times of schedules: `2026-11-22T10:30`, or `10:30` for today or tomorrow. */
import type { ScheduleSpec } from '../types/schedule.ts'

/**
 * Returns the time in milliseconds since the epoch. The time bases `admin` and `source` are the clock of this machine, and
 * `UTC` is UTC. Throws an `Error` that says what is accepted.
 */
export function parseScheduleTime(text: string, timeBase: ScheduleSpec['timeBase'], now: number): number {
  const [, date, time] = /^(?:(\d{4}-\d\d-\d\d)T)?(\d\d:\d\d)$/.exec(text) ?? []
  const zone = timeBase === 'UTC' ? 'Z' : ''
  const at =
    time === undefined ? Number.NaN : Date.parse(`${date ?? renderDay(now, timeBase)}T${time}:00${zone}`)
  if (Number.isNaN(at)) throw new Error('a time must have the form yyyy-MM-ddThh:mm or hh:mm')
  if (date === undefined && at <= now) return at + 86_400_000
  return at
}

/** Returns the day of a time as `yyyy-MM-dd`. */
function renderDay(now: number, timeBase: ScheduleSpec['timeBase']): string {
  const date = new Date(now)
  if (timeBase === 'UTC') return date.toISOString().slice(0, 10)
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'))
  return `${date.getFullYear()}-${month}-${day}`
}
