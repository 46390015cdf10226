/** Handler that returns the hourly usage of an application and the remaining calls of its plans. */
import { hourMs } from '../../../../shared/lib/time/durations.ts'
import { renderTime } from '../../../../shared/lib/time/render-time.ts'
import type { HourlyUsage } from '../../../telemetry/usage/index.ts'
import { findOwnApplication } from '../applications/own-applications.ts'
import type { ResourceHandler } from '../context/portal-context.ts'
import { PortalError } from '../http/portal-error.ts'
import type { UsageHour, UsageView } from '../rest/index.ts'

const maxHours = 168

export const showUsage: ResourceHandler<'GET /applications/:application/usage'> = async (context) => {
  const application = findOwnApplication(context)
  const { clock, usage: counted } = context.deps
  const wanted = readCount(context.query, 'hours', 24, maxHours)
  const now = clock()
  const first = Math.floor(now / hourMs) * hourMs - (wanted - 1) * hourMs

  const rows = await counted.readHours(application, first)
  const plans = application.subscriptions.filter(({ state }) => state === 'enabled')
  return {
    application: application.name,
    from: renderTime(first),
    to: renderTime(now),
    hours: Array.from({ length: wanted }, (_, index) => buildUsageHour(first + index * hourMs, rows)),
    apis: sumByApi(rows),
    plans: await Promise.all(
      plans.map(async ({ product, plan }) => ({
        product,
        plan,
        limits: await counted.readLimits(application, product, plan),
      })),
    ),
  }
}

/** Returns a number of the query, from 1 to `max`. Throws a `PortalError` for anything else. */
export function readCount(query: URLSearchParams, name: string, byDefault: number, max: number): number {
  const text = query.get(name) ?? String(byDefault)
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (count >= 1 && count <= max) return count
  throw new PortalError('wrong_query', { detail: `"${name}" must be a whole number from 1 to ${max}.` })
}

function buildUsageHour(startsAt: number, rows: readonly HourlyUsage[]): UsageHour {
  const its = rows.filter((each) => each.startsAt === startsAt)
  return { hour: renderTime(startsAt), tokens: sum(its, ({ tokens }) => tokens), ...sumCalls(its) }
}

/** Returns the counts of calls over all rows, with their latency. */
export function sumCalls(rows: readonly HourlyUsage[]): Omit<UsageHour, 'hour' | 'tokens'> {
  const calls = sum(rows, (each) => each.calls)
  const p95 = percentile(95, rows)
  return {
    calls,
    errors: sum(rows, ({ errors }) => errors),
    refusals: sum(rows, ({ refusals }) => refusals),
    averageMs: calls > 0 ? round(sum(rows, ({ totalMs }) => totalMs) / calls) : undefined,
    p95Ms: p95 === undefined ? undefined : round(p95),
  }
}

/** Estimates a percentile of the latency in milliseconds, as if the calls of a bucket were spread evenly. */
function percentile(percent: number, rows: readonly HourlyUsage[]): number | undefined {
  const buckets = new Map<number, { aboveMs: number; calls: number }>()
  for (const { aboveMs, upToMs, calls } of rows.flatMap(({ latencies }) => latencies))
    buckets.set(upToMs, { aboveMs, calls: (buckets.get(upToMs)?.calls ?? 0) + calls })

  let before = 0
  const wanted = (percent / 100) * sum([...buckets.values()], ({ calls }) => calls)
  for (const [upToMs, { aboveMs, calls }] of [...buckets].sort(([a], [b]) => a - b)) {
    if (before + calls >= wanted) return aboveMs + ((wanted - before) / calls) * (upToMs - aboveMs)
    before += calls
  }
  return undefined
}

/** Sums the counters by API, the API with the most calls first. It omits token requests, which belong to no API. */
function sumByApi(rows: readonly HourlyUsage[]): UsageView['apis'] {
  const byApi = Map.groupBy(
    rows.filter(({ api }) => api !== ''),
    ({ api }) => api,
  )
  return [...byApi].map(([api, its]) => ({ api, ...sumCalls(its) })).sort((a, b) => b.calls - a.calls)
}

export function sum<T>(rows: readonly T[], of: (row: T) => number): number {
  return rows.reduce((total, row) => total + of(row), 0)
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10
}
