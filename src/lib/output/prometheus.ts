/**
 * The only import of prom-client: loads each part that Sluice uses by its file. The public entry of the package also
 * loads default metrics and an OpenTelemetry API. Measured on Node 24 in a process with `node:https` and
 * `node:cluster` loaded: the parts take 9 modules, 0.6 MB and about 20 ms; the public entry takes 88 modules, 8 MB
 * and about 80 ms, in every process.
 */
import { createRequire } from 'node:module'

import type * as prometheus from 'prom-client'

const load = createRequire(import.meta.url)

export const Counter = load('prom-client/lib/counter.js') as typeof prometheus.Counter
export const Gauge = load('prom-client/lib/gauge.js') as typeof prometheus.Gauge
export const Registry = load('prom-client/lib/registry.js') as typeof prometheus.Registry
export type Registry = prometheus.Registry

/** The metrics of one process in the form that is sent to the primary. */
export type WorkerMetrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

const { aggregate } = load('prom-client/lib/cluster.js') as typeof prometheus.AggregatorRegistry

/**
 * Renders the metrics of several processes as one text. Values are summed unless the `aggregator` of a metric is
 * another one.
 */
export function renderMetricsSum(processes: readonly WorkerMetrics[]): Promise<string> {
  return aggregate([...processes]).metrics()
}

/** The registry that metrics join when no registry is given. */
export const defaultMetricsRegistry: Registry = load('prom-client/lib/registry.js').globalRegistry
