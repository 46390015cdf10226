/** Where the messages of a queue lie: in memory when they are not persistent, otherwise in the store. */
import type { MessageIdFilter, QueuedMessage } from './queued-message.ts'

export interface MessageSource {
  /** Available and held messages, without those set aside. */
  readonly depth: number
  /** A message that was put and, if it is persistent, committed. */
  add(entry: QueuedMessage): void
  /** The first available message that is wanted, in delivery order; expired ones among them. */
  first(wanted: MessageIdFilter): QueuedMessage | undefined
  /** Available messages in delivery order. Nothing may change while it runs. */
  inOrder(wanted: MessageIdFilter): Iterable<QueuedMessage>
  lock(entry: QueuedMessage): void
  /** A held message is available again, in its old place. */
  unlock(entry: QueuedMessage): void
  /** A held message is damaged: it stays, is given to nobody, and does not count. */
  setAsideDamaged(entry: QueuedMessage): void
  /** A held message has left the queue. */
  remove(entry: QueuedMessage): void
}
