/** Measures a load with wrk where it is installed, and with autocannon otherwise. Both keep their connections open. */
import { measureWithAutocannon } from './autocannon.ts'
import type { Load, Measurement } from './load-types.ts'
import { isInstalled } from './process.ts'
import { measureWithWrk } from './wrk.ts'

export const loadGenerator = isInstalled('wrk') ? 'wrk' : 'autocannon'

/** Sends the load and returns the measured values. Rejects when the load generator fails. */
export function measure(load: Load): Promise<Measurement> {
  return loadGenerator === 'wrk' ? measureWithWrk(load) : measureWithAutocannon(load)
}
