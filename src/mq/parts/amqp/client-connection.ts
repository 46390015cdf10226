/** The connection of one AMQP client: its socket, its handshake, its limits and its end. */
import type { Socket } from 'node:net'
import type { Connection, ObjectRecord, TlsStatus } from '../../manager/index.ts'
import { ClientAuthentication, type ClientAuthenticationDeps } from './client-authentication.ts'
import { checkClientId, forgetClient, replaceClient } from './client-ids.ts'
import { ClientLinks } from './links/client-links.ts'
import { createAddressResolver, type LinkContext, ReceivedBytes } from './links/link-context.ts'
import { HeldSubscriptions } from './links/subscriptions.ts'
import { Transactions } from './links/transactions.ts'
import { AmqpError, type AmqpErrorFields, isConnectionError, toAmqpError } from './protocol/errors.ts'
import type { SaslCredentials } from './protocol/sasl.ts'
import { type ConnectionOptions, type ConnectionOwner, ServerConnection } from './protocol/server-connection.ts'
import type { Session, SessionHandlers } from './protocol/session.ts'

/** The interval for AMQPKA(AUTO), in milliseconds. */
const defaultKeepAliveMs = 180_000

/** Returns the keep-alive interval in milliseconds; 0 for no limit. */
export function readKeepAliveMs({ attributes: { AMQPKA } }: ObjectRecord): number {
  return AMQPKA === 'AUTO' ? defaultKeepAliveMs : Number(AMQPKA)
}

interface ClientConnectionDeps extends Pick<ClientAuthenticationDeps, 'host' | 'readChannel' | 'tls'> {
  /** What the server announces and expects of its clients. */
  readonly options: Omit<ConnectionOptions, 'hasCertificate'>
  /** Throws an `AmqpError` when the channel has too many clients. */
  checkInstances(): void
  /** Called once, when the connection has ended. */
  ended(connection: ClientConnection): void
}

/** The number of bytes that may wait for a slow client. */
const maxUnsentBytes = 1_048_576
/** The time for authentication and the open frame. */
const handshakeTimeoutMs = 30_000
/** The time for the client to close its side of the connection. */
const closeTimeoutMs = 2_000

export class ClientConnection implements ConnectionOwner {
  readonly startedAt: number
  readonly connectionName: string
  readonly localAddress: string
  readonly tls: TlsStatus | undefined
  messagesSent = 0
  messagesReceived = 0
  lastMessageAt: number | undefined
  readonly #deps: ClientConnectionDeps
  readonly #socket: Socket
  readonly #server: ServerConnection
  readonly #address: string
  readonly #authentication: ClientAuthentication
  /** Undefined until the client opens a session. */
  #links: ClientLinks | undefined
  #connection: Connection | undefined
  #handshake: NodeJS.Timeout | undefined
  #hasEnded = false
  /** Resolves when the connection and those that it has replaced use no subscription any more. */
  #released: Promise<void> = Promise.resolve()

  constructor(socket: Socket, deps: ClientConnectionDeps) {
    const { options, host, readChannel, tls } = deps
    this.#deps = deps
    this.#socket = socket
    this.#address = plainAddress(socket.remoteAddress)
    this.tls = tls
    this.startedAt = host.clock()
    this.connectionName = `${this.#address}(${socket.remotePort ?? 0})`
    this.localAddress = `${plainAddress(socket.localAddress)}(${socket.localPort ?? 0})`
    this.#authentication = new ClientAuthentication({ host, readChannel, address: this.#address, tls })
    const hasCertificate = (tls?.peer ?? '') !== ''
    this.#server = new ServerConnection(socket, this, { ...options, hasCertificate })
    this.#handshake = setTimeout(() => this.#destroy('no open frame arrived in time'), handshakeTimeoutMs).unref()
    socket.on('drain', () => this.#links?.pump())
    socket.once('close', () => this.#end())
  }

  get userId(): string {
    return this.#authentication.principal?.name ?? ''
  }

  /** The user that the client named; the user of the connection may be another. */
  get clientUser(): string {
    return this.#authentication.clientUser
  }

  get clientId(): string {
    return this.#server.clientId ?? ''
  }

  get bytesReceived(): number {
    return this.#socket.bytesRead
  }

  get bytesSent(): number {
    return this.#socket.bytesWritten
  }

  /** Closes the connection with a reason, or without it when `byForce` is true. */
  close(error: AmqpErrorFields, { byForce = false } = {}): void {
    if (byForce || !this.#server.isOpen) {
      this.#socket.destroy()
      return
    }
    this.#server.close(error)
    setTimeout(() => this.#socket.destroy(), closeTimeoutMs).unref()
  }

  get #maxMessageBytes(): number {
    return Number(this.#deps.readChannel().attributes.MAXMSGL)
  }

  /** Resolves with false when the credentials are rejected. */
  async accepts(credentials: SaslCredentials): Promise<boolean> {
    try {
      await this.#authentication.authenticate(credentials)
      return true
    } catch (error) {
      this.#logRejection(error)
      return false
    }
  }

  /** Called when the client has sent its open frame. */
  opened(): void {
    clearTimeout(this.#handshake)
    this.#handshake = undefined
    this.#connect().catch((error: unknown) => {
      this.#logRejection(error)
      this.close(toAmqpError(error))
    })
  }

  /** Connects to the queue manager. Links that were attached in the meantime wait. */
  async #connect(): Promise<void> {
    const { host, readChannel } = this.#deps
    checkClientId(this.clientId)
    const principal = await this.#authentication.findPrincipal(this.clientId)
    if (this.#hasEnded) return
    this.#released = replaceClient(host, this)
    await this.#released
    if (this.#hasEnded) return
    this.#deps.checkInstances()
    const connection = host.queueManager.connect(principal, {
      name: this.clientId.slice(0, 28),
      clientId: this.clientId,
      channel: readChannel().name,
      address: this.#address,
    })
    this.#connection = connection
    this.#links?.start(this.#createContext(connection))
  }

  sessionOpened(session: Session): SessionHandlers {
    if (!this.#links) {
      this.#links = new ClientLinks({
        maxMessageBytes: () => this.#maxMessageBytes,
        reportError: (error) => this.#report(error),
      })
      if (this.#connection) this.#links.start(this.#createContext(this.#connection))
    }
    return this.#links.open(session)
  }

  #createContext(connection: Connection): LinkContext {
    const { host, readChannel } = this.#deps
    return {
      host,
      connection,
      clientId: this.clientId,
      resolveAddress: createAddressResolver(host, () => String(readChannel().attributes.TPROOT)),
      transactions: new Transactions(connection),
      held: new HeldSubscriptions((error) => this.#report(error)),
      received: new ReceivedBytes((isPaused) => (isPaused ? this.#socket.pause() : this.#socket.resume())),
      maxMessageBytes: this.#maxMessageBytes,
      isCongested: () => this.#socket.writableLength > maxUnsentBytes,
      countSent: () => {
        this.messagesSent++
        this.lastMessageAt = host.clock()
      },
      countReceived: () => {
        this.messagesReceived++
        this.lastMessageAt = host.clock()
      },
      createTemporaryQueue() {
        const { TMPMODEL, TMPQPRFX } = readChannel().attributes
        return connection.createDynamicQueue(String(TMPMODEL), String(TMPQPRFX))
      },
      reportError: (error) => this.#report(error),
    }
  }

  /** Logs an unexpected error, and ends the connection when the queue manager has ended it. */
  #report(error: unknown): void {
    const { condition } = toAmqpError(error)
    if (condition === 'amqp:internal-error')
      this.#deps.host.log.warn({ error, client: this.connectionName }, 'a request of an AMQP client failed')
    if (isConnectionError(error)) this.close(toAmqpError(error))
  }

  /** Ends the connection after an error of the protocol. */
  failed(error: Error): void {
    this.#deps.host.log.warn({ error, client: this.connectionName }, 'an AMQP client broke the protocol')
    const reason =
      error instanceof AmqpError
        ? toAmqpError(error)
        : { condition: 'amqp:connection:framing-error', description: error.message }
    this.close(reason)
  }

  #logRejection(error: unknown): void {
    this.#deps.host.log.warn({ error, client: this.connectionName }, 'an AMQP client was rejected')
  }

  #destroy(reason: string): void {
    this.#deps.host.log.warn({ client: this.connectionName, reason }, 'the connection of an AMQP client was ended')
    this.#socket.destroy()
  }

  /** Ends the connection for a new one with the same client id. Resolves when its subscriptions are not in use. */
  async endForSuccessor(): Promise<void> {
    const description = 'another connection with this container id has taken over; give each client an id of its own'
    if (this.#server.isOpen) this.#server.close({ condition: 'amqp:connection:forced', description })
    this.#socket.end()
    setTimeout(() => this.#socket.destroy(), closeTimeoutMs).unref()
    this.#end()
    await this.#released
  }

  #end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    forgetClient(this.#deps.host, this)
    clearTimeout(this.#handshake)
    this.#server.stop()
    this.#links?.end()
    // Backs out what was not settled, and removes temporary objects.
    const closed = this.#connection?.close().catch((error: unknown) => this.#report(error))
    this.#released = Promise.all([this.#released, closed]).then(() => undefined)
    this.#deps.ended(this)
  }
}

/** Returns an IPv4 address without the prefix that it has on a socket for IPv6. */
function plainAddress(address = ''): string {
  return address.replace(/^::ffff:/, '')
}
