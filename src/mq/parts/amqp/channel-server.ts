/** The listening port of a started AMQP channel, and the connections of its clients. */
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { describeListenError } from '../../../shared/lib/output/network-error.ts'
import {
  type ChannelHost,
  type LocalAddress,
  mqError,
  type ObjectRecord,
  parseLocalAddresses,
} from '../../manager/index.ts'
import { ClientConnection, readKeepAliveMs } from './client-connection.ts'
import * as types from './protocol/composites.ts'
import { AmqpError } from './protocol/errors.ts'
import { encodeFrame, maxFrameBytes } from './protocol/frames.ts'
import { type ConnectionOptions, maxChannel } from './protocol/server-connection.ts'
import { ValueWriter } from './protocol/value-writer.ts'

export interface ChannelServer {
  readonly port: number
  readonly connections: ReadonlySet<ClientConnection>
  /** Stops listening, and ends the connections. Resolves when no connection is open. */
  close(options: { byForce: boolean }): Promise<void>
}

export interface ChannelServerDeps {
  readonly host: ChannelHost
  /** Returns the current channel object. */
  readChannel(): ObjectRecord
}

const stopped = { condition: 'amqp:connection:forced', description: 'the channel was stopped' }

/** Opens the port of the channel. Rejects with an `MqError` when it cannot be opened. */
export async function openChannelServer({ host, readChannel }: ChannelServerDeps): Promise<ChannelServer> {
  const channel = readChannel()
  const connections = new Set<ClientConnection>()
  const accepted = new Set<Socket>()
  const server = createChannelServer(host, channel, accepted, accept)
  let idle: (() => void) | undefined

  let options: ConnectionAnnouncement | undefined
  /** Connections share their options. ALTER CHANNEL changes AMQPKA for later connections. */
  function findOptions(): ConnectionAnnouncement {
    const keepAliveMs = readKeepAliveMs(readChannel())
    if (options?.keepAliveMs !== keepAliveMs) options = announce(host.queueManager.name, keepAliveMs)
    return options
  }

  function accept(socket: Socket): void {
    try {
      host.security.checkAddress((socket.remoteAddress ?? '').replace(/^::ffff:/, ''))
      const connection = new ClientConnection(socket, {
        options: findOptions(),
        host,
        readChannel,
        checkInstances,
        tls: host.security.checkTls(readChannel(), socket),
        ended(ended) {
          connections.delete(ended)
          if (connections.size === 0) idle?.()
        },
      })
      connections.add(connection)
    } catch (error) {
      host.log.warn({ error, client: socket.remoteAddress }, 'an AMQP client was rejected')
      socket.destroy()
    }
  }

  function checkInstances(): void {
    const most = Number(readChannel().attributes.MAXINST)
    if (connections.size <= most) return
    throw new AmqpError('amqp:resource-limit-exceeded', `the channel has MAXINST(${most}) clients`)
  }

  await listen(server, channel)
  return {
    port: (server.address() as AddressInfo).port,
    connections,
    async close(options) {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const connection of [...connections]) connection.close(stopped, options)
      if (options.byForce) for (const socket of accepted) socket.destroy()
      if (connections.size > 0) {
        await new Promise<void>((resolve) => {
          idle = resolve
        })
      }
      for (const socket of accepted) socket.destroy()
      await closed
    },
  }
}

/** Creates the server of a channel, with TLS if the channel has SSLCIPH. `accepted` gets all sockets while they are open. */
function createChannelServer(
  { log, security }: ChannelHost,
  channel: ObjectRecord,
  accepted: Set<Socket>,
  accept: (socket: Socket) => void,
): Server {
  const tlsOptions = security.readTlsOptions(channel)
  const server = tlsOptions ? createTlsServer(tlsOptions) : createServer()
  server.on('connection', (socket: Socket) => {
    accepted.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => accepted.delete(socket))
  })
  server.on(tlsOptions ? 'secureConnection' : 'connection', accept)
  server.on('tlsClientError', (error: Error, socket: Socket) => {
    log.warn({ error, client: socket.remoteAddress }, 'TLS with an AMQP client failed')
  })
  return server
}

/** Opens the port of LOCLADDR, `192.0.2.1` or `192.0.2.1(5672)`, or PORT, on all addresses for a blank LOCLADDR. */
function listen(server: Server, channel: ObjectRecord): Promise<void> {
  const { name, attributes } = channel
  const { host, lowPort: port = Number(attributes.PORT) } = readLocalAddress(channel)
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      const problem = describeListenError(cause, host ?? '*', port)
      const text = `channel ${name}: ${problem}; PORT and LOCLADDR of the channel name another`
      reject(mqError('MQRCCF_ALLOCATE_FAILED', text, { object: name, cause }))
    })
    server.listen({ port, host }, () => {
      server.removeAllListeners('error')
      server.on('error', () => undefined)
      resolve()
    })
  })
}

/** Throws an `MqError` for a LOCLADDR that is no local address. */
function readLocalAddress({ name, attributes }: ObjectRecord): LocalAddress {
  try {
    return parseLocalAddresses(String(attributes.LOCLADDR ?? ''))[0] as LocalAddress
  } catch (cause) {
    const text = `${name} cannot start: ${(cause as Error).message}`
    throw mqError('MQRC_OPERATION_NOT_ALLOWED', text, { object: name, cause })
  }
}

interface ConnectionAnnouncement extends Omit<ConnectionOptions, 'hasCertificate'> {
  readonly keepAliveMs: number
}

/** Clients send within half the keep-alive interval, or are disconnected (part 2, section 2.4.5); 0: no limit. */
function announce(queueManager: string, keepAliveMs: number): ConnectionAnnouncement {
  const open = encodeFrame(types.open, {
    containerId: queueManager,
    maxFrameSize: maxFrameBytes,
    channelMax: maxChannel,
    idleTimeoutMs: keepAliveMs > 0 ? Math.ceil(keepAliveMs / 2) : undefined,
    offeredCapabilities: ['ANONYMOUS-RELAY', 'SHARED-SUBS'],
    properties: encodeProperties({ product: 'Sluice', queue_manager: queueManager }),
  })
  return { keepAliveMs, open, silenceLimitMs: keepAliveMs > 0 ? keepAliveMs : undefined }
}

function encodeProperties(properties: Readonly<Record<string, string>>): Buffer {
  const writer = new ValueWriter()
  const entries = Object.entries(properties)
  writer.map(() => {
    for (const [name, value] of entries) {
      writer.symbol(name)
      writer.string(value)
    }
    return entries.length
  })
  return writer.finish()
}
