/**
 * Replaces the functions of a rhea session that a server needs differently: it answers an attach when the terminus is
 * ready, knows transactions, leaves messages encoded, and rejects frames that claim more than the protocol allows.
 */

import { type ReceivedMessage, receiveTransfer } from './deliveries.ts'
import { AmqpError } from './errors.ts'
import type { AttachFields, DispositionFields, Frame, TransferFields } from './frame-types.ts'
import { OutgoingDeliveries } from './outgoing-deliveries.ts'
import type { OutgoingDelivery, RheaLink, RheaSession } from './rhea-types.ts'
import { encodeTransfersFast } from './send-deliveries.ts'
import { type DeliveryState, descriptorOf, parseState } from './states.ts'

export interface SessionHandlers {
  /** Called for an attach. The handler calls `answerAttach` later. */
  attached(link: RheaLink, isCoordinator: boolean): void
  /** Called for each frame of a transfer. Returns false to drop the frame. */
  admitsTransfer(link: RheaLink, bytes: number, isAborted: boolean): boolean
  /** Called for each complete message. The handler settles the delivery later. */
  received(link: RheaLink, message: ReceivedMessage): void
  /** Called with the deliveries of a link for which the client sent a state. */
  updated(link: RheaLink, deliveries: readonly OutgoingDelivery[], update: DeliveryUpdate): void
  /** Called after a flow, which may allow more deliveries on any link of the session. */
  flowed(): void
}

export interface DeliveryUpdate {
  readonly state: DeliveryState
  readonly isSettled: boolean
}

/** The maximum number of deliveries in one disposition, more than a session can have. */
const maxDispositions = 65_536
const coordinatorDescriptors = new Set(['48', 'amqp:coordinator:list'])
const senderOptions = { autosettle: false, treat_modified_as_released: false }
const receiverOptions = { autosettle: false, autoaccept: false, credit_window: 0 }

export function guardSession(session: RheaSession, handlers: SessionHandlers): void {
  const { on_disposition: onSenderDisposition, on_flow: onFlow } = session
  session.outgoing.deliveries = new OutgoingDeliveries()
  encodeTransfersFast(session)

  session.on_attach = (frame: Frame<AttachFields>) => {
    const { name, handle, role, target, initial_delivery_count: initialCount } = frame.performative
    // A link in each direction may have the same name; rhea finds links by name alone.
    const key = `${role ? 'sender' : 'receiver'} ${name}`
    if (session.links[key]) throw new AmqpError('amqp:not-allowed', `the session has a link ${name} already`)
    const isCoordinator = coordinatorDescriptors.has(descriptorOf(target) ?? '')
    if (isCoordinator) frame.performative.target = null
    const link = role
      ? session.create_sender(name, senderOptions)
      : session.create_receiver(name, receiverOptions)
    delete session.links[name]
    session.links[key] = link
    link.remove = () => {
      session.remove_link(link)
      delete session.links[key]
    }
    link.open = () => {}
    session.remote.handles[handle] = link
    link.on_attach(frame)
    link.remote.attach = frame.performative
    if (!role) link.delivery_count = typeof initialCount === 'number' ? initialCount : 0
    handlers.attached(link, isCoordinator)
  }

  session.on_transfer = (frame: Frame<TransferFields>) => {
    const link = session._get_link(frame)
    const { aborted, message_format: format } = frame.performative
    if (!handlers.admitsTransfer(link, frame.payload?.length ?? 0, aborted === true)) return
    if (!link._incomplete) {
      if (link.credit <= 0)
        throw new AmqpError('amqp:link:transfer-limit-exceeded', `link ${link.name} has no credit`)
      if (format) throw new AmqpError('amqp:not-implemented', `message format ${format} is unknown; use 0`)
    }
    const message = receiveTransfer(link, frame)
    if (message) handlers.received(link, message)
  }

  session.on_disposition = (frame: Frame<DispositionFields>) => {
    const { role, first, last, settled, state } = frame.performative
    const end = last ?? first
    if (end - first >= maxDispositions) {
      throw new AmqpError('amqp:invalid-field', `a disposition for ${end - first + 1} deliveries is too long`)
    }
    if (!role) {
      onSenderDisposition.call(session, frame)
      return
    }
    const update = { state: parseState(state), isSettled: settled === true }
    for (const [link, deliveries] of findDeliveries(session, first, end)) {
      if (update.isSettled) for (const delivery of deliveries) delivery.remote_settled = true
      handlers.updated(link, deliveries, update)
    }
    session.connection._register()
  }

  session.on_flow = (frame: Frame<object>) => {
    onFlow.call(session, frame)
    handlers.flowed()
  }
}

/** Returns the deliveries with these ids that the client has not settled, by their links. */
function findDeliveries(
  { outgoing }: RheaSession,
  first: number,
  last: number,
): ReadonlyMap<RheaLink, readonly OutgoingDelivery[]> {
  const found = new Map<RheaLink, OutgoingDelivery[]>()
  for (let id = first; id <= last; id++) {
    const delivery = outgoing.deliveries.by_id(id)
    if (!delivery || delivery.remote_settled) continue
    const others = found.get(delivery.link)
    if (others) others.push(delivery)
    else found.set(delivery.link, [delivery])
  }
  return found
}

/** Sends the delayed answer to an attach. */
export function answerAttach(link: RheaLink): void {
  delete link.open
  link.attach()
}

/** Answers an attach without a terminus and detaches the link, as AMQP 1.0 part 2, section 2.6.3 asks. */
export function refuseAttach(link: RheaLink, error: { condition: string; description: string }): void {
  link.local.attach.source = undefined
  link.local.attach.target = undefined
  answerAttach(link)
  link.close(error)
}
