/** The counts of targets as Prometheus metrics, rendered when they are read: a request only adds to its counts. */
import { getOrCreate } from '../../../shared/lib/collections/get-or-create.ts'
import type { MetricValue, Registry } from '../../../shared/lib/output/prometheus.ts'
import { type CountMetric, registerCountMetrics } from '../metrics/count-metrics.ts'

/** The circuit breaker and the health check of a target, for one `invoke`. */
export interface TargetMonitor {
  /** The name of the target in its `invoke`, by which the next revision of the documents goes on from its state. */
  readonly key: string
  /** Whether the circuit breaker is open, so that the target gets no requests; undefined without a circuit breaker. */
  readonly isOpen: boolean | undefined
  /** The result of the last health check; undefined without one. */
  readonly isHealthy: boolean | undefined
}

export interface TargetCounts {
  /** The origin of the target, as the documents spell it. */
  readonly target: string
  requests: number
  /** Failures by the reason of the gateway error (`upstream_broken`), or `status_5xx`. */
  readonly failures: Map<string, number>
  readonly monitors: Set<TargetMonitor>
}

/** The counts of all targets. Only origins from the documents are added, so their number is limited. */
export class TargetCountTable {
  readonly #byTarget = new Map<string, TargetCounts>()

  find(target: string): TargetCounts {
    return getOrCreate(this.#byTarget, target, () => ({
      target,
      requests: 0,
      failures: new Map(),
      monitors: new Set(),
    }))
  }

  [Symbol.iterator](): Iterator<TargetCounts> {
    return this.#byTarget.values()
  }
}

/** Counts a request to the target that failed. Does nothing for a request that succeeded. */
export function countTargetFailure({ failures }: TargetCounts, status?: number, failure?: string): void {
  const reason = failure ?? (status !== undefined && status >= 500 ? 'status_5xx' : undefined)
  if (reason !== undefined) failures.set(reason, (failures.get(reason) ?? 0) + 1)
}

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
export function openTargetCounts(registry: Registry): TargetCountTable {
  const allCounts = new TargetCountTable()
  registerCountMetrics(metrics, allCounts, registry)
  return allCounts
}
