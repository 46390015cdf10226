/** Formats a duration in its largest whole unit: `60 minutes`, `90 seconds`, `2 days`. Pure. */

const units = [
  ['days', 86_400],
  ['hours', 3_600],
  ['minutes', 60],
] as const

export function formatDuration(seconds: number): string {
  const [unit, size] = units.find(([, each]) => seconds >= 2 * each && seconds % each === 0) ?? ['seconds', 1]
  return seconds === 1 ? '1 second' : `${(seconds / size).toLocaleString('en')} ${unit}`
}
