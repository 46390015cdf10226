/** A session: the links of a client, and the flow of transfers over them. AMQP 1.0 part 2, section 2.5. */
import * as types from './composites.ts'
import { AmqpError } from './errors.ts'
import { encodeFrame } from './frames.ts'
import { IncomingEndpoint, type ReceivedDelivery, type ReceivedMessage } from './incoming-endpoint.ts'
import { OutgoingEndpoint } from './outgoing-endpoint.ts'
import { type OutgoingDelivery, OutgoingTransfers } from './outgoing-transfers.ts'
import type { ServerConnection } from './server-connection.ts'
import { type DeliveryState, type EncodedState, parseState } from './states.ts'
import type { AmqpValue, ValueReader } from './value-reader.ts'

export type LinkEndpoint = IncomingEndpoint | OutgoingEndpoint

/** The events of a session. */
export interface SessionHandlers {
  /** The client attached a link. The handler answers later. */
  attached(link: LinkEndpoint): void
  /** The client detached a link. `isClosed` is false when it may attach again. */
  detached(link: LinkEndpoint, isClosed: boolean): void
  /** A part of a message came. The handler throws an `AmqpError` to refuse it. */
  admitTransfer(link: IncomingEndpoint, bytes: number): void
  /** The client gave up a message of which parts had come. */
  aborted(link: IncomingEndpoint): void
  /** A message is complete. The handler settles it later. */
  received(link: IncomingEndpoint, message: ReceivedMessage): void
  /** The client sent a state for deliveries of a link. */
  updated(link: OutgoingEndpoint, deliveries: readonly OutgoingDelivery[], update: DeliveryUpdate): void
  /** A flow came, which may allow more deliveries on any link of the session. */
  flowed(): void
  /** The client ended the session. */
  ended(): void
}

export type DeliveryUpdate = { readonly state: DeliveryState; readonly isSettled: boolean }

/** The number of transfers that a client may send before the next flow of the server. */
const incomingWindow = 2048
const maxUint = 2 ** 32 - 1
/** The maximum number of deliveries in one disposition, more than a session can have. */
const maxDispositions = 65_536
/** The maximum number of links whose detach the client has not answered, together with those that are attached. */
const maxHandles = 65_536

/** A disposition for consecutive deliveries with the same state. */
interface Disposition {
  readonly isReceiver: boolean
  readonly first: number
  last: number
  readonly state: EncodedState | undefined
}

export class Session {
  readonly channel: number
  readonly outgoing: OutgoingTransfers
  readonly #connection: ServerConnection
  /** By the handles of the client, which the server uses for its own frames as well. */
  readonly #links = new Map<number, LinkEndpoint>()
  /** The direction and the name of each link. */
  readonly #names = new Set<string>()
  #handlers: SessionHandlers | undefined
  #nextIncomingId: number
  /** The transfers that came after the last flow of the server. */
  #unreportedTransfers = 0
  #nextDeliveryId: number | undefined
  #disposition: Disposition | undefined

  constructor(connection: ServerConnection, channel: number, begun: types.Fields<typeof types.begin>) {
    this.#connection = connection
    this.channel = channel
    this.#nextIncomingId = begun.nextOutgoingId ?? 0
    this.outgoing = new OutgoingTransfers(this, begun.incomingWindow ?? 0)
  }

  get connection(): ServerConnection {
    return this.#connection
  }

  /** Answers the begin of the client. */
  open(handlers: SessionHandlers): void {
    this.#handlers = handlers
    const { channel } = this
    this.#write(types.begin, { remoteChannel: channel, nextOutgoingId: 0, incomingWindow, outgoingWindow: maxUint })
  }

  end(): void {
    this.#required.ended()
    this.#links.clear()
    this.outgoing.clear()
    this.#disposition = undefined
  }

  /** Handles a frame of the session. `frame` is the whole frame. Throws an `AmqpError` when it breaks the protocol. */
  handle(descriptor: AmqpValue, reader: ValueReader, frame: Buffer): void {
    switch (descriptor) {
      case types.transfer.code:
        this.#handleTransfer(types.readFields(types.transfer, reader), frame.subarray(reader.position))
        return
      case types.disposition.code:
        this.#handleDisposition(types.readFields(types.disposition, reader))
        return
      case types.flow.code:
        this.#handleFlow(types.readFields(types.flow, reader))
        return
      case types.attach.code:
        this.#handleAttach(types.readFields(types.attach, reader))
        return
      case types.detach.code:
        this.#handleDetach(types.readFields(types.detach, reader))
        return
      default:
        throw new AmqpError('amqp:not-implemented', `the performative ${String(descriptor)} does not exist`)
    }
  }

  /** Sends the state of the session, and of a link. */
  writeFlow(link: types.Fields<typeof types.flow> = {}): void {
    this.#unreportedTransfers = 0
    this.#write(types.flow, {
      nextIncomingId: this.#nextIncomingId,
      incomingWindow,
      nextOutgoingId: this.outgoing.nextTransferId,
      outgoingWindow: maxUint,
      ...link,
    })
  }

  /** Settles a message that the client sent. Messages with the same `state` object share a disposition. */
  settleIncoming({ id, isSettled }: ReceivedDelivery, state: EncodedState): void {
    if (!isSettled) this.#addDisposition(true, id, state)
  }

  /** Settles a message that the client received, and forgets it. */
  settleOutgoing(delivery: OutgoingDelivery, state: EncodedState | undefined): void {
    if (!delivery.isSettledByClient) this.#addDisposition(false, delivery.id, state)
    this.outgoing.forget(delivery)
  }

  /** Writes the disposition that waits for others to join it. */
  flush(): void {
    const disposition = this.#disposition
    this.#disposition = undefined
    if (disposition) this.#write(types.dispositionAnswer, { ...disposition, isSettled: true })
  }

  /** Forgets a link of which both sides have sent a detach. */
  forget(link: LinkEndpoint): void {
    this.#links.delete(link.handle)
    this.#names.delete(directedName(link.attach))
  }

  #write<C extends types.CompositeType>(type: C, fields: types.Fields<C>): void {
    this.#connection.write(encodeFrame(type, fields, this.channel))
  }

  get #required(): SessionHandlers {
    if (!this.#handlers) throw new Error('the session is not open')
    return this.#handlers
  }

  #addDisposition(isReceiver: boolean, id: number, state: EncodedState | undefined): void {
    const pending = this.#disposition
    if (pending?.isReceiver === isReceiver && pending.state === state && pending.last + 1 === id) {
      pending.last = id
      return
    }
    this.flush()
    this.#disposition = { isReceiver, first: id, last: id, state }
    this.#connection.flushLater(this)
  }

  #handleAttach(attached: types.Fields<typeof types.attach>): void {
    const { name = '', handle = 0, isReceiver = false } = attached
    if (this.#links.has(handle)) throw new AmqpError('amqp:session:handle-in-use', `handle ${handle} is in use`)
    if (this.#links.size >= maxHandles)
      throw new AmqpError('amqp:resource-limit-exceeded', `a session has at most ${maxHandles} handles`)
    const key = directedName(attached)
    if (this.#names.has(key)) throw new AmqpError('amqp:not-allowed', `the session has a link ${name} already`)
    const link = isReceiver ? new OutgoingEndpoint(this, attached) : new IncomingEndpoint(this, attached)
    this.#names.add(key)
    this.#links.set(handle, link)
    this.#required.attached(link)
  }

  #handleDetach({ handle, isClosed = false }: types.Fields<typeof types.detach>): void {
    const link = this.#findLink(handle)
    const wasClosed = link.isClosed
    link.detached()
    this.#required.detached(link, isClosed)
    if (!wasClosed) link.answerDetach(isClosed)
    this.forget(link)
  }

  #handleFlow(fields: types.Fields<typeof types.flow>): void {
    this.outgoing.setWindow(fields.nextIncomingId, fields.incomingWindow ?? 0)
    if (fields.handle !== undefined) this.#findLink(fields.handle).flowed(fields)
    else if (fields.wantsEcho) this.writeFlow()
    this.outgoing.pump()
    this.#required.flowed()
  }

  #handleTransfer(fields: types.Fields<typeof types.transfer>, payload: Buffer): void {
    this.#nextIncomingId = (this.#nextIncomingId + 1) >>> 0
    if (++this.#unreportedTransfers >= incomingWindow / 2) this.writeFlow()
    const link = this.#findLink(fields.handle)
    if (!(link instanceof IncomingEndpoint))
      throw new AmqpError('amqp:not-allowed', `link ${link.name} is one on which the client receives`)
    if (fields.isAborted) {
      link.abort()
      this.#required.aborted(link)
      return
    }
    const delivery = link.isBetweenMessages ? this.#beginDelivery(link, fields) : undefined
    this.#required.admitTransfer(link, payload.length)
    const message = link.receive(fields, payload, delivery)
    if (message) this.#required.received(link, message)
  }

  /** Delivery ids are consecutive, also over the links of the session. */
  #beginDelivery(
    link: IncomingEndpoint,
    { deliveryId, messageFormat, isSettled = false, state }: types.Fields<typeof types.transfer>,
  ): ReceivedDelivery {
    if (link.credit <= 0) throw new AmqpError('amqp:link:transfer-limit-exceeded', `link ${link.name} has no credit`)
    if (messageFormat) throw new AmqpError('amqp:not-implemented', `message format ${messageFormat} is unknown; use 0`)
    if (deliveryId === undefined)
      throw new AmqpError('amqp:invalid-field', 'the first transfer of a delivery has no delivery id')
    this.#nextDeliveryId ??= deliveryId
    if (deliveryId !== this.#nextDeliveryId)
      throw new AmqpError(
        'amqp:invalid-field',
        `a transfer has the delivery id ${deliveryId}, and ${this.#nextDeliveryId} is next`,
      )
    this.#nextDeliveryId = (deliveryId + 1) >>> 0
    return { id: deliveryId, isSettled, state }
  }

  #handleDisposition(fields: types.Fields<typeof types.disposition>): void {
    const { isReceiver = false, first = 0, last = first, isSettled = false } = fields
    if (last - first >= maxDispositions)
      throw new AmqpError('amqp:invalid-field', `a disposition for ${last - first + 1} deliveries is too long`)
    if (!isReceiver) return // the server has settled what the client sent
    const update = { state: parseState(fields.state), isSettled }
    for (const [link, deliveries] of this.outgoing.find(first, last)) {
      if (isSettled) for (const delivery of deliveries) delivery.isSettledByClient = true
      this.#required.updated(link, deliveries, update)
    }
  }

  #findLink(handle: number | undefined): LinkEndpoint {
    const link = handle === undefined ? undefined : this.#links.get(handle)
    if (link) return link
    throw new AmqpError('amqp:session:unattached-handle', `handle ${handle} has no link`)
  }
}

/** A link in each direction may have the same name. */
function directedName({ name = '', isReceiver = false }: types.Fields<typeof types.attach>): string {
  return `${isReceiver ? 'receiver' : 'sender'} ${name}`
}
