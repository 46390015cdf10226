/**
 * What lies on a queue: its persistent messages and the others, in one delivery order.
 *
 * A message is available, or held by someone whose getting it is not committed yet.
 */
import type { StoredMessage } from '../store/message-store.ts'
import { MemoryMessageSource } from './memory-message-source.ts'
import type { MessageSource } from './message-source.ts'
import { isDeliveredBefore, type MessageIdFilter, type QueuedMessage } from './queued-message.ts'
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

  /** Where a message of this kind lies. */
  findSource({ persistent }: QueuedMessage): MessageSource {
    return persistent ? this.#stored : this.#memory
  }

  first(wanted: MessageIdFilter): QueuedMessage | undefined {
    const stored = this.#stored.first(wanted)
    const memory = this.#memory.first(wanted)
    if (!stored || !memory) return stored ?? memory
    return isDeliveredBefore(stored, memory) ? stored : memory
  }

  /** Nothing may change while it runs. */
  inOrder(wanted: MessageIdFilter): Iterable<QueuedMessage> {
    return merged(this.#stored.inOrder(wanted), this.#memory.inOrder(wanted))
  }

  /** The entry of a stored message that nobody holds. */
  findUnlocked(message: StoredMessage): QueuedMessage | undefined {
    return this.#stored.findUnlocked(message)
  }

  /** The sequences of the persistent messages. */
  stored(): number[] {
    return [...this.#stored.sequences()]
  }

  /** The non-persistent messages that nobody holds, in delivery order. */
  listNonPersistent(): QueuedMessage[] {
    return [...this.#memory.inOrder(anyMessage)]
  }

  /** When the message was put that has been here longest, of those at the head. */
  oldestPutAt(): number | undefined {
    const times = [this.#memory, this.#stored].flatMap(
      (source) => source.first(anyMessage)?.descriptor.putAt ?? [],
    )
    return times.length > 0 ? Math.min(...times) : undefined
  }
}

/** Two runs in delivery order as one. */
function* merged(some: Iterable<QueuedMessage>, others: Iterable<QueuedMessage>): Generator<QueuedMessage> {
  const iterator = some[Symbol.iterator]()
  let next = iterator.next()
  for (const entry of others) {
    for (; !next.done && isDeliveredBefore(next.value, entry); next = iterator.next()) yield next.value
    yield entry
  }
  for (; !next.done; next = iterator.next()) yield next.value
}
