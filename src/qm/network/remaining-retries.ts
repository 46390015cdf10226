/** How often a channel still tries to reach its partner: first in short intervals, then in long ones. */
import type { RemainingRetries } from '../types/network.ts'
import type { AttributeValue } from '../types/queue-manager.ts'

/** What is left of SHORTRTY and LONGRTY when SHORTTMR and LONGTMR, in seconds, have run for so many milliseconds. */
export function countRemainingRetries(
  { SHORTRTY, SHORTTMR, LONGRTY, LONGTMR }: Readonly<Record<string, AttributeValue>>,
  elapsed: number,
): RemainingRetries {
  const short = triesWithin(elapsed, Number(SHORTRTY), Number(SHORTTMR) * 1000)
  const long = triesWithin(elapsed - short.took, Number(LONGRTY), Number(LONGTMR) * 1000)
  return { short: short.left, long: long.left }
}

function triesWithin(elapsed: number, count: number, interval: number): { left: number; took: number } {
  const made = interval === 0 ? count : Math.min(count, Math.max(0, Math.floor(elapsed / interval)))
  return { left: count - made, took: count * interval }
}
