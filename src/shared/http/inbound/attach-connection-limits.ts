/** Applies connection limits to a server, before the TLS handshake and before the first byte is read. */
import type { Server } from 'node:http'
import type { Server as TlsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { ConnectionLimits, ConnectionState } from './connection-limits.ts'

/** Attaches the limits, after all other listeners. `stateOf` returns the state of the stream that carries HTTP. */
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

/** Returns a function that finds the TLS stream of a connection, by the client's port: Node has no API for it. */
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
