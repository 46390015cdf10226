/** What an application called, hour by hour, and what is left of its plans. */
import { ownApplication } from '../applications/own.ts'
import type { Handler } from '../call/call.ts'
import type { CountedHour } from '../call/deps.ts'
import { Refusal } from '../http/refusal.ts'
import type { UsageHour, UsageView } from '../rest/index.ts'

const hourMs = 3_600_000
const mostHours = 168

export const usage: Handler<'GET /applications/:application/usage'> = async (call) => {
  const application = ownApplication(call)
  const { clock, usage: counted } = call.tools
  const wanted = hoursOf(call.query)
  const now = clock()
  const first = Math.floor(now / hourMs) * hourMs - (wanted - 1) * hourMs

  const rows = await counted.hours(application, first)
  const plans = application.subscriptions.filter(({ state }) => state === 'enabled')
  return {
    application: application.name,
    from: timeOf(first),
    to: timeOf(now),
    hours: Array.from({ length: wanted }, (_, index) => hourAt(first + index * hourMs, rows)),
    apis: apisIn(rows),
    plans: await Promise.all(
      plans.map(async ({ product, plan }) => ({
        ...{ product, plan },
        limits: await counted.limits(application, product, plan),
      })),
    ),
  }
}

function hoursOf(query: URLSearchParams): number {
  const text = query.get('hours') ?? '24'
  const hours = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (hours >= 1 && hours <= mostHours) return hours
  throw new Refusal('wrong_query', { detail: `"hours" must be a whole number from 1 to ${mostHours}.` })
}

function hourAt(startsAt: number, rows: readonly CountedHour[]): UsageHour {
  const its = rows.filter((each) => each.startsAt === startsAt)
  const calls = sum(its, ({ calls }) => calls)
  const p95 = percentile(95, its)
  return {
    hour: timeOf(startsAt),
    calls,
    errors: sum(its, ({ errors }) => errors),
    refusals: sum(its, ({ refusals }) => refusals),
    tokens: sum(its, ({ tokens }) => tokens),
    ...(calls > 0 && { averageMs: round(sum(its, ({ totalMs }) => totalMs) / calls) }),
    ...(p95 !== undefined && { p95Ms: round(p95) }),
  }
}

/** Within a bucket, calls are taken to be spread evenly. */
function percentile(percent: number, rows: readonly CountedHour[]): number | undefined {
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

/** The most called first; tokens belong to no API. */
function apisIn(rows: readonly CountedHour[]): UsageView['apis'] {
  const byApi = Map.groupBy(
    rows.filter(({ api }) => api !== ''),
    ({ api }) => api,
  )
  return [...byApi]
    .map(([api, its]) => ({
      api,
      calls: sum(its, ({ calls }) => calls),
      errors: sum(its, ({ errors }) => errors),
      refusals: sum(its, ({ refusals }) => refusals),
    }))
    .sort((a, b) => b.calls - a.calls)
}

function sum<T>(rows: readonly T[], of: (row: T) => number): number {
  return rows.reduce((total, row) => total + of(row), 0)
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
