/** Renders times as RFC 3339 has them, in UTC, and lengths of time. */
import { monthSeconds, weekSeconds } from './count-window.ts'

/** Returns `2020-04-03T13:47:59.000Z` for milliseconds since the epoch. Throws `RangeError` beyond the range of a `Date`. */
export function renderTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

/** Returns `2020-04-03T13:47:59Z` for seconds since the epoch; undefined beyond the range of a `Date`. */
export function renderEpochSeconds(seconds: unknown): string | undefined {
  const date = new Date(Number(seconds) * 1_000)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().replace('.000Z', 'Z')
}

/** Returns the date as `YYYYMMDD` and the time as `HHMMSSTH` (MQMD PutDate and PutTime), in UTC. */
export function renderDateAndTime(at: number): [date: string, time: string] {
  const digits = new Date(at).toISOString().replaceAll(/\D/g, '')
  return [digits.slice(0, 8), digits.slice(8, 16)]
}

const unitSeconds = { month: monthSeconds, week: weekSeconds, day: 86_400, hour: 3600, minute: 60, second: 1 }

/** Returns a length of time to follow "per": `hour`, `5 minutes`. */
export function renderInterval(seconds: number): string {
  const [unit, size] = Object.entries(unitSeconds).find(([, size]) => seconds % size === 0) ?? ['second', 1]
  return seconds === size ? unit : `${seconds / size} ${unit}s`
}
