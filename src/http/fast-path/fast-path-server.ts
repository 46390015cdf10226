/**
 * Serves plain requests, as almost all are, straight from their connections: in front of node's server, which gets
 * every connection on which something else comes.
 *
 * The reading of a head, an answer's object and the bookkeeping of node's server are a third of what a call through
 * the gateway costs; nothing of it is lost here but the generality.
 */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionState } from '../inbound/connection-limits.ts'
import type { BodyRateWatch } from '../inbound/min-body-rate.ts'
import { keepAliveTimeoutMs } from '../message/common-headers.ts'
import type { HttpResponse } from '../message/http-response.ts'
import { type ConnectionOwner, FastPathConnection } from './fast-path-connection.ts'

/** Who serves plain requests. */
export interface FastPathHandler {
  /** Whether it serves requests with this method for this target, a path and a query. */
  accepts(method: string, target: string): boolean
  handle(request: IncomingMessage, response: HttpResponse): void
}

export interface FastPathServerOptions extends FastPathHandler {
  /** Answers ask browsers to use HTTPS alone: RFC 6797. */
  isStrictTransport?: boolean
  /** Milliseconds after which a head that has begun must be here. */
  headTimeoutMs: number
  /** Milliseconds for which a client may take nothing of a response. */
  stalledReaderTimeoutMs: number
  bodyRateWatch: BodyRateWatch
  /** How often to look for connections on which nothing happens, in milliseconds. */
  checkIntervalMs: number
  /** Takes a connection with everything that is to come on it. */
  passToNodeServer(socket: Socket): void
  /** The head did not come in time. */
  onHeadTimeout(socket: Socket): void
}

export interface FastPathServer {
  /** Takes a new connection. */
  accept(socket: Socket): void
  /** What is under way on a connection; undefined for one that is served elsewhere. */
  stateOf(socket: Socket): ConnectionState | undefined
  /** Sends `Connection: close` with every response from now on. Connections stay open until they have had one. */
  announceClose(): void
  /** Closes the connections without a request. */
  closeIdle(): void
  /** Destroys every connection that is left, and stops the timer of the server. */
  destroy(): void
}

export function openFastPathServer(options: FastPathServerOptions): FastPathServer {
  const { headTimeoutMs, checkIntervalMs } = options
  const connections = new Set<FastPathConnection>()
  const bySocket = new WeakMap<Socket, FastPathConnection>()
  const owner: ConnectionOwner & { isClosing: boolean; checkCount: number } = {
    ...options,
    isStrictTransport: options.isStrictTransport ?? false,
    isClosing: false,
    checkCount: 0,
    release(connection) {
      connections.delete(connection)
    },
  }

  const timer = setInterval(checkTimeouts, checkIntervalMs).unref()

  function checkTimeouts(): void {
    owner.checkCount += 1
    for (const connection of connections) {
      if (connection.hasRequest) {
        connection.checkReader(options.stalledReaderTimeoutMs)
        continue
      }
      const quietMs = (owner.checkCount - connection.waitingSinceCheck - 1) * checkIntervalMs
      if (connection.isAwaitingHead && quietMs >= headTimeoutMs) options.onHeadTimeout(connection.socket)
      else if (quietMs >= keepAliveTimeoutMs) connection.socket.destroy()
    }
  }

  return {
    accept(socket) {
      const connection = new FastPathConnection(owner, socket)
      connections.add(connection)
      bySocket.set(socket, connection)
    },

    stateOf(socket) {
      const connection = bySocket.get(socket)
      if (!connection || !connections.has(connection)) return undefined
      if (connection.hasRequest) return 'busy'
      return connection.isAwaitingHead ? 'silent' : 'idle'
    },

    announceClose() {
      owner.isClosing = true
      for (const connection of connections) connection.announceClose()
    },

    closeIdle() {
      for (const connection of connections) connection.closeIfIdle()
    },

    destroy() {
      clearInterval(timer)
      for (const { socket } of connections) socket.destroy()
    },
  }
}
