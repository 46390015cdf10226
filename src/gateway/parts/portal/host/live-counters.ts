/** Sums the counters of all workers for the live page: calls, latency, upstreams, and the last rejections. */
import type { WorkerMetrics } from '../../../../shared/lib/output/prometheus.ts'
import type { Explanation } from '../../../contract/access/explanation.ts'
import type { LiveCounters } from '../index.ts'

/** The number of rejections that the page shows. */
export const maxShownRejections = 20

type MetricValue = { labels: Readonly<Record<string, string | number>>; value: number; metricName?: string }

/** Returns the counters of one worker. `catalog` is `org/catalog`, as the metrics name it. They begin at zero when it starts. */
export function buildLiveCounters(
  catalog: string,
  metrics: WorkerMetrics,
  rejections: readonly Explanation[],
): LiveCounters {
  const read = (name: string) => {
    const metric = metrics.find((each) => each.name === name)
    return ((metric?.values ?? []) as MetricValue[]).filter((each) => each.labels !== undefined)
  }
  const ofCatalog = (name: string) => read(name).filter(({ labels }) => labels.catalog === catalog)
  const durations = ofCatalog('sluice_call_duration_seconds')

  return {
    workers: 1,
    apis: sumApis(ofCatalog('sluice_calls_total'), ofCatalog('sluice_refusals_total')),
    latency: {
      totalMs: 1000 * sumOf(durations.filter(({ metricName }) => metricName?.endsWith('_sum'))),
      buckets: sumBuckets(durations.filter(({ metricName }) => metricName?.endsWith('_bucket'))),
    },
    upstreams: sumUpstreams(read),
    rejections: selectNewest(
      rejections.map(({ requestId, at, method, path, status, reason, application }) => ({
        requestId,
        method,
        path,
        status,
        reason,
        at: new Date(at).toISOString(),
        application,
      })),
    ),
  }
}

/** Returns the sum of the counters of all workers. */
export function mergeLiveCounters(all: readonly LiveCounters[]): LiveCounters {
  return {
    workers: all.length,
    apis: sumBy(
      all.flatMap(({ apis }) => apis),
      ({ api }) => api,
      ['calls', 'errors', 'refusals'],
    ).sort((a, b) => b.calls - a.calls),
    latency: {
      totalMs: all.reduce((sum, { latency }) => sum + latency.totalMs, 0),
      buckets: sumBy(
        all.flatMap(({ latency }) => latency.buckets),
        ({ upToMs }) => upToMs,
        ['calls'],
      ),
    },
    upstreams: sumBy(
      all.flatMap(({ upstreams }) => upstreams),
      ({ target }) => target,
      ['requests', 'failures', 'openCircuits', 'unhealthyWorkers'],
    ),
    rejections: selectNewest(all.flatMap(({ rejections }) => rejections)),
  }
}

function selectNewest(rejections: LiveCounters['rejections']): LiveCounters['rejections'] {
  return rejections.toSorted((a, b) => (a.at < b.at ? 1 : -1)).slice(0, maxShownRejections)
}

/** Returns one row for each key, with the sums of the counters. */
function sumBy<N extends string, T extends Record<N, number>>(
  rows: readonly T[],
  keyOf: (row: T) => unknown,
  counters: readonly N[],
): T[] {
  const sums = new Map<unknown, T>()
  for (const row of rows) {
    const key = keyOf(row)
    const before = sums.get(key)
    if (!before) sums.set(key, row)
    else sums.set(key, { ...before, ...Object.fromEntries(counters.map((name) => [name, before[name] + row[name]])) })
  }
  return [...sums.values()]
}

function sumApis(calls: readonly MetricValue[], refusals: readonly MetricValue[]): LiveCounters['apis'] {
  const byApi = Map.groupBy(calls, ({ labels }) => String(labels.api))
  const refused = Map.groupBy(refusals, ({ labels }) => String(labels.api))
  return [...byApi]
    .map(([api, values]) => ({
      api,
      calls: sumOf(values),
      errors: sumOf(values.filter(({ labels }) => Number(labels.status) >= 500)),
      refusals: sumOf(refused.get(api) ?? []),
    }))
    .sort((a, b) => b.calls - a.calls)
}

/** Returns the number of calls up to each bound in seconds; the last one, `null`, counts all calls. */
function sumBuckets(values: readonly MetricValue[]): LiveCounters['latency']['buckets'] {
  const byBound = Map.groupBy(values, ({ labels }) => Number(labels.le === '+Inf' ? Infinity : labels.le))
  return [...byBound]
    .sort(([a], [b]) => a - b)
    .map(([bound, counts]) => ({
      upToMs: bound === Number.POSITIVE_INFINITY ? null : bound * 1000,
      calls: sumOf(counts),
    }))
}

function sumUpstreams(read: (name: string) => MetricValue[]): LiveCounters['upstreams'] {
  const sumByTarget = (name: string) =>
    new Map(
      [...Map.groupBy(read(name), ({ labels }) => String(labels.target))].map(
        ([target, values]) => [target, sumOf(values)] as const,
      ),
    )
  const failures = sumByTarget('sluice_target_failures_total')
  const open = sumByTarget('sluice_target_circuit_open')
  const unhealthy = sumByTarget('sluice_target_unhealthy')
  return [...sumByTarget('sluice_target_requests_total')].map(([target, requests]) => ({
    target,
    requests,
    failures: failures.get(target) ?? 0,
    openCircuits: open.get(target) ?? 0,
    unhealthyWorkers: unhealthy.get(target) ?? 0,
  }))
}

function sumOf(values: readonly MetricValue[]): number {
  return values.reduce((total, { value }) => total + value, 0)
}
