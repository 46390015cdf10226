/** The listening port of a started AMQP channel, and the connections of its clients. */
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { type ChannelHost, mqError, type ObjectRecord } from '../qm/index.ts'
import { ClientConnection } from './client-connection.ts'
import { readIdleTimeoutMs } from './keep-alive.ts'
import { AmqpError } from './protocol/errors.ts'
import type { Rhea, RheaConnection } from './protocol/rhea-types.ts'
import {
  type ConnectionOwner,
  type CreateConnection,
  createConnectionFactory,
} from './protocol/server-connection.ts'
import { createStateFactory } from './protocol/states.ts'

export interface ChannelServer {
  readonly port: number
  readonly connections: ReadonlySet<ClientConnection>
  /** Stops listening, and ends the connections. Resolves when no connection is open. */
  close(options: { byForce: boolean }): Promise<void>
}

export interface ChannelServerDeps {
  readonly rhea: Rhea
  readonly host: ChannelHost
  /** Returns the current channel object. */
  readChannel(): ObjectRecord
}

const stopped = { condition: 'amqp:connection:forced', description: 'the channel was stopped' }

/** Opens the port of the channel. Rejects with an `MqError` when it cannot be opened. */
export async function openChannelServer({
  rhea,
  host,
  readChannel,
}: ChannelServerDeps): Promise<ChannelServer> {
  const channel = readChannel()
  const connections = new Set<ClientConnection>()
  const shared = {
    ...{ rhea, host, readChannel, checkInstances, states: createStateFactory(rhea) },
    createConnection,
  }
  const tlsOptions = host.security.readTlsOptions(channel)
  const server = tlsOptions ? createTlsServer(tlsOptions) : createServer()
  const accepted = new Set<Socket>()
  let idle: (() => void) | undefined

  server.on('connection', (socket: Socket) => {
    accepted.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => accepted.delete(socket))
  })
  server.on(tlsOptions ? 'secureConnection' : 'connection', accept)
  server.on('tlsClientError', (error: Error, socket: Socket) => {
    host.log.warn({ error, client: socket.remoteAddress }, 'TLS with an AMQP client failed')
  })

  let idleTimeoutMs: number | undefined
  let create: CreateConnection | undefined
  /** ALTER CHANNEL changes AMQPKA for later connections. */
  function createConnection(owner: ConnectionOwner): RheaConnection {
    const wantedMs = readIdleTimeoutMs(readChannel())
    if (!create || wantedMs !== idleTimeoutMs) {
      const { name } = host.queueManager
      idleTimeoutMs = wantedMs
      create = createConnectionFactory(rhea, name, {
        ...(wantedMs !== undefined && { idle_time_out: wantedMs }),
        offered_capabilities: ['ANONYMOUS-RELAY', 'SHARED-SUBS'],
        properties: { product: 'Sluice', queue_manager: name },
      })
    }
    return create(owner)
  }

  function accept(socket: Socket): void {
    try {
      host.security.checkAddress((socket.remoteAddress ?? '').replace(/^::ffff:/, ''))
      const connection = new ClientConnection(socket, {
        ...shared,
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
  const bound = server.address()
  return {
    port: typeof bound === 'object' && bound ? bound.port : 0,
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

/** LOCLADDR names the local address: `192.0.2.1`, `192.0.2.1(5672)` or blank for all addresses. */
const localAddress = /^\s*([^()\s]*)\s*(?:\((\d+)\))?\s*$/

function listen(server: Server, { name, attributes }: ObjectRecord): Promise<void> {
  const [, host = '', localPort] = localAddress.exec(String(attributes.LOCLADDR ?? '')) ?? []
  const port = localPort === undefined ? Number(attributes.PORT) : Number(localPort)
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      const text = `channel ${name}: port ${port}: ${cause.message}`
      reject(mqError('MQRCCF_ALLOCATE_FAILED', text, { object: name, cause }))
    })
    server.listen({ port, ...(host !== '' && { host }) }, () => {
      server.removeAllListeners('error')
      server.on('error', () => undefined)
      resolve()
    })
  })
}
