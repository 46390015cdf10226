/** Serves the connections of a TLS server that chose HTTP/2 in the handshake (ALPN, RFC 7301). */
import type { Server as TlsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { FastPathHandler } from '../fast-path/fast-path-server.ts'
import type { ConnectionReader, ConnectionReaderOptions } from '../inbound/connection-reader.ts'
import { keepAliveTimeoutMs } from '../message/header-lines.ts'
import { Http2Connection, type Http2ConnectionOwner } from './http2-connection.ts'

/** The option of a TLS server that offers HTTP/2 and prefers it to HTTP/1.1. */
export const http2Alpn = { ALPNProtocols: ['h2', 'http/1.1'] } as const

export interface Http2ServerOptions extends ConnectionReaderOptions, Pick<Http2ConnectionOwner, 'report' | 'upgrade'> {
  /** Serves the requests that `calls` does not accept. */
  handler: Http2ConnectionOwner['handle']
  calls: FastPathHandler | undefined
}

/** Takes over the connections that chose HTTP/2. Must be called before the server listens, after the fast path. */
export function attachHttp2(server: TlsServer, options: Http2ServerOptions): ConnectionReader {
  const { calls, handler } = options
  const connections = new Set<Http2Connection>()
  const bySocket = new WeakMap<Socket, Http2Connection>()
  const owner: Http2ConnectionOwner & { isClosing: boolean } = {
    ...options,
    isClosing: false,
    handle(request, response) {
      if (calls?.accepts(request.method as string, request.url as string, request.headers.host))
        calls.handle(request, response)
      else handler(request, response)
    },
    release: (connection) => void connections.delete(connection),
  }

  const takers = server.listeners('secureConnection')
  server.removeAllListeners('secureConnection')
  server.on('secureConnection', (socket: TLSSocket) => {
    if (socket.alpnProtocol !== 'h2') {
      for (const take of takers) take.call(server, socket)
      return
    }
    const connection = new Http2Connection(owner, socket)
    connections.add(connection)
    bySocket.set(socket, connection)
  })

  const timer = setInterval(() => {
    const now = performance.now()
    for (const connection of connections) {
      connection.checkReaders(options.stalledReaderTimeoutMs)
      const { state } = connection
      if (state === 'busy') continue
      const idleMs = now - connection.idleSince
      if (idleMs >= (state === 'silent' ? options.headTimeoutMs : keepAliveTimeoutMs)) connection.destroy()
    }
  }, options.checkIntervalMs).unref()

  return {
    stateOf: (socket) => bySocket.get(socket)?.state,
    exchanges: () => [...connections].flatMap(({ exchanges }) => exchanges),
    /** Sends GOAWAY on all connections. They close when their streams have ended. */
    announceClose() {
      owner.isClosing = true
      for (const connection of connections) connection.announceClose()
    },
    closeIdle() {}, // GOAWAY has closed them
    destroy() {
      clearInterval(timer)
      for (const connection of connections) connection.abort()
    },
  }
}
