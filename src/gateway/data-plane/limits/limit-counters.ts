/** Opens the counters of the limits. */
import { type ConcurrentCalls, openConcurrentCalls } from '../../../shared/security/index.ts'
import type { GatewayDeps } from '../call/deps.ts'
import { type CallCounter, createEventualCounter, createProcessCounter } from './call-counter.ts'
import { createLeasedCounter } from './leased-counter.ts'

/**
 * The counters of a process. They outlive a revision of the documents: calls that are not in the shared count yet, leased
 * calls and calls in flight go on counting in the next one.
 */
export interface LimitCounters {
  /** The counter of limits that reject calls. */
  exact: CallCounter
  /** The counter of limits that only count. */
  eventual: CallCounter
  /** The calls that are being served, under limits on calls at the same time. */
  concurrent: ConcurrentCalls
  /** Adds what is not in the shared count yet. */
  close(): Promise<void>
}

type LimitCounterDeps = Pick<GatewayDeps, 'addToSharedCount' | 'clock' | 'log'> & {
  /** Counts the calls of all workers that run at the same time. */
  concurrentCalls?: ConcurrentCalls | undefined
}

/** Opens counters for all workers; for this process alone without `addToSharedCount`. */
export function openLimitCounters({
  addToSharedCount,
  clock,
  log,
  concurrentCalls: concurrent = openConcurrentCalls()(),
}: LimitCounterDeps): LimitCounters {
  if (!addToSharedCount) {
    const counter = createProcessCounter()
    return { exact: counter, eventual: counter, concurrent, close: async () => {} }
  }
  const onError = (error: unknown) => log.error({ err: error }, 'calls could not be counted for all workers')
  const eventual = createEventualCounter(addToSharedCount, clock, onError)
  return { exact: createLeasedCounter(addToSharedCount), eventual, concurrent, close: eventual.close }
}
