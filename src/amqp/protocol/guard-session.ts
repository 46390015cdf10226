/**
 * Replaces the functions of a rhea session that a server needs differently: it answers an attach when the terminus is
 * ready, knows transactions, leaves messages encoded, and rejects frames that claim more than the protocol allows.
 */

import { AmqpError } from './errors.ts'
import type {
  AttachFields,
  DispositionFields,
  Frame,
  OutgoingDelivery,
  RheaLink,
  RheaSession,
  TransferFields,
} from './rhea-types.ts'
import { type DeliveryState, descriptorOf, parseState } from './states.ts'

export interface SessionHandlers {
  /** Called for an attach. The handler calls `answerAttach` later. */
  attached(link: RheaLink, isCoordinator: boolean): void
  /** Called for each frame of a transfer. Returns false to drop the frame. */
  admitsTransfer(link: RheaLink, bytes: number, isAborted: boolean): boolean
  /** Called for each delivery for which the client sent a state. */
  updated(delivery: OutgoingDelivery, state: DeliveryState, isSettled: boolean): void
  /** Called after a flow, which may allow more deliveries on any link of the session. */
  flowed(session: RheaSession): void
}

/** The maximum number of deliveries in one disposition, more than a session can have. */
const maxDispositions = 65_536
/** A message format for which rhea does not decode messages. */
const encodedFormat = 0x5a

/** The position of `state` in a transfer. */
const stateField = 7

const coordinatorDescriptors = new Set(['48', 'amqp:coordinator:list'])
const senderOptions = { autosettle: false, treat_modified_as_released: false }
const receiverOptions = { autosettle: false, autoaccept: false, credit_window: 0 }

export function guardSession(session: RheaSession, handlers: SessionHandlers): void {
  const { on_disposition: onSenderDisposition, on_flow: onFlow } = session

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
    if (!role) link.delivery_count = initialCount ?? 0
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
      frame.performative.message_format = encodedFormat
      // rhea would remove the descriptor, which tells a transactional state from others.
      Object.defineProperty(frame.performative, 'state', { value: frame.performative.value[stateField] })
    }
    session.incoming.on_transfer(frame, link)
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
    const parsed = parseState(state)
    for (let id = first; id <= end; id++) {
      const delivery = session.outgoing.deliveries.by_id(id)
      if (!delivery || delivery.remote_settled) continue
      if (settled) delivery.remote_settled = true
      handlers.updated(delivery, parsed, settled === true)
    }
    session.connection._register()
  }

  session.on_flow = (frame: Frame<object>) => {
    onFlow.call(session, frame)
    handlers.flowed(session)
  }
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
