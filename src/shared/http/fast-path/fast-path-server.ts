/**
 * Serves common requests directly from their connections. Node's HTTP server gets every connection with a request
 * that the fast path cannot serve.
 *
 * Parsing, response objects and bookkeeping of Node's server are a third of the cost of a call through the
 * gateway. The fast path saves most of it because it supports only one form of request.
 */
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionReader, ConnectionReaderOptions } from '../inbound/connection-reader.ts'
import { keepAliveTimeoutMs } from '../message/header-lines.ts'
import type { HttpResponse } from '../message/http-response.ts'
import { type ConnectionOwner, FastPathConnection } from './fast-path-connection.ts'

/** The handler of requests on the fast path. */
export interface FastPathHandler {
  /** Returns whether the handler serves requests with this method, this target, a path with a query, and this host. */
  accepts(method: string, target: string, host?: string): boolean
  handle(request: IncomingMessage, response: HttpResponse): void
}

export interface FastPathServerOptions extends FastPathHandler, ConnectionReaderOptions {
  /** Passes a connection to Node's server, with all bytes that have not been served. */
  passToNodeServer(socket: Socket): void
  /** Called when a head does not arrive in time. */
  onHeadTimeout(socket: Socket): void
}

export interface FastPathServer extends ConnectionReader {
  /** Takes a new connection. */
  accept(socket: Socket): void
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
    release: (connection) => void connections.delete(connection),
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
      if (quietMs > 0) connection.forgetHeaders()
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
