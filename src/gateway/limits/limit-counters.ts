/** Opens the counters of the limits. */
import type { GatewayDeps } from '../call/deps.ts'
import { type CallCounter, eventualCounter, processCounter } from './call-counter.ts'
import { leasedCounter } from './leased-counter.ts'

/** The counters: `exact` for limits that reject calls, `eventual` for limits that only count. */
export interface LimitCounters {
  exact: CallCounter
  eventual: CallCounter
}

export function openLimitCounters({
  addToSharedCount,
  log,
}: Pick<GatewayDeps, 'addToSharedCount' | 'log'>): LimitCounters {
  if (!addToSharedCount) {
    const meter = processCounter()
    return { exact: meter, eventual: meter }
  }
  const onError = (error: unknown) => log.error({ err: error }, 'calls could not be counted for all workers')
  return { exact: leasedCounter(addToSharedCount), eventual: eventualCounter(addToSharedCount, onError) }
}
