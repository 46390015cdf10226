/**
 * The counts of calls as Prometheus metrics. They are rendered when the metrics are read; a call only adds to its
 * counts.
 */
import type { Registry } from '../../lib/output/prometheus.ts'
import type { CallCounts, OperationCounts } from './call-counts.ts'
import { type DurationHistogram, durationBucketBoundsSeconds } from './duration-histogram.ts'

interface Value {
  metricName?: string
  labels: Record<string, string>
  value: number
}

interface MetricRow {
  name: string
  help: string
  type: 'counter' | 'histogram'
  values(tally: OperationCounts): Value[]
}

/** Every metric of the data plane. */
const metrics: readonly MetricRow[] = [
  {
    name: 'sluice_calls_total',
    help: 'Calls by API, operation and status',
    type: 'counter',
    values: (tally) =>
      [...tally.statuses].map(([status, value]) => ({
        labels: { ...labels(tally), status: String(status) },
        value,
      })),
  },
  {
    name: 'sluice_refusals_total',
    help: 'Calls that the gateway refused or broke off, by reason',
    type: 'counter',
    values: (tally) =>
      [...tally.refusals].map(([reason, value]) => ({ labels: { ...labels(tally), reason }, value })),
  },
  {
    name: 'sluice_call_duration_seconds',
    help: 'From the head of the request to the end of the answer',
    type: 'histogram',
    values: (tally) => histogram('sluice_call_duration_seconds', tally, tally.durations),
  },
  {
    name: 'sluice_upstream_duration_seconds',
    help: 'From the request to the upstream to the head of its answer',
    type: 'histogram',
    values: (tally) => histogram('sluice_upstream_duration_seconds', tally, tally.upstreamDurations),
  },
]

/** Registers the metrics. A metric of the same name in the registry is replaced. */
export function registerCallMetrics(tallies: CallCounts, registry: Registry): void {
  for (const { name, help, type, values } of metrics) {
    const metric = {
      name,
      help,
      type,
      aggregator: 'sum',
      reset() {},
      get: async () => ({ name, help, type, aggregator: 'sum', values: [...tallies].flatMap(values) }),
    }
    registry.removeSingleMetric(name)
    registry.registerMetric(metric as unknown as Parameters<Registry['registerMetric']>[0])
  }
}

function labels({ catalog, api, operation }: OperationCounts): Record<string, string> {
  return { catalog, api, operation }
}

function histogram(name: string, tally: OperationCounts, counts: DurationHistogram): Value[] {
  const { cumulative, sum } = counts.read()
  const count = cumulative.at(-1) as number
  if (count === 0) return []

  const buckets = cumulative.map((value, index) => ({
    metricName: `${name}_bucket`,
    labels: {
      le:
        durationBucketBoundsSeconds[index] === undefined
          ? '+Inf'
          : String(durationBucketBoundsSeconds[index]),
      ...labels(tally),
    },
    value,
  }))
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels: labels(tally), value: sum },
    { metricName: `${name}_count`, labels: labels(tally), value: count },
  ]
}
