/** The counts of calls as Prometheus metrics, rendered when they are read: a call only adds to its counts. */
import type { MetricValue, Registry } from '../../lib/output/prometheus.ts'
import { type CountMetric, registerCountMetrics } from '../metrics/count-metrics.ts'
import {
  type CallCounts,
  type DurationHistogram,
  durationBucketBoundsSeconds,
  type OperationCounts,
} from './call-counts.ts'

/** The metrics of calls. */
const metrics: readonly CountMetric<OperationCounts>[] = [
  {
    name: 'sluice_calls_total',
    help: 'Calls by API, operation and status',
    type: 'counter',
    readValues: (counts) =>
      [...counts.statuses].map(([status, value]) => ({
        labels: { ...buildLabels(counts), status: String(status) },
        value,
      })),
  },
  {
    name: 'sluice_refusals_total',
    help: 'Calls that were rejected or broke off, by reason',
    type: 'counter',
    readValues: (counts) =>
      [...counts.refusals].map(([reason, value]) => ({ labels: { ...buildLabels(counts), reason }, value })),
  },
  {
    name: 'sluice_soft_limit_excesses_total',
    help: 'Calls above a limit that rejects none',
    type: 'counter',
    readValues: (counts) => (counts.excesses > 0 ? [{ labels: buildLabels(counts), value: counts.excesses }] : []),
  },
  {
    name: 'sluice_moved_messages_total',
    help: 'Messages that calls moved to or from queues and topics, where a plan limits messages or bytes',
    type: 'counter',
    readValues: ({ moved, ...counts }) =>
      moved.message > 0 ? [{ labels: buildLabels(counts), value: moved.message }] : [],
  },
  {
    name: 'sluice_moved_message_bytes_total',
    help: 'Bytes of these messages',
    type: 'counter',
    readValues: ({ moved, ...counts }) => (moved.byte > 0 ? [{ labels: buildLabels(counts), value: moved.byte }] : []),
  },
  {
    name: 'sluice_cached_calls_total',
    help: 'Calls of operations with a cache of responses, by result: hit, stale, revalidated, miss, bypass',
    type: 'counter',
    readValues: (counts) =>
      [...counts.cached].map(([result, value]) => ({ labels: { ...buildLabels(counts), result }, value })),
  },
  {
    name: 'sluice_call_duration_seconds',
    help: 'From the head of the request to the end of the response',
    type: 'histogram',
    readValues: (counts) => buildHistogram('sluice_call_duration_seconds', counts, counts.durations),
  },
  {
    name: 'sluice_upstream_duration_seconds',
    help: 'From the request to the upstream to the head of its response',
    type: 'histogram',
    readValues: (counts) => buildHistogram('sluice_upstream_duration_seconds', counts, counts.upstreamDurations),
  },
]

/** Registers the metrics. A metric of the same name in the registry is replaced. */
export function registerCallMetrics(allCounts: CallCounts, registry: Registry): void {
  registerCountMetrics(metrics, allCounts, registry)
}

function buildLabels(counts: Pick<OperationCounts, 'catalog' | 'api' | 'operation'>): Record<string, string> {
  const { catalog, api, operation } = counts
  return { catalog, api, operation }
}

function buildHistogram(name: string, counts: OperationCounts, durations: DurationHistogram): MetricValue[] {
  const { cumulative, sum, exemplars } = durations.read()
  const count = cumulative.at(-1) ?? 0
  if (count === 0) return []

  const buckets = cumulative.map((value, index) => ({
    metricName: `${name}_bucket`,
    labels: {
      le: durationBucketBoundsSeconds[index] === undefined ? '+Inf' : String(durationBucketBoundsSeconds[index]),
      ...buildLabels(counts),
    },
    value,
    ...(exemplars[index] && { exemplar: exemplars[index] }),
  }))
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels: buildLabels(counts), value: sum },
    { metricName: `${name}_count`, labels: buildLabels(counts), value: count },
  ]
}
