/** A message on a queue, as the engine holds it in memory. */
import type { StoredMessage } from '../store/message-store.ts'

export interface QueuedMessage extends StoredMessage {
  readonly messageId: Buffer
  readonly persistent: boolean
  /** The body of a non-persistent message until it is gone; that of a persistent one while it happens to be in memory. */
  body: Buffer | undefined
  /** `held`: someone is getting it, and its removal is not committed yet. */
  state: 'available' | 'locked' | 'gone'
}

/** Which messages a getter wants; an id that is absent selects nothing. */
export interface MessageIdFilter {
  readonly messageId: Buffer | undefined
  readonly correlationId: Buffer | undefined
}

export function matchesFilter(entry: QueuedMessage, { messageId, correlationId }: MessageIdFilter): boolean {
  if (messageId && !entry.messageId.equals(messageId)) return false
  return !correlationId || entry.correlationId?.equals(correlationId) === true
}

/** Delivery order: by lane, then by sequence. */
export function isDeliveredBefore(a: QueuedMessage, b: QueuedMessage): boolean {
  return a.lane === b.lane ? a.sequence < b.sequence : a.lane < b.lane
}

export function hasExpired(entry: StoredMessage, now: number): boolean {
  return entry.expiresAt !== undefined && entry.expiresAt <= now
}
