/**
 * The messages of a queue, persistent and non-persistent, in one delivery order.
 *
 * A message is either available, or locked by a get whose commit is pending.
 */
import type { StoredMessage } from '../store/message-store.ts'
import { MemoryMessageSource } from './memory-message-source.ts'
import {
  hasExpired,
  isDeliveredBefore,
  type MessageIdFilter,
  type MessageSource,
  type QueuedMessage,
  type QueuePosition,
} from './queued-message.ts'
import type { StoredMessageSource } from './stored-message-source.ts'

export const anyMessage: MessageIdFilter = { messageId: undefined, correlationId: undefined }

export class QueueContents {
  readonly #memory = new MemoryMessageSource()
  readonly #stored: StoredMessageSource

  constructor(storedSequences: StoredMessageSource) {
    this.#stored = storedSequences
  }

  get depth(): number {
    return this.#memory.depth + this.#stored.depth
  }

  get damagedCount(): number {
    return this.#stored.damagedCount
  }

  /** Returns the source that contains this message. */
  findSource({ persistent }: QueuedMessage): MessageSource {
    return persistent ? this.#stored : this.#memory
  }

  first(wanted: MessageIdFilter): QueuedMessage | undefined {
    const stored = this.#stored.first(wanted)
    const memory = this.#memory.first(wanted)
    if (!stored || !memory) return stored ?? memory
    return isDeliveredBefore(stored, memory) ? stored : memory
  }

  /**
   * Iterates over matching available messages in delivery order, from the first one after `after`. The queue must
   * not change during the iteration.
   */
  inOrder(wanted: MessageIdFilter, after?: QueuePosition): Iterable<QueuedMessage> {
    return merged(this.#stored.inOrder(wanted, after), this.#memory.inOrder(wanted, after))
  }

  /** Returns the first matching available messages in delivery order, without those that have expired. */
  list(wanted: MessageIdFilter, limit: number, now: number): QueuedMessage[] {
    const found: QueuedMessage[] = []
    if (limit <= 0) return found
    if (limit === 1) {
      const first = this.first(wanted) // without iterators, for browses
      if (!first || !hasExpired(first, now)) return first ? [first] : found
    }
    for (const entry of this.inOrder(wanted)) {
      if (!hasExpired(entry, now)) found.push(entry)
      if (found.length >= limit) break // stop before the source reads another message
    }
    return found
  }

  /**
   * Returns the queued message for a stored message, or undefined when a get has locked it or it has left the
   * queue.
   */
  findUnlocked(message: StoredMessage): QueuedMessage | undefined {
    return this.#stored.findUnlocked(message)
  }

  /** Returns the sequence numbers of the persistent messages, including locked ones. */
  stored(): number[] {
    return [...this.#stored.sequences()]
  }

  /** Iterates over the sequence numbers of the available persistent messages after a position. */
  storedAfter(position: QueuePosition): Iterable<number> {
    return this.#stored.sequencesAfter(position)
  }

  /** Returns the available non-persistent messages in delivery order. */
  listNonPersistent(): QueuedMessage[] {
    return [...this.#memory.inOrder(anyMessage)]
  }

  /** Returns the earliest put time of the messages at the head of the queue, in milliseconds since the epoch. */
  oldestPutAt(): number | undefined {
    const times = [this.#memory, this.#stored].flatMap((source) => source.first(anyMessage)?.descriptor.putAt ?? [])
    return times.length > 0 ? Math.min(...times) : undefined
  }
}

/** Merges two iterations in delivery order. */
function* merged(some: Iterable<QueuedMessage>, others: Iterable<QueuedMessage>): Generator<QueuedMessage> {
  const iterator = some[Symbol.iterator]()
  let next = iterator.next()
  for (const entry of others) {
    for (; !next.done && isDeliveredBefore(next.value, entry); next = iterator.next()) yield next.value
    yield entry
  }
  for (; !next.done; next = iterator.next()) yield next.value
}
