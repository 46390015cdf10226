/**
 * Sends the messages of a stream to a client, as far as its credit allows, and applies what the client says about
 * them. Each message that is not settled is in a unit of work of its own.
 */
import type { Message, UnitOfWork } from '../../qm/index.ts'
import { encodeMessage } from '../messages/encode.ts'
import { toAmqpError } from '../protocol/errors.ts'
import { forgetDeliveries } from '../protocol/forget-deliveries.ts'
import type { DeliveryUpdate } from '../protocol/guard-session.ts'
import type { OutgoingDelivery, RheaLink } from '../protocol/rhea-types.ts'
import { settleOutgoing } from '../protocol/settle.ts'
import type { DeliveryState } from '../protocol/states.ts'
import type { Typed } from '../protocol/value-types.ts'
import { applyOutcome, type DeliveredMessage, requeueIfBackedOut } from './apply-outcome.ts'
import type { Link, LinkContext } from './link-context.ts'
import type { MessageStream } from './message-stream.ts'

/** A tag of the length that `encodeTransfer` writes. */
const deliveryTag = Buffer.alloc(4)
/** The maximum number of deliveries of a session that wait for its window. */
const maxUnsent = 256
/** The maximum number of messages that are removed with one commit for a client that does not settle them. */
const maxPresettledBatch = 64

interface Delivered extends DeliveredMessage {
  readonly delivery: OutgoingDelivery
}

export class OutgoingLink implements Link {
  readonly #link: RheaLink
  readonly #stream: MessageStream
  readonly #context: LinkContext
  /** Whether the client accepts messages only as settled, at most once. */
  readonly #isPresettled: boolean
  readonly #unsettled = new Map<OutgoingDelivery, Delivered>()
  /** Deliveries whose credit rhea has not subtracted yet, the oldest first. */
  #unsent: OutgoingDelivery[] = []
  /** Aborts the wait for a message. */
  #wait = new AbortController()
  #isRunning = false
  #isDraining = false
  #hasEnded = false

  constructor(link: RheaLink, stream: MessageStream, context: LinkContext, isPresettled: boolean) {
    this.#link = link
    this.#stream = stream
    this.#context = context
    this.#isPresettled = isPresettled
    link.on('sender_flow', () => {
      this.#isDraining = link._draining
      if (link._draining) this.#wait.abort()
    })
  }

  /** Sends messages while it is possible. Called when something may allow it: credit, the socket, the session. */
  pump(): void {
    if (this.#freeCredit() <= 0) this.#wait.abort() // the client has taken its credit back
    if (this.#isRunning || this.#hasEnded) return
    this.#isRunning = true
    const { outgoing } = this.#link.session
    const firstDelivery = outgoing.next_delivery_id
    this.#run()
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#isRunning = false
        // The last message may have used up what a call in between has given.
        if (this.#canSend()) this.pump()
        // rhea sends these deliveries at the end of this turn, and then there is room for more.
        else if (outgoing.next_delivery_id > firstDelivery) setImmediate(() => this.pump())
      })
  }

  /** Applies what the client says about deliveries. Messages that it accepts are removed with one commit. */
  async update(deliveries: readonly OutgoingDelivery[], { state, isSettled }: DeliveryUpdate): Promise<void> {
    // A state such as `received` is no outcome, and the deliveries stay unsettled.
    if (!isSettled && !state.outcome) return
    const known: Delivered[] = []
    for (const delivery of deliveries) {
      const unsettled = this.#unsettled.get(delivery)
      if (unsettled) known.push(unsettled)
      else if (this.#stream.isBrowsing) this.#settle([{ delivery }], state)
      this.#unsettled.delete(delivery)
    }
    const isOneCommit = state.outcome?.kind === 'accepted' && state.transaction === undefined
    const groups = isOneCommit && known.length > 0 ? [known] : known.map((each) => [each])
    await Promise.all(groups.map((group) => this.#apply(group, state)))
  }

  end(): void {
    this.#hasEnded = true
    this.#wait.abort()
    this.#stream.close()
    forgetDeliveries(this.#link)
    for (const { unitOfWork } of this.#unsettled.values()) {
      // The message is available again, even if the disk rejects its backout count.
      unitOfWork.backout().catch(() => undefined)
    }
    this.#unsettled.clear()
  }

  async #apply(group: readonly Delivered[], state: DeliveryState): Promise<void> {
    const { states, reportError } = this.#context
    try {
      await applyOutcome(state, group, this.#context)
      this.#settle(group, state)
    } catch (error) {
      this.#settleWith(group, states.rejected(toAmqpError(error)))
      // Without effect when the unit of work has ended.
      for (const { unitOfWork } of group) unitOfWork.backout().catch(() => undefined)
      reportError(error)
    }
  }

  /** Settles with what the client said. */
  #settle(group: readonly Pick<Delivered, 'delivery'>[], { outcome }: DeliveryState): void {
    this.#settleWith(group, outcome?.kind === 'accepted' ? this.#context.states.accepted : undefined)
  }

  #settleWith(group: readonly Pick<Delivered, 'delivery'>[], state: Typed | undefined): void {
    for (const { delivery } of group) settleOutgoing(this.#link.session, delivery, state)
  }

  async #run(): Promise<void> {
    while (this.#canSend()) {
      const isSent =
        this.#isPresettled && !this.#stream.isBrowsing ? await this.#sendSettled() : await this.#sendNext()
      if (isSent) continue
      if (this.#isDraining && !this.#hasEnded) {
        this.#isDraining = false
        await this.#processed()
        this.#link.set_drained(true)
        this.#link.connection._register()
      }
      if (!this.#wait.signal.aborted) return
    }
  }

  /** Sends one message that the client settles. Returns false when there is none. */
  async #sendNext(): Promise<boolean> {
    const unitOfWork = this.#stream.isBrowsing ? undefined : this.#context.connection.beginUnitOfWork()
    const message = await this.#next(unitOfWork, !this.#isDraining)
    if (!message || this.#hasEnded) {
      await unitOfWork?.backout({ countsBackout: false })
      return false
    }
    if (!unitOfWork) {
      this.#send(message).settled = this.#isPresettled
      return true
    }
    const { queue } = this.#stream
    // Only a message that was backed out before may have reached BOTHRESH.
    if (message.backoutCount > 0 && (await requeueIfBackedOut({ message, unitOfWork, queue }, this.#context)))
      return true
    const delivery = this.#send(message)
    this.#unsettled.set(delivery, { delivery, message, unitOfWork, queue })
    return true
  }

  /** Removes several messages with one commit, then sends them settled. Returns false when there is none. */
  async #sendSettled(): Promise<boolean> {
    const unitOfWork = this.#context.connection.beginUnitOfWork()
    const messages: Message[] = []
    const most = Math.min(this.#freeCredit(), maxPresettledBatch)
    while (messages.length < most) {
      const message = await this.#next(unitOfWork, messages.length === 0 && !this.#isDraining)
      if (!message) break
      messages.push(message)
    }
    if (messages.length === 0 || this.#hasEnded) {
      await unitOfWork.backout({ countsBackout: false })
      return false
    }
    await unitOfWork.commit()
    for (const message of messages) this.#send(message)
    return true
  }

  async #next(unitOfWork: UnitOfWork | undefined, waits: boolean): Promise<Message | undefined> {
    if (this.#wait.signal.aborted) this.#wait = new AbortController()
    const { signal } = this.#wait
    try {
      return await this.#stream.next({ waits, signal, unitOfWork })
    } catch (error) {
      if (error === signal.reason) return undefined
      throw error
    }
  }

  #send(message: Message): OutgoingDelivery {
    const delivery = this.#link.send(encodeMessage(this.#context.rhea.types, message), deliveryTag, 0)
    this.#unsent.push(delivery)
    this.#context.countSent()
    return delivery
  }

  #canSend(): boolean {
    if (this.#hasEnded || this.#freeCredit() <= 0 || this.#context.isCongested()) return false
    const {
      next_delivery_id: next,
      next_pending_delivery: firstUnsent,
      deliveries,
    } = this.#link.session.outgoing
    return next - firstUnsent < maxUnsent && deliveries.available() > 0
  }

  /** Returns the credit for which no message was sent. rhea subtracts it in the next turn. */
  #freeCredit(): number {
    const { next_pending_delivery: firstUnsent } = this.#link.session.outgoing
    while (this.#unsent[0] && this.#unsent[0].id < firstUnsent) {
      const sent = this.#unsent.shift() as OutgoingDelivery
      sent.data = [] // the delivery stays until it is settled; its bytes need not
    }
    return this.#link.credit - this.#unsent.length
  }

  /** Resolves when rhea has processed what was sent in this turn. */
  async #processed(): Promise<void> {
    await new Promise<void>((resolve) => setImmediate(resolve))
    this.#freeCredit()
  }

  #fail(error: unknown): void {
    if (this.#hasEnded) return
    this.#context.reportError(error)
    this.#link.close(toAmqpError(error))
    this.end()
  }
}
