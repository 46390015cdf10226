/** The retained publications, the last of each topic string, on SYSTEM.RETAINED.PUB.QUEUE, read by the constructor. */
import { anyMessage, type QueuedMessage } from '../messages/queued-message.ts'
import type { MessagePersistence } from '../persistence/message-persistence.ts'
import type { Queue } from '../queues/queue.ts'

export const retainedQueueName = 'SYSTEM.RETAINED.PUB.QUEUE'

export class RetainedPublications {
  readonly #queue: () => Queue | undefined
  readonly #delivery: MessagePersistence
  readonly #ids = new Map<string, Buffer>()

  constructor(queue: () => Queue | undefined, delivery: MessagePersistence) {
    this.#queue = queue
    this.#delivery = delivery
    const kept = queue()?.list(anyMessage, Number.POSITIVE_INFINITY) ?? []
    // After a crash, a topic string may have two messages; the later one applies, whatever its priority.
    for (const { descriptor, messageId } of kept.toSorted((one, other) => one.sequence - other.sequence))
      if (descriptor.publication) this.replace(descriptor.publication.topicString, messageId)
  }

  get topics(): Iterable<string> {
    return this.#ids.keys()
  }

  has(topicString: string): boolean {
    return this.#ids.has(topicString)
  }

  /** The queue for retained publications; undefined when the queue manager does not have it. */
  get queue(): Queue | undefined {
    return this.#queue()
  }

  /** Records that a publication was put on the queue, and discards the previous one. */
  replace(topicString: string, messageId: Buffer): void {
    const before = this.#ids.get(topicString)
    this.#ids.set(topicString, messageId)
    // When the removal fails, the old publication stays on the queue and the next start ignores it.
    if (before) this.#discard(before)?.catch(() => undefined)
  }

  async read(topicString: string): Promise<{ entry: QueuedMessage; body: Buffer } | undefined> {
    const messageId = this.#ids.get(topicString)
    const queue = this.#queue()
    const [entry] = (messageId && queue?.list({ messageId, correlationId: undefined }, 1)) || []
    const body = entry && queue && (await this.#delivery.read(queue, entry))
    return entry && body && { entry, body }
  }

  /** Resolves after the commit of the removal, with false when there was none. Rejects when the commit fails. */
  async clear(topicString: string): Promise<boolean> {
    const messageId = this.#ids.get(topicString)
    if (!messageId) return false
    await this.#discard(messageId)
    if (this.#ids.get(topicString) === messageId) this.#ids.delete(topicString)
    return true
  }

  #discard(messageId: Buffer): Promise<void> | undefined {
    const queue = this.#queue()
    const entry = queue?.messages.lockFirst({ messageId, correlationId: undefined })
    return queue && entry && this.#delivery.discard(queue, entry)
  }
}
