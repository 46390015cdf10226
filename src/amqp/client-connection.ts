/** The connection of one AMQP client: authentication, sessions and links. */
import type { Socket } from 'node:net'
import type { ChannelHost, Connection, ObjectRecord, Principal, TlsStatus } from '../qm/index.ts'
import { createAddressResolver } from './links/addresses.ts'
import { openCoordinator } from './links/coordinator.ts'
import { openIncomingLink } from './links/incoming-link.ts'
import type { Link, LinkContext, OutgoingPump } from './links/link-context.ts'
import { openOutgoingLink } from './links/open-outgoing-link.ts'
import { ReceivedBytes } from './links/received-bytes.ts'
import { Transactions } from './links/transactions.ts'
import { TransferLimits } from './links/transfer-limits.ts'
import { AmqpError, isConnectionError, toAmqpError } from './protocol/errors.ts'
import { answerAttach, guardSession, refuseAttach } from './protocol/guard-session.ts'
import type { Rhea, RheaConnection, RheaContainer, RheaLink, RheaSession } from './protocol/rhea-types.ts'
import { createMechanisms, type SaslCredentials } from './protocol/sasl.ts'
import { createStateFactory } from './protocol/states.ts'

export interface ClientConnectionDeps {
  readonly rhea: Rhea
  readonly container: RheaContainer
  readonly host: ChannelHost
  /** Returns the current channel object. */
  readChannel(): ObjectRecord
  /** The status of TLS, after `checkTls`. */
  readonly tls: TlsStatus | undefined
  /** Throws an `AmqpError` when the channel has too many clients. */
  checkInstances(): void
  /** Called once, when the connection has ended. */
  ended(connection: ClientConnection): void
}

/** The maximum size in bytes of a frame that a client may send. */
const maxFrameBytes = 65_536
/** The number of bytes that may wait for a slow client. */
const maxUnsentBytes = 1_048_576
/** The time for authentication and the open frame. */
const handshakeTimeoutMs = 30_000
/** The time for the client to close its side of the connection. */
const closeTimeoutMs = 2_000
/** The keep-alive interval for AMQPKA(AUTO). */
const defaultKeepAliveMs = 180_000
const sessionBuffers = { incoming: 2048, outgoing: 4096 }

export class ClientConnection {
  readonly startedAt: number
  readonly connectionName: string
  readonly localAddress: string
  readonly tls: TlsStatus | undefined
  messages = 0
  lastMessageAt: number | undefined
  readonly #deps: ClientConnectionDeps
  readonly #socket: Socket
  readonly #rhea: RheaConnection
  readonly #address: string
  readonly #links = new Map<RheaLink, Link>()
  readonly #outgoing = new Map<RheaLink, OutgoingPump>()
  /** Links that were attached before the connection to the queue manager, and whether each is a coordinator. */
  readonly #waitingLinks = new Map<RheaLink, boolean>()
  readonly #limits: TransferLimits
  #credentials: SaslCredentials = { user: '', password: undefined }
  #principal: Principal | undefined
  #connection: Connection | undefined
  #context: LinkContext | undefined
  #handshake: NodeJS.Timeout | undefined
  #hasEnded = false

  constructor(socket: Socket, deps: ClientConnectionDeps) {
    const { rhea, container, host, tls } = deps
    this.#deps = deps
    this.#socket = socket
    this.#address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
    this.tls = tls
    this.startedAt = host.clock()
    this.connectionName = `${this.#address}(${socket.remotePort ?? 0})`
    this.localAddress = `${(socket.localAddress ?? '').replace(/^::ffff:/, '')}(${socket.localPort ?? 0})`
    this.#limits = new TransferLimits(() => this.#maxMessageBytes)
    this.#rhea = container.create_connection({
      max_frame_size: maxFrameBytes,
      channel_max: 255,
      ...this.#idleTimeout(),
      offered_capabilities: ['ANONYMOUS-RELAY'],
      properties: { product: 'Sluice', queue_manager: host.queueManager.name },
      session_buffer_size: sessionBuffers,
      ...{ tcp_no_delay: true, reconnect: false },
    })
    this.#listen()
    this.#limitFrames()
    this.#rhea.accept(socket)
    const mechanisms = createMechanisms({
      hasCertificate: (tls?.peer ?? '') !== '',
      accepts: (credentials) => this.#authenticate(credentials),
    })
    this.#rhea.sasl_transport = new rhea.sasl.Selective(this.#rhea, mechanisms)
    this.#rhea.transport = this.#rhea.sasl_transport
    this.#handshake = setTimeout(
      () => this.#destroy('no open frame arrived in time'),
      handshakeTimeoutMs,
    ).unref()
    socket.on('drain', () => this.#pumpAll())
    socket.once('close', () => this.#end())
  }

  get userId(): string {
    return this.#principal?.name ?? ''
  }

  get clientId(): string {
    return this.#rhea.container_id ?? ''
  }

  get bytesReceived(): number {
    return this.#socket.bytesRead
  }

  get bytesSent(): number {
    return this.#socket.bytesWritten
  }

  /** Closes the connection with a reason, or without it when `byForce` is true. */
  close(error: { condition: string; description: string }, { byForce = false } = {}): void {
    if (byForce || !this.#rhea.is_open()) {
      this.#socket.destroy()
      return
    }
    this.#rhea.close(error)
    setTimeout(() => this.#socket.destroy(), closeTimeoutMs).unref()
  }

  #listen(): void {
    const connection = this.#rhea
    connection.on('connection_open', () => this.#open())
    connection.on('session_open', ({ session }: { session: RheaSession }) => this.#guard(session))
    connection.on('session_close', ({ session }: { session: RheaSession }) => this.#endLinks(session))
    for (const event of ['sender_close', 'receiver_close'] as const) {
      connection.on(event, ({ sender, receiver }: { sender?: RheaLink; receiver?: RheaLink }) => {
        const link = (sender ?? receiver) as RheaLink
        this.#endLink(link, link.remote.detach?.closed === true)
      })
    }
    for (const event of ['error', 'protocol_error'] as const) {
      connection.on(event, (error: Error) => this.#fail(error))
    }
    // Without listeners, rhea writes these to the console.
    const expected = ['connection_close', 'connection_error', 'disconnected', 'session_error', 'settled']
    for (const event of expected) connection.on(event, () => undefined)
    for (const event of ['sender_error', 'receiver_error', 'receiver_flow'])
      connection.on(event, () => undefined)
  }

  /** Rejects frames that are larger than the server has announced, before they are buffered. */
  #limitFrames(): void {
    const input = this.#rhea.input.bind(this.#rhea)
    this.#rhea.input = (bytes) => {
      input(bytes)
      if ((this.#rhea.frame_size ?? 0) > maxFrameBytes) {
        this.#destroy(`a frame has more than ${maxFrameBytes} bytes`)
      }
    }
  }

  #idleTimeout(): { idle_time_out?: number } {
    const { AMQPKA } = this.#deps.readChannel().attributes
    const keepAliveMs = AMQPKA === 'AUTO' ? defaultKeepAliveMs : Number(AMQPKA)
    // Clients send something within the announced time; rhea closes the connection after twice that time.
    return keepAliveMs > 0 ? { idle_time_out: Math.ceil(keepAliveMs / 2) } : {}
  }

  get #maxMessageBytes(): number {
    return Number(this.#deps.readChannel().attributes.MAXMSGL)
  }

  async #authenticate(credentials: SaslCredentials): Promise<boolean> {
    try {
      await this.#findPrincipal(credentials)
      return true
    } catch (error) {
      this.#deps.host.log.warn({ error, client: this.connectionName }, 'an AMQP client was rejected')
      // After the outcome was sent.
      setImmediate(() => setImmediate(() => this.#socket.end()))
      return false
    }
  }

  async #findPrincipal(credentials: SaslCredentials, clientId = ''): Promise<void> {
    const channel = this.#deps.readChannel()
    const usesClientId = channel.attributes.USECLTID === 'YES'
    this.#credentials = credentials
    // The client id is known after authentication only.
    if (usesClientId && clientId === '') return
    this.#principal = await this.#deps.host.security.authenticate({
      ...{ channel, address: this.#address, tls: this.tls, ...credentials },
      fallbackUser: usesClientId ? clientId : undefined,
    })
  }

  #open(): void {
    clearTimeout(this.#handshake)
    this.#connect().catch((error: unknown) => {
      this.#deps.host.log.warn({ error, client: this.connectionName }, 'an AMQP client was rejected')
      this.close(toAmqpError(error))
    })
  }

  /** Connects to the queue manager. Links that were attached in the meantime wait. */
  async #connect(): Promise<void> {
    this.#deps.checkInstances()
    // A client without SASL, or one whose id is its user, was not authenticated yet.
    if (!this.#principal) await this.#findPrincipal(this.#credentials, this.clientId)
    if (this.#hasEnded) return
    const { rhea, host } = this.#deps
    const channel = this.#deps.readChannel()
    const connection = host.queueManager.connect(this.#principal as Principal, {
      name: this.clientId.slice(0, 28),
      channel: channel.name,
      address: this.#address,
    })
    this.#connection = connection
    this.#context = {
      ...{ rhea, host, connection, states: createStateFactory(rhea), clientId: this.clientId },
      addresses: createAddressResolver(host, () => String(this.#deps.readChannel().attributes.TPROOT)),
      transactions: new Transactions(connection),
      received: new ReceivedBytes((isPaused) => (isPaused ? this.#socket.pause() : this.#socket.resume())),
      maxMessageBytes: this.#maxMessageBytes,
      isCongested: () => this.#socket.writableLength > maxUnsentBytes,
      countMessage: () => {
        this.messages++
        this.lastMessageAt = host.clock()
      },
      createTemporaryQueue: () => this.#createTemporaryQueue(connection),
      reportError: (error) => this.#report(error),
    }
    for (const [link, isCoordinator] of this.#waitingLinks) this.#attach(link, isCoordinator)
    this.#waitingLinks.clear()
  }

  #createTemporaryQueue(connection: Connection): Promise<string> {
    const { TMPMODEL, TMPQPRFX } = this.#deps.readChannel().attributes
    return connection.createDynamicQueue(String(TMPMODEL), String(TMPQPRFX))
  }

  #guard(session: RheaSession): void {
    guardSession(session, {
      attached: (link, isCoordinator) => {
        if (this.#context) this.#attach(link, isCoordinator)
        else this.#waitingLinks.set(link, isCoordinator)
      },
      admitsTransfer: (link, bytes, isAborted) => this.#limits.admits(link, bytes, isAborted),
      updated: (delivery, state, isSettled) => {
        const outgoing = this.#outgoing.get(delivery.link)
        if (outgoing) void outgoing.update(delivery, state, isSettled)
        else delivery.settled = true
      },
      flowed: (flowing) => {
        for (const [link, outgoing] of this.#outgoing) if (link.session === flowing) outgoing.pump()
      },
    })
  }

  #attach(link: RheaLink, isCoordinator: boolean): void {
    this.#openLink(link, isCoordinator, this.#context as LinkContext).then(
      (opened) => {
        if (this.#hasEnded || !link.is_remote_open()) {
          opened.end({ isClosed: false })
          return
        }
        this.#links.set(link, opened)
        answerAttach(link)
        // rhea writes the messages of a turn before the answers to attaches.
        setImmediate(() => this.#beginSending(link, opened))
      },
      (error: unknown) => {
        if (!this.#hasEnded) refuseAttach(link, toAmqpError(error))
        this.#report(error)
      },
    )
  }

  async #openLink(link: RheaLink, isCoordinator: boolean, context: LinkContext): Promise<Link> {
    if (isCoordinator) return openCoordinator(link, context)
    return link.remote.attach?.role ? openOutgoingLink(link, context) : openIncomingLink(link, context)
  }

  #beginSending(link: RheaLink, opened: Link): void {
    if (!opened.outgoing || this.#links.get(link) !== opened) return
    this.#outgoing.set(link, opened.outgoing)
    opened.outgoing.pump()
  }

  #endLink(link: RheaLink, isClosed: boolean): void {
    this.#limits.forget(link)
    this.#outgoing.delete(link)
    this.#links.get(link)?.end({ isClosed })
    this.#links.delete(link)
  }

  #endLinks(session?: RheaSession): void {
    for (const link of [...this.#links.keys()]) {
      if (!session || link.session === session) this.#endLink(link, false)
    }
  }

  #pumpAll(): void {
    for (const outgoing of this.#outgoing.values()) outgoing.pump()
  }

  /** Logs an unexpected error, and ends the connection when the queue manager has ended it. */
  #report(error: unknown): void {
    const { condition } = toAmqpError(error)
    if (condition === 'amqp:internal-error') {
      this.#deps.host.log.warn({ error, client: this.connectionName }, 'a request of an AMQP client failed')
    }
    if (isConnectionError(error)) this.close(toAmqpError(error))
  }

  /** Ends the connection after an error of the protocol. */
  #fail(error: Error): void {
    this.#deps.host.log.warn({ error, client: this.connectionName }, 'an AMQP client broke the protocol')
    const reason =
      error instanceof AmqpError
        ? toAmqpError(error)
        : { condition: 'amqp:connection:framing-error', description: error.message }
    this.close(reason)
  }

  #destroy(reason: string): void {
    this.#deps.host.log.warn(
      { client: this.connectionName, reason },
      'the connection of an AMQP client was ended',
    )
    this.#socket.destroy()
  }

  #end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    clearTimeout(this.#handshake)
    // rhea stops its timers only when the client has closed the socket.
    this.#rhea.eof()
    this.#endLinks()
    // Backs out what was not settled, and removes temporary objects.
    this.#connection?.close().catch((error: unknown) => this.#report(error))
    this.#deps.ended(this)
  }
}
