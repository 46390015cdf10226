/** Formats a duration in its largest whole unit: `60 minutes`, `90 seconds`, `2 days`. Pure. */
import { locale } from '../../../../ui/text/language.ts'

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

export function formatDuration(seconds: number): string {
  const [unit, size] = units.find(([, each]) => seconds >= 2 * each && seconds % each === 0) ?? ['second', 1]
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / size)
}
