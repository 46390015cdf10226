/** Limits the size of the messages that a client sends in several frames. */
import { AmqpError } from '../protocol/errors.ts'
import type { RheaLink } from '../protocol/rhea-types.ts'

/** The bytes of incomplete messages that a connection may have on all its links, besides one of the maximum size. */
const maxIncompleteBytes = 16 * 1_048_576

export class TransferLimits {
  readonly #maxMessageBytes: () => number
  readonly #incomplete = new Map<RheaLink, number>()
  #total = 0

  constructor(maxMessageBytes: () => number) {
    this.#maxMessageBytes = maxMessageBytes
  }

  /** Returns false for a frame to drop. Throws an `AmqpError` when the incomplete messages are too large together. */
  admits(link: RheaLink, bytes: number, isAborted: boolean): boolean {
    const { _incomplete: incomplete } = link
    if (!incomplete) this.forget(link)
    if (isAborted) {
      if (incomplete) {
        incomplete.settled = true
        incomplete.remote_settled = true
      }
      link._incomplete = undefined
      this.forget(link)
      return false
    }
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
    if (this.#total > longest + maxIncompleteBytes) {
      throw new AmqpError('amqp:resource-limit-exceeded', 'too many messages are incomplete')
    }
    return true
  }

  /** Forgets the incomplete message of a link. */
  forget(link: RheaLink): void {
    this.#total -= this.#incomplete.get(link) ?? 0
    this.#incomplete.delete(link)
  }
}
