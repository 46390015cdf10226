/**
 * Contains the messages of a queue of one persistence: in memory for non-persistent messages, otherwise in the
 * store.
 */
import type { MessageIdFilter, QueuedMessage, QueuePosition } from './queued-message.ts'

export interface MessageSource {
  /** The number of available and locked messages, without damaged ones. */
  readonly depth: number
  /** Adds a message, which must be committed if it is persistent. */
  add(entry: QueuedMessage): void
  /** Returns the first available message that matches, in delivery order. The message may have expired. */
  first(wanted: MessageIdFilter): QueuedMessage | undefined
  /**
   * Iterates over matching available messages in delivery order, from the first one after `after`. The source must
   * not change during the iteration.
   */
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
