/**
 * Registers metrics whose values are computed when the metrics are read, so that a call only adds to its counts.
 * The `Counter` and `Gauge` of prom-client look up their labels at every addition.
 */
import type { Registry } from '../../lib/output/prometheus.ts'

/** A metric over counts of one kind. */
export interface CountMetric<C> {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  /** Returns the values of the metric for one of the counts. */
  readValues(counts: C): MetricValue[]
}

export interface MetricValue {
  /** The name of the series when it differs from the metric's, such as the buckets of a histogram. */
  metricName?: string
  labels: Record<string, string>
  value: number
}

/**
 * Registers the metrics for all counts. A metric of the same name in the registry is replaced. Values of several
 * processes are summed.
 */
export function registerCountMetrics<C>(
  metrics: readonly CountMetric<C>[],
  allCounts: Iterable<C>,
  registry: Registry,
): void {
  for (const { name, help, type, readValues } of metrics) {
    const metric = {
      name,
      help,
      type,
      aggregator: 'sum',
      reset() {},
      get: async () => ({ name, help, type, aggregator: 'sum', values: [...allCounts].flatMap(readValues) }),
    }
    registry.removeSingleMetric(name)
    registry.registerMetric(metric as unknown as Parameters<Registry['registerMetric']>[0])
  }
}
