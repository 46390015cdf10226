/** Converts usage to chart series and finds answers in it. A call that was neither rejected nor failed counts as answered. Pure. */
import { dayMs } from '../../../../../shared/lib/time/durations.ts'
import type { Threshold } from '../../../../../shared/ui/charts/chart-marks.tsx'
import type { Samples } from '../../../../../shared/ui/charts/samples.ts'
import { formatNumber } from '../../../../../shared/ui/text/format.ts'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { DayUsage, LimitUsage, PlanUsage, UsageMinutes } from '../../rest/index.ts'

/** The lines of charts of latency. */
export const latencyLines = [
  ['average', t('Average')],
  ['p95', t('95th percentile')],
] as const

type Counts = Pick<UsageStep, 'calls' | 'errors' | 'refusals'>

/** The counts of a step of time. */
export type UsageStep = UsageMinutes['steps'][number]

export function buildUsageSamples(steps: readonly UsageStep[], everyMs: number): Samples {
  return {
    everyMs,
    last: Math.floor(Date.parse(steps.at(-1)?.at ?? '') / everyMs) || 0,
    lines: {
      ...buildCountLines(steps),
      average: steps.map(({ averageMs }) => averageMs ?? null),
      // The 95th percentile is the upper end of a range; of a single call, its latency is known.
      p95: steps.map(({ calls, p95Ms, averageMs }) => (calls === 1 ? averageMs : p95Ms) ?? null),
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

function buildCountLines(rows: readonly Counts[]): Samples['lines'] {
  return {
    answered: rows.map(({ calls, refusals, errors }) => Math.max(0, calls - refusals - errors)),
    refusals: rows.map(({ refusals }) => refusals),
    errors: rows.map(({ errors }) => errors),
  }
}

/** Returns the totals of all rows. */
export function sumCounts(rows: readonly Counts[]): Counts {
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

/** The factor from which calls count as slow beside the usual ones. */
const slowFactor = 2

/** Returns the start of the latest steps that are much slower than the usual ones; undefined when the last one is not. */
export function findSlowStart(steps: readonly UsageStep[]): string | undefined {
  const busy = steps.flatMap(({ at, averageMs }) => (averageMs === undefined ? [] : [{ at, averageMs }]))
  const usual = busy.map(({ averageMs }) => averageMs).sort((a, b) => a - b)[Math.floor(busy.length / 2)] ?? 0
  const good = busy.findLastIndex(({ averageMs }) => averageMs <= slowFactor * usual)
  return busy[good + 1]?.at
}

/** Returns milliseconds with their unit; undefined for an unknown latency. */
export function formatLatency(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : `${formatNumber(ms)} ms`
}
