/** Classifies errors of queue managers: after a temporary one the transfer is tried again, after others it fails. */

/** Reason codes after which the same put may succeed later: queue full, put inhibited, backed out, ending, disk full. */
const temporaryReasons = new Set([2003, 2009, 2051, 2053, 2059, 2161, 2162, 2192])

export function isTemporary(error: unknown): boolean {
  return temporaryReasons.has((error as { reasonCode?: number }).reasonCode ?? 0)
}

/** Reason codes of a put to a queue, or a queue manager, that does not exist. */
const unknownQueueReasons = new Set([2082, 2085, 2086, 2087])

export function isUnknownQueue(error: unknown): boolean {
  return unknownQueueReasons.has((error as { reasonCode?: number }).reasonCode ?? 0)
}
