/** Formats durations, and the distance of a time from now. Pure. */
import { formatUnit } from './format-units.ts'
import { locale } from './language.ts'

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })

/** Returns `in 58 minutes`, `3 hours ago`. */
export function formatRelativeTime(moment: string, now = Date.now()): string {
  const distance = Date.parse(moment) - now
  const [unit, size] = units.find(([, each]) => Math.abs(distance) >= each) ?? ['second', 1_000]
  return words.format(Math.round(distance / size), unit)
}

/** Returns a duration in its largest whole unit: `60 minutes`, `90 seconds`, `2 days`. */
export function formatDuration(seconds: number): string {
  const ms = seconds * 1_000
  const [unit, size] = units.find(([, each]) => ms >= 2 * each && ms % each === 0) ?? ['second', 1_000]
  return formatUnit(ms / size, unit)
}
