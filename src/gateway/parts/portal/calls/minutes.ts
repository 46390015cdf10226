/** Handler that returns the usage of an application by the minute: calls, slow operations, and what failed since when. */
import { minuteMs } from '../../../../shared/lib/time/durations.ts'
import { renderTime } from '../../../../shared/lib/time/render-time.ts'
import type { Catalog } from '../../../config/types/index.ts'
import type { MinuteUsage } from '../../../telemetry/usage/index.ts'
import { findOwnApplication } from '../applications/own-applications.ts'
import type { ResourceHandler } from '../context/portal-context.ts'
import { PortalError } from '../http/portal-error.ts'
import type { UsageMinutes } from '../rest/index.ts'
import { findAdvice } from './advice.ts'
import { readCount, sum, sumCalls } from './usage.ts'

const maxMinutes = 1_440

/** The lengths of steps in minutes, each with the longest time that has such steps. */
const steps = [
  { stepMinutes: 1, upTo: 120 },
  { stepMinutes: 5, upTo: 480 },
  { stepMinutes: 15, upTo: maxMinutes },
] as const

export const showMinutes: ResourceHandler<'GET /applications/:application/minutes'> = async (context) => {
  const application = findOwnApplication(context)
  const { clock, usage, catalog } = context.deps
  const minutes = readCount(context.query, 'minutes', 60, maxMinutes)
  const stepMinutes = steps.find(({ upTo }) => minutes <= upTo)?.stepMinutes ?? 15
  const stepMs = stepMinutes * minuteMs
  // The last step has begun and is not complete.
  const until = Math.ceil(Math.min(readTime(context.query, 'until'), clock() + 1) / stepMs) * stepMs
  const since = until - Math.ceil(minutes / stepMinutes) * stepMs

  const rows = await usage.readMinutes(application, { since, until })
  const byStep = Map.groupBy(rows, ({ startsAt }) => Math.floor((startsAt - since) / stepMs))
  return {
    from: renderTime(since),
    to: renderTime(until),
    stepMinutes,
    steps: Array.from({ length: (until - since) / stepMs }, (_, index) => {
      const at = renderTime(since + index * stepMs)
      return { at, ...sumCalls(byStep.get(index) ?? []) }
    }),
    operations: sumByOperation(rows, catalog),
    failures: listFailures(rows, catalog),
  }
}

/** Returns a time of the query in milliseconds since the epoch, infinity without one. Throws a `PortalError` for a text that is no time. */
function readTime(query: URLSearchParams, name: string): number {
  const text = query.get(name)
  if (text === null) return Number.POSITIVE_INFINITY
  const time = /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(time)) return time
  throw new PortalError('wrong_query', { detail: `"${name}" must be a time such as 2026-11-28T12:00:00Z.` })
}

function sumByOperation(rows: readonly MinuteUsage[], catalog: Pick<Catalog, 'apis'>): UsageMinutes['operations'] {
  const all = Map.groupBy(rows, ({ api, operation }) => `${api}\t${operation}`)
  return [...all.values()]
    .map((its) => ({ ...describeLocation(its[0], catalog), ...sumCalls(its) }))
    .sort((a, b) => b.calls - a.calls)
}

function listFailures(rows: readonly MinuteUsage[], catalog: Pick<Catalog, 'apis'>): UsageMinutes['failures'] {
  const failed = rows.flatMap(({ failures, api, operation, startsAt }) =>
    Object.entries(failures).map(([reason, calls]) => ({ reason, calls, api, operation, startsAt })),
  )
  const all = Map.groupBy(failed, ({ reason, api, operation }) => `${reason}\t${api}\t${operation}`)
  return [...all.values()]
    .map((its) => {
      const times = its.map(({ startsAt }) => startsAt).sort((a, b) => a - b)
      const reason = its[0]?.reason ?? ''
      return {
        reason,
        ...describeLocation(its[0], catalog),
        calls: sum(its, ({ calls }) => calls),
        since: renderTime(times[0] ?? 0),
        last: renderTime(times.at(-1) ?? 0),
        // A status is that of the API's own response.
        advice: findAdvice(/^\d+$/.test(reason) ? 'upstream_failed' : reason),
      }
    })
    .sort((a, b) => b.calls - a.calls)
}

/** Returns the API and `METHOD /path` of an operation; its id when it no longer exists. */
function describeLocation(row: Pick<MinuteUsage, 'api' | 'operation'> | undefined, { apis }: Pick<Catalog, 'apis'>) {
  const { api = '', operation: id = '' } = row ?? {}
  const operations = apis.find(({ reference }) => reference === api)?.operations
  const operation = operations?.find((each) => each.id === id)
  return { api, operation: operation ? `${operation.method} ${operation.path}` : id }
}
