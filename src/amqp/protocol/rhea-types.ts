/**
 * The parts of rhea 3.0 that the server uses. Its own types do not describe the objects behind its public functions,
 * which a server needs for transactions and for limits.
 */
import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'

/** A decoded AMQP value with its type. A described value has a descriptor. */
export interface Typed {
  readonly type: { readonly name: string; readonly width: number }
  readonly value: unknown
  readonly descriptor?: { readonly value: unknown }
}

export interface Reader {
  readonly position: number
  read(): Typed
  skip(bytes: number): void
  remaining(): number
}

export interface Writer {
  write(value: Typed): void
  toBuffer(): Buffer
}

export interface RheaTypes {
  readonly Reader: { new (buffer: Buffer): Reader; prototype: Reader & ReaderInternals }
  readonly Writer: new () => Writer
  wrap_boolean(value: unknown): Typed
  wrap_byte(value: unknown): Typed
  wrap_short(value: unknown): Typed
  wrap_int(value: unknown): Typed
  wrap_long(value: unknown): Typed
  wrap_float(value: unknown): Typed
  wrap_double(value: unknown): Typed
  wrap_uint(value: number): Typed
  wrap_ulong(value: number): Typed
  wrap_timestamp(value: number): Typed
  wrap_string(value: unknown): Typed
  wrap_symbol(value: string): Typed
  wrap_binary(value: Buffer): Typed
  wrap_list(values: readonly unknown[]): Typed
  wrap_map(values: object): Typed
  /** Returns the value with the type that rhea selects; null without a descriptor. */
  wrap_described(value: unknown): Typed
  described(descriptor: Typed, value: Typed): Typed
  unwrap(value: unknown): unknown
}

export interface ReaderInternals {
  read_array_items(count: number, type: { readonly width: number }): unknown[]
  read_n(count: number): unknown[]
}

export interface Rhea {
  readonly types: RheaTypes
  readonly message: { accepted(): { described(): Typed } }
  readonly sasl: {
    readonly Server: new (connection: RheaConnection, mechanisms: SaslMechanisms) => unknown
    /** Accepts clients that do not use SASL too. */
    readonly Selective: new (
      connection: RheaConnection,
      mechanisms: SaslMechanisms,
    ) => unknown
  }
  create_container(options: { id: string }): RheaContainer
}

export interface RheaContainer {
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
  readonly local: { readonly open: Record<string, unknown>; readonly close: Record<string, unknown> }
  /** The size of the frame that is being received, when a part of it has arrived. */
  readonly frame_size: number | undefined
  transport: unknown
  sasl_transport: unknown
  accept(socket: Socket): void
  input(bytes: Buffer): void
  /** Handles the end of the socket. */
  eof(): void
  close(error?: RheaError): void
  is_open(): boolean
  /** Schedules the output of what has changed. */
  _register(): void
}

export interface RheaSession extends EventEmitter {
  readonly connection: RheaConnection
  readonly links: Record<string, RheaLink>
  readonly remote: { readonly handles: Record<number, RheaLink> }
  readonly incoming: {
    /** The deliveries whose disposition is not written yet. */
    readonly updated: readonly { readonly state: Typed | undefined }[]
    on_transfer(frame: Frame<TransferFields>, link: RheaLink): void
    process(session: RheaSession): void
  }
  readonly outgoing: {
    readonly deliveries: { by_id(id: number): OutgoingDelivery | undefined; available(): number }
    /** The id of the next delivery, and of the first one that was not completely sent. */
    readonly next_delivery_id: number
    readonly next_pending_delivery: number
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

export interface Frame<T> {
  readonly performative: T
  readonly payload?: Buffer
}

export interface AttachFields {
  readonly name: string
  readonly handle: number
  /** True when the client is the receiver. */
  readonly role: boolean
  readonly snd_settle_mode: number | null
  readonly initial_delivery_count: number | null
  source: Typed | null
  target: Typed | null
}

export interface TransferFields {
  /** The encoded fields by their positions. */
  readonly value: readonly unknown[]
  readonly handle: number
  message_format: number | null
  readonly aborted: boolean | null
  readonly more: boolean | null
}

export interface DispositionFields {
  /** True when the client is the receiver. */
  readonly role: boolean
  readonly first: number
  readonly last: number | null
  readonly settled: boolean | null
  readonly state: Typed | null
}

/** A terminus as the client sent it, or as the server answers. */
export interface Terminus {
  readonly address?: string | null
  readonly durable?: number | null
  readonly expiry_policy?: string | null
  readonly timeout?: number | null
  readonly dynamic?: boolean | null
  readonly distribution_mode?: string | null
  /** The filters by name; each value is a described `Typed`. */
  readonly filter?: Readonly<Record<string, unknown>> | null
  readonly capabilities?: string | readonly string[] | null
}

export interface RheaLink extends EventEmitter {
  readonly name: string
  readonly session: RheaSession
  readonly connection: RheaConnection
  readonly source: Terminus | null | undefined
  readonly target: Terminus | null | undefined
  readonly local: { readonly attach: Record<string, unknown> }
  remote: { attach?: AttachFields; detach?: { readonly closed: boolean | null } }
  readonly credit: number
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
  send(bytes: Buffer, tag: undefined, format: 0): OutgoingDelivery
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
  readonly id: number
  readonly link: RheaLink
  data: Buffer[]
  settled: boolean
  remote_settled: boolean
  update(settled: boolean, state?: Typed): void
}
