/** Converts hourly usage to chart series. A call that was neither rejected nor failed counts as answered. Pure. */
import { hourMs } from '../../../lib/time/durations.ts'
import type { Samples } from '../../../ui/charts/samples.ts'
import { t } from '../../../ui/text/t.ts'
import type { UsageHour } from '../../rest/index.ts'

/** The lines of charts of latency. */
export const latencyLines = [
  ['average', t('Average')],
  ['p95', t('95th percentile')],
] as const

export function buildUsageSamples(hours: readonly UsageHour[]): Samples {
  const newest = hours.at(-1)
  return {
    everyMs: hourMs,
    last: newest ? Math.floor(Date.parse(newest.hour) / hourMs) : 0,
    lines: {
      answered: hours.map(({ calls, refusals, errors }) => Math.max(0, calls - refusals - errors)),
      refusals: hours.map(({ refusals }) => refusals),
      errors: hours.map(({ errors }) => errors),
      average: hours.map(({ averageMs }) => averageMs ?? null),
      // The 95th percentile is the upper end of a range; of a single call, its latency is known.
      p95: hours.map(({ calls, p95Ms, averageMs }) => (calls === 1 ? averageMs : p95Ms) ?? null),
    },
  }
}

/** Returns the totals over all hours. */
export function sumUsage(hours: readonly UsageHour[]) {
  const sum = (of: (hour: UsageHour) => number) => hours.reduce((before, hour) => before + of(hour), 0)
  return {
    calls: sum(({ calls }) => calls),
    refusals: sum(({ refusals }) => refusals),
    errors: sum(({ errors }) => errors),
    tokens: sum(({ tokens }) => tokens),
  }
}
