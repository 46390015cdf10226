/** Registers metrics whose values are computed when the metrics are read, so that a call only adds to its counts. */
import type { MetricReading, MetricValue, Registry } from '../../../shared/lib/output/prometheus.ts'

/** A metric over counts of one kind. */
export interface CountMetric<C> extends Pick<MetricReading, 'name' | 'help' | 'type'> {
  /** Returns the values of the metric for one of the counts. */
  readValues(counts: C): MetricValue[]
}

/** Registers the metrics for all counts, in place of others of the same name. Values of processes are summed. */
export function registerCountMetrics<C>(
  metrics: readonly CountMetric<C>[],
  allCounts: Iterable<C>,
  registry: Registry,
): void {
  for (const { name, help, type, readValues } of metrics)
    registry.replace(name, () => ({ name, help, type, values: [...allCounts].flatMap(readValues) }))
}
