/** What the portal does at most so many times an hour. */
import { openHourlyLimit, retryAfterSeconds } from '../../security/index.ts'
import type { PortalTools } from '../call/deps.ts'
import { Refusal, type RefusalCode } from './refusal.ts'

/** Counts one more. Throws the refusal when there were too many. */
export type CountHourly = (who: string) => Promise<void>

export function countHourly(
  options: { kind: string; perHour: number; refusal: RefusalCode },
  tools: Pick<PortalTools, 'store' | 'clock'>,
): CountHourly {
  const limit = openHourlyLimit(options, tools)
  return async function count(who) {
    const locked = await limit.count(who)
    if (locked) throw new Refusal(options.refusal, { retryAfter: retryAfterSeconds(locked, tools.clock) })
  }
}
