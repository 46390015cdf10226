/** Counts of requests to the targets of upstreams, for all revisions of the documents. */

/** The circuit breaker and the health check of a target, for one `invoke`. */
export interface TargetMonitor {
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
    let counts = this.#byTarget.get(target)
    if (!counts) {
      counts = { target, requests: 0, failures: new Map(), monitors: new Set() }
      this.#byTarget.set(target, counts)
    }
    return counts
  }

  [Symbol.iterator](): Iterator<TargetCounts> {
    return this.#byTarget.values()
  }
}

/** Counts a request to the target that failed. Does nothing for a request that succeeded. */
export function countTargetFailure(
  { failures }: TargetCounts,
  status: number | undefined,
  failure: string | undefined,
): void {
  const reason = failure ?? (status !== undefined && status >= 500 ? 'status_5xx' : undefined)
  if (reason !== undefined) failures.set(reason, (failures.get(reason) ?? 0) + 1)
}
