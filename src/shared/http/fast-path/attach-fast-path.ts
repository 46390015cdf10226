/** Puts the fast path in front of Node's HTTP server, which gets a connection when a request needs it. */
import type { Server } from 'node:http'
import type { Server as TlsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { ConnectionReader } from '../inbound/connection-reader.ts'
import { type FastPathServerOptions, openFastPathServer } from './fast-path-server.ts'

/** Takes over the connections of a server. Must be called before the server listens. */
export function attachFastPath(
  server: Server | TlsServer,
  options: Omit<FastPathServerOptions, 'passToNodeServer' | 'onHeadTimeout'>,
): ConnectionReader {
  const event = 'setSecureContext' in server ? 'secureConnection' : 'connection'
  const [takeOver] = server.listeners(event)
  server.removeAllListeners(event)
  const fastPath = openFastPathServer({
    ...options,
    passToNodeServer: (socket) => takeOver?.call(server, socket),
    onHeadTimeout: (socket) => server.emit('clientError', new HeadTimeoutError(), socket),
  })
  server.on(event, (socket: Socket) => fastPath.accept(socket))
  return fastPath
}

/** The error that Node's server reports when a head does not arrive in time. */
class HeadTimeoutError extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT'
}
