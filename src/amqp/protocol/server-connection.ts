/**
 * The connections of a server. They differ from those that rhea 3.0.5 constructs:
 *
 * - They share what is equal in all of them: options, the open frame, listeners, and the accessors of the client's open
 *   frame, which rhea defines on every connection with two closures each. An idle connection needs half the memory.
 * - All frames of a turn are written with one call of the operating system.
 * - A frame that is larger than the server has announced is rejected before it is buffered.
 */
import type { EventEmitter } from 'node:events'
import { AmqpError } from './errors.ts'
import type { Rhea, RheaConnection, RheaSession } from './rhea-types.ts'
import { extendTransport, type TransportClass } from './transport-frames.ts'

/** The maximum size in bytes of a frame that a client may send. */
const maxFrameBytes = 65_536

const options = {
  max_frame_size: maxFrameBytes,
  ...{ channel_max: 255, session_buffer_size: { incoming: 2048 } },
  ...{ tcp_no_delay: true, reconnect: false, disable_sasl: true },
}

/** Receives the events of one connection: it is open, the client began a session, the connection failed. */
export interface ConnectionOwner {
  opened(): void
  sessionOpened(session: RheaSession): void
  /** The client broke the protocol. */
  failed(error: Error): void
}

export interface ServerConnection extends RheaConnection {
  owner: ConnectionOwner
  /** Whether the changes of a turn are being written, and whether there was one. */
  isWriting: boolean
  hasFrames: boolean
}

/** Returns a connection without a socket. */
export type CreateConnection = (owner: ConnectionOwner) => RheaConnection

/** `openFields` are those of the open frame of the server, which has the container id `id`. */
export function createConnectionFactory(rhea: Rhea, id: string, openFields: object): CreateConnection {
  const container = rhea.create_container({ id })
  listen(container)
  const sample = container.create_connection({ ...options, ...openFields }) as ServerConnection
  const prototype = buildPrototype(Object.getPrototypeOf(sample))
  const EndpointState = sample.state.constructor as new () => object
  const Close = sample.local.close.constructor as new () => object
  const Transport = extendTransport(sample.amqp_transport.constructor as TransportClass)

  return (owner) => {
    const connection = {
      __proto__: prototype,
      ...{ owner, container, options: sample.options, session_buffer_size: options.session_buffer_size },
      ...{ registered: false, state: new EndpointState(), local_channel_map: {}, remote_channel_map: {} },
      ...{ local: { open: sample.local.open, close: new Close() }, remote: {} },
      ...{ amqp_transport: undefined, sasl_transport: undefined, transport: undefined },
      ...{ is_server: true, socket: undefined, socket_ready: false, closed_with_non_fatal_error: false },
      ...{ heartbeat_in: undefined, heartbeat_out: undefined, abort_idle: undefined },
      ...{ frame_size: undefined, chunks: null, received_bytes: 0, previous_input: null },
      ...{ isWriting: false, hasFrames: false },
    } as unknown as ServerConnection
    connection.amqp_transport = new Transport('', 0, 0, connection)
    connection.transport = connection.amqp_transport
    return connection
  }
}

type Event = { readonly connection: ServerConnection; readonly session: RheaSession }

/** Listens for the events of all connections. rhea writes some events to the console if there is no listener. */
function listen(container: EventEmitter): void {
  container.on('connection_open', ({ connection }: Event) => connection.owner.opened())
  container.on('session_open', ({ connection, session }: Event) => connection.owner.sessionOpened(session))
  for (const event of [
    ...['connection_close', 'connection_error', 'disconnected', 'session_error', 'settled'],
    ...['sender_error', 'receiver_error', 'receiver_flow'],
  ])
    container.on(event, () => undefined)
}

/** The fields of a client's open frame that are read as properties of its connection. */
const remoteFields = ['container_id', 'max_frame_size', 'channel_max', 'idle_time_out', 'properties'] as const

function buildPrototype(base: RheaConnection): object {
  const methods: Pick<RheaConnection, '_process' | 'output' | 'input' | 'dispatch'> &
    ThisType<ServerConnection> = {
    /** The events of errors have no context that names the connection. */
    dispatch(name, ...args) {
      if (name !== 'error' && name !== 'protocol_error') return base.dispatch.call(this, name, ...args)
      this.owner.failed(args[0] as Error)
      // rhea ends the socket after this event; the close frame with the reason must be written before.
      if (!this.isWriting && !this.socket.destroyed) this._process()
      return true
    },

    /** While a turn is written, encodes frames at once, because rhea changes some of them afterwards. */
    output() {
      if (!this.isWriting) {
        base.output.call(this)
        return
      }
      this.hasFrames = true
      this.transport.write(this.socket)
    },

    _process() {
      this.isWriting = true
      this.hasFrames = false
      this.socket.cork()
      try {
        base._process.call(this)
      } catch (error) {
        // A field of the client that has another type than its name says fails when it is encoded.
        this.owner.failed(error as Error)
      } finally {
        this.isWriting = false
        if (this.hasFrames) base.output.call(this) // sets the timers, and ends a closed connection
        this.socket.uncork()
      }
    },

    input(bytes) {
      base.input.call(this, bytes)
      if ((this.frame_size ?? 0) <= maxFrameBytes) return
      const text = `a frame has ${this.frame_size} bytes, and the server accepts ${maxFrameBytes}`
      this.frame_size = undefined
      this.socket.pause()
      this.owner.failed(new AmqpError('amqp:connection:framing-error', text))
    },
  }
  const fields = Object.fromEntries(remoteFields.map((name) => [name, { get: readRemote(name) }]))
  return Object.assign(Object.create(base, fields), methods)
}

function readRemote(name: (typeof remoteFields)[number]) {
  return function (this: RheaConnection) {
    return this.remote.open?.[name]
  }
}
