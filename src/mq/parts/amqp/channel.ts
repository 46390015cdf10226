/** AMQP channels (CHLTYPE(AMQP)): each opens a port for clients that speak AMQP 1.0. */
import {
  type Channel,
  type ChannelHost,
  type ChannelOwner,
  type ChannelStatus,
  initialChannelStatus,
  mqError,
  type OpenHostedChannel,
} from '../../manager/index.ts'
import type { ChannelServer } from './channel-server.ts'
import { type ClientConnection, readKeepAliveMs } from './client-connection.ts'

export const openAmqpChannel: OpenHostedChannel = (owner, host) => new AmqpChannel(owner, host)

class AmqpChannel implements Channel {
  readonly #owner: ChannelOwner
  readonly #host: ChannelHost
  #server: ChannelServer | undefined
  #starting: Promise<void> | undefined
  #closing: Promise<void> | undefined

  constructor(owner: ChannelOwner, host: ChannelHost) {
    this.#owner = owner
    this.#host = host
  }

  /** Opens the port. Rejects when the channel is started, CONNAUTH cannot be used, or the port cannot be opened. */
  async start(): Promise<void> {
    if (this.#server || this.#starting) {
      const { name } = this.#owner
      throw mqError('MQRCCF_CHANNEL_IN_USE', `channel ${name} is started`, { object: name })
    }
    this.#starting = this.#open()
    await this.#starting.finally(() => {
      this.#starting = undefined
    })
  }

  /** Closes the port. With a connection name, ends only the connections from this address. */
  async stop({ mode, connectionName, remoteManager }: Parameters<Channel['stop']>[0]): Promise<void> {
    if (remoteManager !== undefined) return // clients are no queue managers
    const byForce = mode !== 'QUIESCE'
    if (connectionName === undefined) {
      await this.#close(byForce)
      return
    }
    const reason = { condition: 'amqp:connection:forced', description: 'an administrator stopped the connection' }
    for (const connection of [...(this.#server?.connections ?? [])]) {
      if (isAt(connection, connectionName)) connection.close(reason, { byForce })
    }
  }

  status(): readonly ChannelStatus[] {
    if (!this.#server) return []
    const keepAliveMs = readKeepAliveMs(this.#owner.readDefinition())
    const clients = [...this.#server.connections].map((client) => statusOf(client, keepAliveMs))
    const localAddress = `(${this.#server.port})`
    return clients.length > 0 ? clients : [{ ...initialChannelStatus, state: 'RUNNING', localAddress }]
  }

  close(): Promise<void> {
    return this.#close(true)
  }

  async #open(): Promise<void> {
    this.#host.security.checkPasswordPolicy()
    await this.#closing
    // Queue managers without a started AMQP channel do not load the protocol.
    const { openChannelServer } = await import('./channel-server.ts')
    this.#server = await openChannelServer({ host: this.#host, readChannel: () => this.#owner.readDefinition() })
    const { name } = this.#owner
    this.#host.log.info({ channel: name, port: this.#server.port }, 'the AMQP channel accepts clients')
  }

  async #close(byForce: boolean): Promise<void> {
    await this.#starting?.catch(() => undefined)
    const server = this.#server
    this.#server = undefined
    if (!server) return this.#closing
    this.#closing = server.close({ byForce })
    await this.#closing
  }
}

/** Returns whether a client is at an address, with or without its port: `192.0.2.1` or `192.0.2.1(50000)`. */
function isAt({ connectionName }: ClientConnection, wanted: string): boolean {
  return connectionName === wanted || connectionName.startsWith(`${wanted}(`)
}

function statusOf(client: ClientConnection, keepAliveMs: number): ChannelStatus {
  const { connectionName, localAddress, userId, startedAt, lastMessageAt, tls } = client
  const { clientId, clientUser, messagesSent, messagesReceived } = client
  return {
    ...initialChannelStatus,
    state: 'RUNNING',
    connectionName,
    localAddress,
    userId,
    startedAt,
    lastMessageAt,
    tls,
    counts: {
      ...initialChannelStatus.counts,
      messages: messagesSent + messagesReceived,
      bytesSent: client.bytesSent,
      bytesReceived: client.bytesReceived,
    },
    client: { clientId, clientUser, messagesSent, messagesReceived, keepAliveMs },
  }
}
