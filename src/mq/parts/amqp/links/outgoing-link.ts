/** Sends messages to a client as its credit allows, each in a unit of work, and applies the outcomes. */
import type { Message, UnitOfWork } from '../../../manager/index.ts'
import { encodeMessage } from '../messages/encode.ts'
import { toAmqpError } from '../protocol/errors.ts'
import type { OutgoingEndpoint } from '../protocol/outgoing-endpoint.ts'
import type { OutgoingDelivery } from '../protocol/outgoing-transfers.ts'
import type { DeliveryUpdate } from '../protocol/session.ts'
import { accepted, type DeliveryState, type EncodedState, rejected } from '../protocol/states.ts'
import { applyOutcome, type DeliveredMessage, requeueIfBackedOut } from './apply-outcome.ts'
import type { LinkContext, OutgoingPump } from './link-context.ts'
import type { MessageStream } from './open-outgoing-link.ts'

/** The maximum number of deliveries of a session that wait for its window. */
const maxWaiting = 256
/** The number of messages that are sent before other connections have their turn. */
const turnMessages = 64
/** The maximum number of messages that are removed with one commit for a client that does not settle them. */
const maxPresettledBatch = 64

interface Delivered extends DeliveredMessage {
  readonly delivery: OutgoingDelivery
}

export class OutgoingLink implements OutgoingPump {
  readonly #link: OutgoingEndpoint
  readonly #stream: MessageStream
  readonly #context: LinkContext
  /** Whether the client accepts messages only as settled, at most once. */
  readonly #isPresettled: boolean
  readonly #unsettled = new Map<OutgoingDelivery, Delivered>()
  /** Aborts the wait for a message. */
  #wait = new AbortController()
  #isRunning = false
  #hasEnded = false

  constructor(link: OutgoingEndpoint, stream: MessageStream, context: LinkContext, isPresettled: boolean) {
    this.#link = link
    this.#stream = stream
    this.#context = context
    this.#isPresettled = isPresettled
    link.onFlow = () => {
      if (link.isDraining) this.#wait.abort()
    }
  }

  /** Sends messages while it is possible. Called when something may allow it: credit, the socket, the session. */
  pump(): void {
    if (this.#link.credit <= 0) this.#wait.abort() // the client has taken its credit back
    if (this.#isRunning || this.#hasEnded) return
    this.#isRunning = true
    this.#run()
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#isRunning = false
        // The last message may have used up what a call in between has given.
        if (this.#canSend()) this.pump()
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
    this.#link.session.outgoing.forgetLink(this.#link)
    for (const { unitOfWork } of this.#unsettled.values()) {
      // The message is available again, even if the disk rejects its backout count.
      unitOfWork.backout().catch(() => undefined)
    }
    this.#unsettled.clear()
  }

  async #apply(group: readonly Delivered[], state: DeliveryState): Promise<void> {
    const { reportError } = this.#context
    try {
      await applyOutcome(state, group, this.#context)
      this.#settle(group, state)
    } catch (error) {
      this.#settleWith(group, rejected(toAmqpError(error)))
      // Without effect when the unit of work has ended.
      for (const { unitOfWork } of group) unitOfWork.backout().catch(() => undefined)
      reportError(error)
    }
  }

  /** Settles with what the client said. */
  #settle(group: readonly Pick<Delivered, 'delivery'>[], { outcome }: DeliveryState): void {
    this.#settleWith(group, outcome?.kind === 'accepted' ? accepted : undefined)
  }

  #settleWith(group: readonly Pick<Delivered, 'delivery'>[], state: EncodedState | undefined): void {
    for (const { delivery } of group) this.#link.session.settleOutgoing(delivery, state)
  }

  async #run(): Promise<void> {
    for (let turns = 1; this.#canSend(); turns++) {
      const isSent = this.#isPresettled && !this.#stream.isBrowsing ? await this.#sendSettled() : await this.#sendNext()
      if (turns % turnMessages === 0) await new Promise<void>((resolve) => setImmediate(resolve))
      if (isSent) continue
      if (this.#link.isDraining && !this.#hasEnded) this.#link.returnCredit()
      if (!this.#wait.signal.aborted) return
    }
    if (this.#link.isDraining && this.#link.credit === 0 && !this.#hasEnded) this.#link.returnCredit()
  }

  /** Sends one message that the client settles. Returns false when there is none. */
  async #sendNext(): Promise<boolean> {
    const unitOfWork = this.#stream.isBrowsing ? undefined : this.#context.connection.beginUnitOfWork()
    const message = await this.#next(unitOfWork, !this.#link.isDraining)
    if (!message || this.#hasEnded) {
      await unitOfWork?.backout({ countsBackout: false })
      return false
    }
    if (!unitOfWork) {
      this.#send(message, this.#isPresettled)
      return true
    }
    const { queue } = this.#stream
    // Only a message that was backed out before may have reached BOTHRESH.
    if (message.backoutCount > 0 && (await requeueIfBackedOut({ message, unitOfWork, queue }, this.#context)))
      return true
    const delivery = this.#send(message, false)
    this.#unsettled.set(delivery, { delivery, message, unitOfWork, queue })
    return true
  }

  /** Removes several messages with one commit, then sends them settled. Returns false when there is none. */
  async #sendSettled(): Promise<boolean> {
    const unitOfWork = this.#context.connection.beginUnitOfWork()
    const messages: Message[] = []
    const most = Math.min(this.#link.credit, maxPresettledBatch)
    while (messages.length < most) {
      const message = await this.#next(unitOfWork, messages.length === 0 && !this.#link.isDraining)
      if (!message) break
      messages.push(message)
    }
    if (messages.length === 0 || this.#hasEnded) {
      await unitOfWork.backout({ countsBackout: false })
      return false
    }
    await unitOfWork.commit()
    for (const message of messages) this.#send(message, true)
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

  #send(message: Message, isSettled: boolean): OutgoingDelivery {
    this.#context.countSent()
    return this.#link.send(encodeMessage(message), isSettled)
  }

  #canSend(): boolean {
    if (this.#hasEnded || this.#link.credit <= 0 || this.#context.isCongested()) return false
    const { waitingCount, room } = this.#link.session.outgoing
    return waitingCount < maxWaiting && room > 0
  }

  #fail(error: unknown): void {
    if (this.#hasEnded) return
    this.#context.reportError(error)
    this.#link.close(toAmqpError(error))
    this.end()
  }
}
