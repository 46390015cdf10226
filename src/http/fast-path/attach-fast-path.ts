/** The plain server in front of node's: every connection begins there, and goes on to node's when it has to. */
import type { Server } from 'node:http'
import type { Server as TlsServer } from 'node:https'
import type { Socket } from 'node:net'

import { openPlainServer, type PlainServer, type PlainServerOptions } from './fast-path-server.ts'

/** Takes the connections of a server, before it listens. */
export function putInFront(
  server: Server | TlsServer,
  options: Omit<PlainServerOptions, 'handOver' | 'onLate'>,
): PlainServer {
  const event = 'setSecureContext' in server ? 'secureConnection' : 'connection'
  const [takeOver] = server.listeners(event)
  server.removeAllListeners(event)
  const plain = openPlainServer({
    ...options,
    handOver: (socket) => takeOver?.call(server, socket),
    onLate: (socket) => server.emit('clientError', new LateHead(), socket),
  })
  server.on(event, (socket: Socket) => plain.accept(socket))
  return plain
}

/** What node's server says of a head that does not come. */
class LateHead extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT'
}
