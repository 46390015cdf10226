/** Formats the distance of a time from now: `in 58 minutes`, `3 hours ago`. Pure. */
import { locale } from '../../../ui/text/language.ts'

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })

export function formatRelativeTime(moment: string, now = Date.now()): string {
  const distance = Date.parse(moment) - now
  const [unit, size] = units.find(([, each]) => Math.abs(distance) >= each) ?? ['second', 1_000]
  return words.format(Math.round(distance / size), unit)
}
