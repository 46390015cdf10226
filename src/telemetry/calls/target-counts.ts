/**
 * What has been counted of the targets of upstreams, over all editions of the documents.
 */

/** What watches over a target on behalf of one `invoke`. */
export interface TargetMonitor {
  /** The circuit breaker sends no calls to the target; undefined without one. */
  readonly isOpen: boolean | undefined
  /** The verdict of the health check; undefined without one. */
  readonly isHealthy: boolean | undefined
}

export interface TargetCounts {
  /** The origin, as the documents name it. */
  readonly target: string
  requests: number
  /** By the reason of the refusal, `upstream_broken`, or `status_5xx`. */
  readonly failures: Map<string, number>
  readonly monitors: Set<TargetMonitor>
}

/** Only origins that documents name get a tally, so there are as many as these name. */
export class TargetCountTable {
  readonly #byTarget = new Map<string, TargetCounts>()

  find(target: string): TargetCounts {
    let tally = this.#byTarget.get(target)
    if (!tally) {
      tally = { target, requests: 0, failures: new Map(), monitors: new Set() }
      this.#byTarget.set(target, tally)
    }
    return tally
  }

  [Symbol.iterator](): Iterator<TargetCounts> {
    return this.#byTarget.values()
  }
}

/** Counts how a request to the target ended. Does nothing for one that did not fail. */
export function countTargetFailure(
  { failures }: TargetCounts,
  status: number | undefined,
  failure: string | undefined,
): void {
  const reason = failure ?? (status !== undefined && status >= 500 ? 'status_5xx' : undefined)
  if (reason !== undefined) failures.set(reason, (failures.get(reason) ?? 0) + 1)
}
