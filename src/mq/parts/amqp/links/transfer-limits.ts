/** Limits the size of the messages that a client sends in several frames. */
import { AmqpError } from '../protocol/errors.ts'
import type { LinkEndpoint } from '../protocol/link-endpoint.ts'

/** The bytes of incomplete messages that a connection may have on all its links, besides one of the maximum size. */
const maxIncompleteBytes = 16 * 1_048_576

export class TransferLimits {
  readonly #maxMessageBytes: () => number
  readonly #incomplete = new Map<LinkEndpoint, number>()
  #total = 0

  constructor(maxMessageBytes: () => number) {
    this.#maxMessageBytes = maxMessageBytes
  }

  /** Counts a part of a message. Throws an `AmqpError` when the message, or all incomplete ones together, are too large. */
  add(link: LinkEndpoint, bytes: number): void {
    const size = (this.#incomplete.get(link) ?? 0) + bytes
    this.#incomplete.set(link, size)
    this.#total += bytes
    const longest = this.#maxMessageBytes()
    // Encoded properties come on top of the body, whose length the put checks.
    if (size > longest + 65_536) {
      throw new AmqpError(
        'amqp:link:message-size-exceeded',
        `a message has more than the ${longest} bytes of MAXMSGL; raise MAXMSGL of the channel and the queue, or send several messages: messages are not segmented`,
      )
    }
    if (this.#total > longest + maxIncompleteBytes)
      throw new AmqpError('amqp:resource-limit-exceeded', 'too many messages are incomplete')
  }

  /** Forgets the message of a link that is complete, given up or ended. */
  forget(link: LinkEndpoint): void {
    this.#total -= this.#incomplete.get(link) ?? 0
    this.#incomplete.delete(link)
  }
}
