/**
 * The parts of rhea 3.0 that the server uses. Its own types do not describe the objects behind its public functions,
 * which a server needs for transactions and for limits.
 */
import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import type {
  AttachFields,
  ChannelFrame,
  DispositionFields,
  Frame,
  Terminus,
  TransferFields,
} from './frame-types.ts'
import type { OutgoingDeliveries } from './outgoing-deliveries.ts'
import type { RheaTypes, Typed } from './value-types.ts'

export interface Rhea {
  readonly types: RheaTypes
  readonly message: { accepted(): { described(): Typed } }
  readonly sasl: {
    readonly Server: new (connection: RheaConnection, mechanisms: SaslMechanisms) => unknown
    /** Accepts clients that do not use SASL too. */
    readonly Selective: new (
      connection: RheaConnection,
      mechanisms: SaslMechanisms,
    ) => Pick<RheaTransport, 'write'>
  }
  create_container(options: { id: string }): RheaContainer
}

export interface RheaContainer extends EventEmitter {
  create_connection(options: object): RheaConnection
}

export type SaslMechanisms = Record<string, () => SaslMechanism>

/** The server's side of a SASL exchange of one step. */
export interface SaslMechanism {
  outcome: boolean | undefined
  username: string | undefined
  start(response: Buffer | undefined, hostname: string | undefined): Promise<void>
}

export interface RheaError {
  readonly condition: string
  readonly description: string
}

export interface RheaConnection extends EventEmitter {
  readonly container_id: string | undefined
  readonly properties: Readonly<Record<string, unknown>> | undefined
  readonly remote: { readonly open?: Readonly<Record<string, unknown>> }
  readonly local: { readonly open: object; readonly close: object }
  readonly state: object
  readonly options: object
  readonly socket: Socket
  /** The size of the frame that is being received, when a part of it has arrived. */
  frame_size: number | undefined
  transport: Pick<RheaTransport, 'write'>
  sasl_transport: Pick<RheaTransport, 'write'> | undefined
  amqp_transport: RheaTransport
  accept(socket: Socket): void
  input(bytes: Buffer): void
  /** Handles the end of the socket. */
  eof(): void
  close(error?: RheaError): void
  is_open(): boolean
  /** Schedules the output of what has changed. */
  _register(): void
  /** Encodes the frames for what has changed, and calls `output` for each. */
  _process(): void
  /** Writes the encoded frames to the socket. */
  output(): void
  /** Emits an event on the connection, or on its container. Returns whether there was a listener. */
  dispatch(name: string, ...args: readonly unknown[]): boolean
  /** Passes a transfer to its session. */
  on_transfer(frame: ChannelFrame<TransferFields>): void
}

/** The frames of a connection, after those of SASL. */
export interface RheaTransport {
  /** The connection, which handles the frames. */
  handler: RheaConnection
  /** The protocol header; undefined until it has arrived. */
  readonly header_received: object | undefined
  /** The frames to write. */
  pending: unknown[]
  /** Reads complete frames and returns the number of bytes that they have. */
  read(bytes: Buffer): number
  write(socket: Socket): void
}

export interface RheaSession extends EventEmitter {
  readonly connection: RheaConnection
  readonly links: Record<string, RheaLink>
  readonly remote: { readonly handles: Record<number, RheaLink> }
  readonly local: { readonly channel: number }
  readonly incoming: {
    readonly deliveries: { push(delivery: IncomingDelivery): void }
    /** The deliveries whose disposition is not written yet. */
    readonly updated: readonly { readonly state: Typed | undefined }[]
    next_transfer_id: number
    /** Undefined until the first delivery. */
    next_delivery_id: number | undefined
    update(delivery: IncomingDelivery, isSettled: boolean, state?: Typed): void
    process(session: RheaSession): void
  }
  readonly outgoing: {
    deliveries: OutgoingDeliveries
    /** The id of the next delivery, and of the first one that was not completely sent. */
    next_delivery_id: number
    next_pending_delivery: number
    next_transfer_id: number
    /** Returns the number of transfers for which the client has room. */
    transfer_window(): number
    /** The deliveries whose disposition is not written yet. */
    readonly pending_dispositions: readonly { readonly state: Typed | undefined }[]
    process(): void
  }
  create_sender(name: string, options: object): RheaLink
  create_receiver(name: string, options: object): RheaLink
  _get_link(frame: Frame<{ handle: number }>): RheaLink
  remove_link(link: RheaLink): void
  on_attach(frame: Frame<AttachFields>): void
  on_transfer(frame: Frame<TransferFields>): void
  on_disposition(frame: Frame<DispositionFields>): void
  on_flow(frame: Frame<object>): void
  close(error?: RheaError): void
}

export interface RheaLink extends EventEmitter {
  readonly name: string
  readonly session: RheaSession
  readonly connection: RheaConnection
  readonly source: Terminus | null | undefined
  readonly target: Terminus | null | undefined
  readonly local: { readonly handle: number; readonly attach: Record<string, unknown> }
  remote: { attach?: AttachFields; detach?: { readonly closed: boolean | null } }
  credit: number
  /** Whether the client wants its credit used up or returned. */
  readonly _draining: boolean
  delivery_count: number
  /** The delivery of which only a part has arrived. */
  _incomplete: IncomingDelivery | undefined
  /** Called by `on_attach` to send the answer to an attach at once. */
  open?: () => void
  /** Sends the answer to an attach. */
  attach(): void
  /** Forgets the link after both sides have detached it. */
  remove(): void
  on_attach(frame: Frame<AttachFields>): void
  set_source(fields: object): void
  set_target(fields: object): void
  is_remote_open(): boolean
  close(error?: RheaError): void
  /** Sends a message that is already encoded, with message format 0. */
  send(bytes: Buffer, tag: Buffer, format: 0): OutgoingDelivery
  /** Says that there is no message for the credit that is left, when the client drains the link. */
  set_drained(isDrained: boolean): void
  /** Adds credit for the client. */
  add_credit(credit: number): void
}

export interface IncomingDelivery {
  settled: boolean
  remote_settled: boolean
  /** The state that came with the transfer: a `transactional-state` for a transactional put. */
  readonly remote_state: unknown
  update(settled: boolean, state?: Typed): void
}

export interface OutgoingDelivery {
  id: number
  readonly link: RheaLink
  /** The payloads of its transfers, and the index of the next one. */
  data: Buffer[]
  next_to_send: number
  settled: boolean
  remote_settled: boolean
  update(settled: boolean, state?: Typed): void
}
