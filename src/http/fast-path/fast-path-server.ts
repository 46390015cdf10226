/**
 * Serves common requests directly from their connections. Node's HTTP server gets every connection with a request
 * that the fast path cannot serve.
 *
 * Parsing, response objects and bookkeeping of Node's server are a third of the cost of a call through the
 * gateway. The fast path saves most of it because it supports only one form of request.
 */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionState } from '../inbound/connection-limits.ts'
import type { BodyRateWatch } from '../inbound/min-body-rate.ts'
import { keepAliveTimeoutMs } from '../message/common-headers.ts'
import type { ExchangeInProgress, HttpResponse } from '../message/http-response.ts'
import { type ConnectionOwner, FastPathConnection } from './fast-path-connection.ts'

/** The handler of requests on the fast path. */
export interface FastPathHandler {
  /** Returns whether the handler serves requests with this method, this target, a path with a query, and this host. */
  accepts(method: string, target: string, host?: string): boolean
  handle(request: IncomingMessage, response: HttpResponse): void
}

export interface FastPathServerOptions extends FastPathHandler {
  /** Whether responses have a `Strict-Transport-Security` header: RFC 6797. */
  isStrictTransport: boolean
  /** The time within which a head that has begun must be complete. */
  headTimeoutMs: number
  /** The time for which a client may read nothing of a response. */
  stalledReaderTimeoutMs: number
  bodyRateWatch: BodyRateWatch
  /** The interval between two timeout checks. */
  checkIntervalMs: number
  /** Passes a connection to Node's server, with all bytes that have not been served. */
  passToNodeServer(socket: Socket): void
  /** Called when a head does not arrive in time. */
  onHeadTimeout(socket: Socket): void
}

export interface FastPathServer {
  /** Takes a new connection. */
  accept(socket: Socket): void
  /** Returns the state of a connection; undefined for one that Node's server has. */
  stateOf(socket: Socket): ConnectionState | undefined
  /** Returns the requests in progress. */
  exchanges(): ExchangeInProgress[]
  /** Adds `Connection: close` to responses that have not begun. Connections stay open until they have got one. */
  announceClose(): void
  /** Closes the connections without a request. */
  closeIdle(): void
  /** Destroys all connections and stops the timer of the server. */
  destroy(): void
}

/** Opens the server. A timer checks the timeouts of its connections every `checkIntervalMs` milliseconds. */
export function openFastPathServer(options: FastPathServerOptions): FastPathServer {
  const { headTimeoutMs, checkIntervalMs } = options
  const connections = new Set<FastPathConnection>()
  const bySocket = new WeakMap<Socket, FastPathConnection>()
  const owner: ConnectionOwner & { isClosing: boolean; checkCount: number } = {
    ...options,
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
      if (connection.hasRequest) return connection.isDraining ? 'idle' : 'busy'
      return connection.isAwaitingHead ? 'silent' : 'idle'
    },

    exchanges: () => [...connections].flatMap(({ exchange }) => exchange ?? []),

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
