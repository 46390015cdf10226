/** Opens the counters of the limits. */
import type { GatewayDeps } from '../call/deps.ts'
import { type CallCounter, createEventualCounter, createProcessCounter } from './call-counter.ts'
import { createLeasedCounter } from './leased-counter.ts'

/** The counters: `exact` for limits that reject calls, `eventual` for limits that only count. */
export interface LimitCounters {
  exact: CallCounter
  eventual: CallCounter
}

/** Opens counters for all workers; for this process alone without `addToSharedCount`. */
export function openLimitCounters({
  addToSharedCount,
  clock,
  log,
}: Pick<GatewayDeps, 'addToSharedCount' | 'clock' | 'log'>): LimitCounters {
  if (!addToSharedCount) {
    const counter = createProcessCounter()
    return { exact: counter, eventual: counter }
  }
  const onError = (error: unknown) => log.error({ err: error }, 'calls could not be counted for all workers')
  return {
    exact: createLeasedCounter(addToSharedCount),
    eventual: createEventualCounter(addToSharedCount, clock, onError),
  }
}
