/** A message on a queue, as it is held in memory. */
import type { MessageDescriptor, StoredMessage } from '../store/message-store.ts'

export interface QueuedMessage extends StoredMessage {
  readonly messageId: Buffer
  readonly persistent: boolean
  /** The descriptor, which a backout replaces. */
  descriptor: MessageDescriptor
  /** The body of a non-persistent message until its removal, or of a persistent one while it is cached. */
  body: Buffer | undefined
  /** `locked`: a get is removing the message, and the removal is not committed yet. */
  state: 'available' | 'locked' | 'gone'
}

/** A position in the delivery order of a queue. */
export type QueuePosition = { readonly lane: number; readonly sequence: number }

/** The message and correlation id that a get selects. An undefined id matches every message. */
export interface MessageIdFilter {
  readonly messageId: Buffer | undefined
  readonly correlationId: Buffer | undefined
}

export const anyMessage: MessageIdFilter = { messageId: undefined, correlationId: undefined }

/** Returns whether a message has the ids of the filter; an id that the filter lacks matches all. */
export function matchesFilter(entry: QueuedMessage, { messageId, correlationId }: MessageIdFilter): boolean {
  if (messageId && !entry.messageId.equals(messageId)) return false
  return !correlationId || entry.correlationId?.equals(correlationId) === true
}

/** Returns whether `a` is delivered before `b`: by lane, then by sequence number. */
export function isDeliveredBefore(a: QueuePosition, b: QueuePosition): boolean {
  return a.lane === b.lane ? a.sequence < b.sequence : a.lane < b.lane
}

/** Returns whether a message has expired at `now`, in milliseconds since the epoch. */
export function hasExpired(entry: StoredMessage, now: number): boolean {
  return entry.expiresAt !== undefined && entry.expiresAt <= now
}

/** The messages of a queue of one persistence: in memory for non-persistent ones, otherwise in the store. */
export interface MessageSource {
  /** The number of available and locked messages, without damaged ones. */
  readonly depth: number
  /** Adds a message, which must be committed if it is persistent. */
  add(entry: QueuedMessage): void
  /** Returns the first available message that matches, in delivery order. The message may have expired. */
  first(wanted: MessageIdFilter): QueuedMessage | undefined
  /** Iterates over matching available messages in delivery order, after `after`. The source must not change then. */
  inOrder(wanted: MessageIdFilter, after?: QueuePosition): Iterable<QueuedMessage>
  lock(entry: QueuedMessage): void
  /** Makes a locked message available again, in its previous position. */
  unlock(entry: QueuedMessage): void
  /** Changes the backout count of a locked message in memory. */
  setBackoutCount(entry: QueuedMessage, backoutCount: number): void
  /** Keeps a damaged message out of delivery and out of the depth. */
  setAsideDamaged(entry: QueuedMessage): void
  /** Removes a locked message. */
  remove(entry: QueuedMessage): void
}
