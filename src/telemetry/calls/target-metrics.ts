/** The counts of targets as Prometheus metrics, rendered when they are read: a request only adds to its counts. */
import { defaultMetricsRegistry, type MetricValue, type Registry } from '../../lib/output/prometheus.ts'
import { type CountMetric, registerCountMetrics } from '../metrics/count-metrics.ts'
import { type TargetCounts, TargetCountTable, type TargetMonitor } from './target-counts.ts'

/** The metrics of targets. A gauge is 0 or 1 in a worker; the primary sums the workers. */
const metrics: readonly CountMetric<TargetCounts>[] = [
  {
    name: 'sluice_target_requests_total',
    help: 'Requests sent to a target of an invoke, including retries',
    type: 'counter',
    readValues: ({ target, requests }) => [{ labels: { target }, value: requests }],
  },
  {
    name: 'sluice_target_failures_total',
    help: 'Requests to a target that failed, by reason; status_5xx is a response of 500 or above',
    type: 'counter',
    readValues: ({ target, failures }) =>
      [...failures].map(([reason, value]) => ({ labels: { target, reason }, value })),
  },
  {
    name: 'sluice_target_circuit_open',
    help: 'Workers in which the circuit breaker of a target is open',
    type: 'gauge',
    readValues: (counts) => readState(counts, ({ isOpen }) => isOpen),
  },
  {
    name: 'sluice_target_unhealthy',
    help: 'Workers in which the health check of a target fails',
    type: 'gauge',
    readValues: (counts) => readState(counts, ({ isHealthy }) => (isHealthy === undefined ? undefined : !isHealthy)),
  },
]

/** Returns 1 when the state holds for any monitor of the target, else 0; no value when no monitor has the state. */
function readState(
  { target, monitors }: TargetCounts,
  holds: (monitor: TargetMonitor) => boolean | undefined,
): MetricValue[] {
  const known = [...monitors].map(holds).filter((state) => state !== undefined)
  return known.length === 0 ? [] : [{ labels: { target }, value: known.includes(true) ? 1 : 0 }]
}

/** Returns the counts of targets and registers their metrics in place of others of the name; once per process. */
export function openTargetCounts(registry: Registry = defaultMetricsRegistry): TargetCountTable {
  const allCounts = new TargetCountTable()
  registerCountMetrics(metrics, allCounts, registry)
  return allCounts
}
