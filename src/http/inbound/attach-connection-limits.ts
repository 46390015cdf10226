/** Applies the limits of connections to a server: before TLS, and before a byte is read. */
import type { Server } from 'node:http'
import type { Server as TlsServer } from 'node:https'
import type { Socket } from 'node:net'

import type { ConnectionLimits, ConnectionState } from './connection-limits.ts'

/** Call it after every other listener for connections was added. `stateOf` knows the stream that carries HTTP. */
export function attachConnectionLimits(
  server: Server | TlsServer,
  limits: ConnectionLimits,
  stateOf: (stream: Socket) => ConnectionState,
): void {
  const takers = server.listeners('connection')
  server.removeAllListeners('connection')
  const streamOf = 'setSecureContext' in server ? secureStreams(server) : (socket: Socket) => socket
  const state = (socket: Socket): ConnectionState => {
    const stream = streamOf(socket)
    return stream ? stateOf(stream) : 'silent' // no handshake yet
  }
  server.on('connection', (socket: Socket) => {
    if (!limits.admit(socket, state)) return
    for (const take of takers) take.call(server, socket)
  })
}

/** Finds the TLS stream on a connection. Node names no relation between them, so the client's port tells. */
function secureStreams(server: TlsServer): (socket: Socket) => Socket | undefined {
  const streams = new Map<string, Socket>()
  server.prependListener('secureConnection', (stream) => {
    const key = peerOf(stream)
    streams.set(key, stream)
    stream.once('close', () => {
      if (streams.get(key) === stream) streams.delete(key)
    })
  })
  return (socket) => streams.get(peerOf(socket))
}

function peerOf({ remoteAddress, remotePort, localAddress }: Socket): string {
  return `${remoteAddress} ${remotePort} ${localAddress}`
}
