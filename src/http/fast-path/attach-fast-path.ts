/** The plain server in front of node's: every connection begins there, and goes on to node's when it has to. */
import type { Server } from 'node:http'
import type { Server as TlsServer } from 'node:https'
import type { Socket } from 'node:net'

import { type FastPathServer, type FastPathServerOptions, openFastPathServer } from './fast-path-server.ts'

/** Takes the connections of a server, before it listens. */
export function attachFastPath(
  server: Server | TlsServer,
  options: Omit<FastPathServerOptions, 'passToNodeServer' | 'onHeadTimeout'>,
): FastPathServer {
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

/** What node's server says of a head that does not come. */
class HeadTimeoutError extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT'
}
