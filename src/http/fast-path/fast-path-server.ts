/**
 * Serves plain requests, as almost all are, straight from their connections: in front of node's server, which gets
 * every connection on which something else comes.
 *
 * The reading of a head, an answer's object and the bookkeeping of node's server are a third of what a call through
 * the gateway costs; nothing of it is lost here but the generality.
 */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

import type { HttpResponse } from '../http-response.ts'
import type { BodyWatch } from '../inbound/body-pace.ts'
import type { ConnectionState } from '../inbound/connection-limits.ts'
import { keepAliveMs } from './common-fields.ts'
import { type Keeper, PlainConnection } from './connection.ts'

/** Who serves plain requests. */
export interface PlainService {
  /** Whether it serves requests with this method for this target, a path and a query. */
  wants(method: string, target: string): boolean
  serve(request: IncomingMessage, response: HttpResponse): void
}

export interface PlainServerOptions extends PlainService {
  /** Answers ask browsers to use HTTPS alone: RFC 6797. */
  isStrictTransport?: boolean
  /** Milliseconds after which a head that has begun must be here. */
  headMs: number
  /** Milliseconds for which a client may take nothing of a response. */
  stalledReaderMs: number
  bodies: BodyWatch
  /** How often to look for connections on which nothing happens, in milliseconds. */
  intervalMs: number
  /** Takes a connection with everything that is to come on it. */
  handOver(socket: Socket): void
  /** The head did not come in time. */
  onLate(socket: Socket): void
}

export interface PlainServer {
  /** Takes a new connection. */
  accept(socket: Socket): void
  /** What is under way on a connection; undefined for one that is served elsewhere. */
  stateOf(socket: Socket): ConnectionState | undefined
  /** Sends `Connection: close` with every response from now on. Connections stay open until they have had one. */
  announceClose(): void
  /** Closes the connections without a request. */
  closeIdle(): void
  /** Destroys every connection that is left, and stops the timer of the server. */
  end(): void
}

export function openPlainServer(options: PlainServerOptions): PlainServer {
  const { headMs, intervalMs } = options
  const connections = new Set<PlainConnection>()
  const bySocket = new WeakMap<Socket, PlainConnection>()
  const keeper: Keeper & { isClosing: boolean; round: number } = {
    ...options,
    isStrictTransport: options.isStrictTransport ?? false,
    isClosing: false,
    round: 0,
    release(connection) {
      connections.delete(connection)
    },
  }

  const timer = setInterval(lookAround, intervalMs).unref()

  function lookAround(): void {
    keeper.round += 1
    for (const connection of connections) {
      if (connection.isServing) {
        connection.checkReader(options.stalledReaderMs)
        continue
      }
      const quietMs = (keeper.round - connection.since - 1) * intervalMs
      if (connection.isHeadDue && quietMs >= headMs) options.onLate(connection.socket)
      else if (quietMs >= keepAliveMs) connection.socket.destroy()
    }
  }

  return {
    accept(socket) {
      const connection = new PlainConnection(keeper, socket)
      connections.add(connection)
      bySocket.set(socket, connection)
    },

    stateOf(socket) {
      const connection = bySocket.get(socket)
      if (!connection || !connections.has(connection)) return undefined
      if (connection.isServing) return 'busy'
      return connection.isHeadDue ? 'silent' : 'idle'
    },

    announceClose() {
      keeper.isClosing = true
      for (const connection of connections) connection.announceClose()
    },

    closeIdle() {
      for (const connection of connections) connection.closeIfIdle()
    },

    end() {
      clearInterval(timer)
      for (const { socket } of connections) socket.destroy()
    },
  }
}
