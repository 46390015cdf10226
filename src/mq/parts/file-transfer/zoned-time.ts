/**
 * Converts between instants and the clock on the wall of a time zone.
 *
 * A wall-clock time is held as the milliseconds since the epoch that the same date and time would have in UTC.
 */
import { attempt } from '../../../shared/lib/collections/attempt.ts'
import { dayMs } from '../../../shared/lib/time/durations.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns whether the runtime knows the time zone: `Europe/London`, `UTC`. */
export function isTimeZone(timeZone: string): boolean {
  return attempt(() => findFormat(timeZone)) !== undefined
}

/** Returns the name of the time zone of this machine. */
export function readLocalTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Returns the wall-clock time of an instant. Throws `RangeError` for an unknown time zone or an instant that dates cannot hold. */
export function toWallClock(at: number, timeZone: string): number {
  if (timeZone === 'UTC') return at
  const parts = findFormat(timeZone).formatToParts(at)
  const read = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value)
  const seconds = [read('hour'), read('minute'), read('second')] as const
  return Date.UTC(read('year'), read('month') - 1, read('day'), ...seconds, ((at % 1000) + 1000) % 1000)
}

/**
 * Returns the instant of a wall-clock time. Of a time that the clock shows twice it returns the first; a time that the
 * clock skips is moved by the length of the gap: 02:30 becomes 03:30 on the day on which summer time begins.
 */
export function fromWallClock(wall: number, timeZone: string): number {
  if (timeZone === 'UTC') return wall
  const instants = [wall - dayMs, wall + dayMs].map((near) => wall - (toWallClock(near, timeZone) - near))
  return instants.find((at) => toWallClock(at, timeZone) === wall) ?? (instants[0] as number)
}

function findFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const number = 'numeric' as const
  const options = { timeZone, year: number, month: number, day: number, hour: number, minute: number, second: number }
  const format = new Intl.DateTimeFormat('en-u-ca-gregory-hc-h23', options)
  formats.set(timeZone, format)
  return format
}
