/**
 * The parts of prom-client that are used here, each by itself. Its own door brings in meters of the process besides, and
 * for one of these an API of OpenTelemetry: seventy modules in every process that measures anything.
 */
import { createRequire } from 'node:module'

import type * as prometheus from 'prom-client'

const load = createRequire(import.meta.url)

export const Counter = load('prom-client/lib/counter.js') as typeof prometheus.Counter
export const Gauge = load('prom-client/lib/gauge.js') as typeof prometheus.Gauge
export const Registry = load('prom-client/lib/registry.js') as typeof prometheus.Registry
export type Registry = prometheus.Registry

/** What a process has measured, as it travels to another one. */
export type WorkerMetrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

const { aggregate } = load('prom-client/lib/cluster.js') as typeof prometheus.AggregatorRegistry

/** The metrics of several processes as one text: sums, or what a metric's `aggregator` says. */
export function renderMetricsSum(processes: readonly WorkerMetrics[]): Promise<string> {
  return aggregate([...processes]).metrics()
}

/** What a process measures when it is not told where to. */
export const defaultMetricsRegistry: Registry = load('prom-client/lib/registry.js').globalRegistry
