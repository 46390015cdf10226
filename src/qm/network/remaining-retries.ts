/** Calculates the remaining retries of a channel, which first uses short intervals and then long ones. */
import type { RemainingRetries } from '../types/network.ts'
import type { AttributeValue } from '../types/queue-manager.ts'

/** Returns the rest of SHORTRTY and LONGRTY after `elapsed` milliseconds, with SHORTTMR and LONGTMR in seconds. */
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
