/** Which errors of queue managers go away: a transfer waits and tries again. */

/** Reason codes after which the same put may succeed later: queue full, put inhibited, backed out, ending, disk full. */
const temporaryReasons = new Set([2003, 2009, 2051, 2053, 2059, 2161, 2162, 2192])

export function isTemporary(error: unknown): boolean {
  return temporaryReasons.has((error as { reasonCode?: number }).reasonCode ?? 0)
}
