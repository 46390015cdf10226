/**
 * The meters of the limits: which one counts what.
 */
import type { GatewayTools } from '../call/deps.ts'
import { gatheringMeter, type Meter, processMeter } from './counter.ts'
import { leasingMeter } from './leased-counter.ts'

/** Exact for limits that refuse; lenient for those that only count. */
export interface Meters {
  exact: Meter
  lenient: Meter
}

export function openMeters({ count, log }: Pick<GatewayTools, 'count' | 'log'>): Meters {
  if (!count) {
    const meter = processMeter()
    return { exact: meter, lenient: meter }
  }
  const onError = (error: unknown) => log.error({ err: error }, 'calls could not be counted for all workers')
  return { exact: leasingMeter(count), lenient: gatheringMeter(count, onError) }
}
