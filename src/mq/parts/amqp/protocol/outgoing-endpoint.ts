/** A link on which the client receives, as far as its credit allows. AMQP 1.0 part 2, section 2.6.7. */
import type * as types from './composites.ts'
import { type AttachAnswer, LinkEndpoint } from './link-endpoint.ts'
import type { OutgoingDelivery } from './outgoing-transfers.ts'

export class OutgoingEndpoint extends LinkEndpoint {
  /** Called when the client has changed its credit. */
  onFlow: () => void = () => undefined
  /** The messages that wait for room in the session. */
  #waitingCount = 0
  /** The number of messages that may be written. It is negative when the client took credit back. */
  #credit = 0
  #deliveryCount = 0
  #isDraining = false
  #drainsLater = false

  /** The number of messages that may be sent in addition to those that wait. */
  get credit(): number {
    return Math.max(0, this.#credit - this.#waitingCount)
  }

  /** Whether the client has credit for the messages that wait. It may have taken the credit back. */
  get hasCreditToWrite(): boolean {
    return this.#credit > 0
  }

  /** Whether the client wants its credit used up or returned. */
  get isDraining(): boolean {
    return this.#isDraining
  }

  override answer(fields: AttachAnswer): void {
    super.answer({ initialDeliveryCount: 0, ...fields })
  }

  flowed({ deliveryCount = 0, linkCredit = 0, isDraining = false, wantsEcho }: types.Fields<typeof types.flow>): void {
    const underway = (this.#deliveryCount - deliveryCount) >>> 0
    this.#credit = linkCredit - underway
    this.#isDraining = isDraining
    this.onFlow()
    if (wantsEcho) this.#writeFlow()
  }

  /** Sends an encoded message now or when the session has room. A settled one is at most once. */
  send(message: Buffer, isSettled: boolean): OutgoingDelivery {
    this.#waitingCount++
    return this.session.outgoing.send(this, message, isSettled)
  }

  /** The last transfer of a message was written. */
  written(): void {
    this.#waitingCount--
    this.#credit--
    this.#deliveryCount = (this.#deliveryCount + 1) >>> 0
    if (this.#drainsLater) this.returnCredit()
  }

  /** Returns the credit that is left to a client that drains the link, after the messages that wait. */
  returnCredit(): void {
    this.#drainsLater = this.#waitingCount > 0
    if (this.#drainsLater) return
    this.#deliveryCount = (this.#deliveryCount + Math.max(0, this.#credit)) >>> 0
    this.#credit = 0
    this.#isDraining = false
    this.#writeFlow(true)
  }

  #writeFlow(isDraining = this.#isDraining): void {
    if (!this.isAnswered) return
    const { handle, credit } = this
    this.session.writeFlow({ handle, deliveryCount: this.#deliveryCount, linkCredit: credit, isDraining })
  }
}
