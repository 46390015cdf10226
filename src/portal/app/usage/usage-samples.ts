/** Converts usage to chart series and finds answers in it. A call that was neither rejected nor failed counts as answered. Pure. */
import { dayMs, hourMs } from '../../../lib/time/durations.ts'
import type { Threshold } from '../../../ui/charts/chart-marks.tsx'
import type { Samples } from '../../../ui/charts/samples.ts'
import { formatNumber } from '../../../ui/text/format.ts'
import { t } from '../../../ui/text/t.ts'
import type { DayUsage, LimitUsage, PlanUsage, UsageHour, UsageView } from '../../rest/index.ts'

/** The lines of charts of latency. */
export const latencyLines = [
  ['average', t('Average')],
  ['p95', t('95th percentile')],
] as const

type Counts = Pick<UsageHour, 'calls' | 'errors' | 'refusals'>

export function buildUsageSamples(hours: readonly UsageHour[]): Samples {
  return {
    everyMs: hourMs,
    last: Math.floor(Date.parse(hours.at(-1)?.hour ?? '') / hourMs) || 0,
    lines: {
      ...buildCountLines(hours),
      average: hours.map(({ averageMs }) => averageMs ?? null),
      // The 95th percentile is the upper end of a range; of a single call, its latency is known.
      p95: hours.map(({ calls, p95Ms, averageMs }) => (calls === 1 ? averageMs : p95Ms) ?? null),
    },
  }
}

/** Returns the last `count` days, also those without calls. The days of `rows` are in UTC. */
export function buildDaySamples(rows: readonly DayUsage[], count: number, now: number): Samples {
  const last = Math.floor(now / dayMs)
  const byDay = Map.groupBy(rows, ({ day }) => Date.parse(day) / dayMs)
  const days = Array.from({ length: count }, (_, index) => sumCounts(byDay.get(last - count + 1 + index) ?? []))
  return { everyMs: dayMs, last, lines: buildCountLines(days) }
}

/** The time between two readings of the usage. */
export const readingMs = 5_000
/** The number of readings that the chart of the last five minutes shows. */
export const maxReadings = 60

/** What an application had called at one moment, since the hour of the first reading. */
export interface UsageReading extends Counts {
  since: string
  atMs: number
}

/** Returns the readings with another one, without those that are too old for the chart. */
export function addReading(
  readings: readonly UsageReading[],
  { hours, to }: Pick<UsageView, 'hours' | 'to'>,
): UsageReading[] {
  const since = readings[0]?.since ?? hours.at(-1)?.hour ?? to
  const counts = sumCounts(hours.filter(({ hour }) => hour >= since))
  return [...readings, { ...counts, since, atMs: Date.parse(to) }].slice(-maxReadings - 1)
}

/** Returns what was called between each reading and the one before. */
export function buildReadingSamples(readings: readonly UsageReading[]): Samples {
  const between = readings.slice(1).map((after, index) => {
    const before = readings[index] ?? after
    const count = (of: keyof Counts) => Math.max(0, after[of] - before[of])
    return { calls: count('calls'), errors: count('errors'), refusals: count('refusals') }
  })
  return {
    everyMs: readingMs,
    last: Math.floor((readings.at(-1)?.atMs ?? 0) / readingMs),
    lines: buildCountLines(between),
  }
}

function buildCountLines(rows: readonly Counts[]): Samples['lines'] {
  return {
    answered: rows.map(({ calls, refusals, errors }) => Math.max(0, calls - refusals - errors)),
    refusals: rows.map(({ refusals }) => refusals),
    errors: rows.map(({ errors }) => errors),
  }
}

/** Returns the totals over all hours. */
export function sumUsage(hours: readonly UsageHour[]) {
  return { ...sumCounts(hours), tokens: hours.reduce((before, { tokens }) => before + tokens, 0) }
}

function sumCounts(rows: readonly Counts[]): Counts {
  const sum = (of: (row: Counts) => number) => rows.reduce((before, row) => before + of(row), 0)
  return {
    calls: sum(({ calls }) => calls),
    refusals: sum(({ refusals }) => refusals),
    errors: sum(({ errors }) => errors),
  }
}

/** Returns the limit of which the largest part is used; undefined without limits. */
export function findNearestLimit(plans: readonly PlanUsage[]): LimitUsage | undefined {
  const share = ({ used, calls }: LimitUsage) => used / Math.max(1, calls ?? 1)
  const limits = plans.flatMap((plan) => plan.limits).filter(({ calls }) => calls !== null)
  return limits.toSorted((a, b) => share(b) - share(a))[0]
}

/** Returns the limits of plans as calls of one sample, for samples that are not shorter than their interval. */
export function listThresholds(plans: readonly PlanUsage[], everyMs: number): Threshold[] {
  return plans.flatMap(({ limits }) =>
    limits.flatMap(({ kind, calls, intervalSeconds, part }) => {
      if (part !== '' || kind !== 'rate' || calls === null || intervalSeconds * 1_000 > everyMs) return []
      return [{ title: t('Limit of the plan'), value: (calls * everyMs) / (intervalSeconds * 1_000) }]
    }),
  )
}

/** Returns the start of the first of the latest hours in which calls failed; undefined when the last ones did not. */
export function findFailureStart(hours: readonly UsageHour[]): string | undefined {
  const busy = hours.filter(({ calls }) => calls > 0)
  const good = busy.findLastIndex(({ refusals, errors }) => refusals + errors === 0)
  return busy[good + 1]?.hour
}

/** Returns milliseconds with their unit; undefined for an unknown latency. */
export function formatLatency(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : `${formatNumber(ms)} ms`
}
