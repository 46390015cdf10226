/**
 * The counts of targets as Prometheus metrics. They are rendered when the metrics are read; a request only adds
 * to its counts.
 */

import { defaultMetricsRegistry, type Registry } from '../../lib/output/prometheus.ts'
import { type TargetCounts, TargetCountTable, type TargetMonitor } from './target-counts.ts'

interface Value {
  labels: Record<string, string>
  value: number
}

interface MetricRow {
  name: string
  help: string
  type: 'counter' | 'gauge'
  values(tally: TargetCounts): Value[]
}

/** Every metric of the targets. A gauge is 0 or 1 in a worker; the primary sums the workers. */
const metrics: readonly MetricRow[] = [
  {
    name: 'sluice_target_requests_total',
    help: 'Requests sent to a target of an invoke, repeated ones included',
    type: 'counter',
    values: ({ target, requests }) => [{ labels: { target }, value: requests }],
  },
  {
    name: 'sluice_target_failures_total',
    help: 'Requests to a target that failed, by reason; status_5xx is a response of 500 or above',
    type: 'counter',
    values: ({ target, failures }) =>
      [...failures].map(([reason, value]) => ({ labels: { target, reason }, value })),
  },
  {
    name: 'sluice_target_circuit_open',
    help: 'Workers in which the circuit breaker of a target is open',
    type: 'gauge',
    values: (tally) => stateOf(tally, ({ isOpen }) => isOpen),
  },
  {
    name: 'sluice_target_unhealthy',
    help: 'Workers in which the health check of a target fails',
    type: 'gauge',
    values: (tally) => stateOf(tally, ({ isHealthy }) => (isHealthy === undefined ? undefined : !isHealthy)),
  },
]

/** Returns 1 when the state holds for any monitor of the target, else 0; no value when no monitor has the state. */
function stateOf(
  { target, monitors }: TargetCounts,
  holds: (watch: TargetMonitor) => boolean | undefined,
): Value[] {
  const known = [...monitors].map(holds).filter((state) => state !== undefined)
  return known.length === 0 ? [] : [{ labels: { target }, value: known.includes(true) ? 1 : 0 }]
}

/**
 * Returns the counts of targets and registers their metrics; metrics of the same name are replaced. A process
 * opens one.
 */
export function openTargetCounts(registry: Registry = defaultMetricsRegistry): TargetCountTable {
  const tallies = new TargetCountTable()
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
  return tallies
}
