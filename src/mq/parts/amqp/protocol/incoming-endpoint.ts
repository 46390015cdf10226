/** A link on which the client sends: its credit, and the transfers that are joined to messages. AMQP 1.0 part 2, section 2.6.14. */
import { addChunk } from '../../../../shared/lib/memory/add-chunk.ts'
import type * as types from './composites.ts'
import { AmqpError } from './errors.ts'
import { type AttachAnswer, LinkEndpoint } from './link-endpoint.ts'
import type { AmqpValue } from './value-reader.ts'

/** A message that the client has sent, or of which it has sent a part. */
export interface ReceivedDelivery {
  readonly id: number
  /** Whether the client has settled it: it expects no answer. */
  readonly isSettled: boolean
  /** The state that came with the first transfer: a `transactional-state` for a transactional put. */
  readonly state: AmqpValue | undefined
}

export type ReceivedMessage = { readonly bytes: Buffer; readonly delivery: ReceivedDelivery }

export class IncomingEndpoint extends LinkEndpoint {
  /** The number of messages that the client may still send. */
  #credit = 0
  #deliveryCount = this.attach.initialDeliveryCount ?? 0
  /** The delivery of which only a part has arrived. */
  #incomplete: { readonly delivery: ReceivedDelivery; readonly payloads: Buffer[] } | undefined

  get credit(): number {
    return this.#credit
  }

  /** Whether the next transfer begins a message. */
  get isBetweenMessages(): boolean {
    return this.#incomplete === undefined
  }

  override answer(fields: AttachAnswer): void {
    super.answer(fields)
    if (this.#credit > 0) this.#writeFlow()
  }

  /** Allows the client to send more messages. */
  addCredit(credit: number): void {
    this.#credit += credit
    if (this.isAnswered && !this.isClosed) this.#writeFlow()
  }

  /** Answers a flow of the client. */
  flowed({ deliveryCount, wantsEcho }: types.Fields<typeof types.flow>): void {
    // A client that does not use its credit may advance its count.
    const unused = deliveryCount === undefined ? 0 : (deliveryCount - this.#deliveryCount) >>> 0
    if (unused > 0 && unused <= this.#credit) {
      this.#credit -= unused
      this.#deliveryCount = (this.#deliveryCount + unused) >>> 0
    }
    if (wantsEcho) this.#writeFlow()
  }

  /** Adds a payload; `delivery` is that of a first transfer. Returns the complete message. Throws an `AmqpError`. */
  receive(
    { deliveryId, hasMore }: types.Fields<typeof types.transfer>,
    payload: Buffer,
    begun: ReceivedDelivery | undefined,
  ): ReceivedMessage | undefined {
    const incomplete = begun ? { delivery: begun, payloads: [] } : this.#incomplete
    if (!incomplete) throw new Error('a message begins with a delivery')
    const { delivery, payloads } = incomplete
    if (deliveryId !== undefined && deliveryId !== delivery.id)
      throw new AmqpError(
        'amqp:invalid-field',
        `a transfer has the delivery id ${deliveryId}, and the message of ${delivery.id} is not complete`,
      )
    addChunk(payloads, payload)
    this.#incomplete = hasMore ? incomplete : undefined
    if (hasMore) return undefined
    this.#credit -= 1
    this.#deliveryCount = (this.#deliveryCount + 1) >>> 0
    return { bytes: payloads.length === 1 ? payload : Buffer.concat(payloads), delivery }
  }

  /** The client gives the incomplete message up. */
  abort(): void {
    this.#incomplete = undefined
  }

  #writeFlow(): void {
    this.session.writeFlow({ handle: this.handle, deliveryCount: this.#deliveryCount, linkCredit: this.#credit })
  }
}
