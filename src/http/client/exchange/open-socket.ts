/**
 * Opens sockets to one origin, over TCP or TLS, with a time limit.
 */
import { connect as connectTcp, isIP, type OnReadOpts, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

import type { TlsConnectOptions } from '../../../lib/files/tls-files.ts'
import { ConnectTimeoutError } from './errors.ts'

export interface SocketHandler {
  /** The socket can be written to; for TLS, its certificate has been checked. */
  onReady(socket: Socket): void
  /** Reads plain TCP into buffers of the caller; has no effect for TLS. */
  onread?: OnReadOpts
}

/** Begins to connect. A `ConnectTimeout` destroys a socket that is not ready in time. */
export type OpenSocket = (handler: SocketHandler) => Socket

const connectTimeoutMs = 10_000
const probeAfterMs = 60_000

/** For an `http` or `https` origin; `material` is what its TLS profile names. */
export function createSocketOpener(
  { protocol, hostname, port }: URL,
  material: TlsConnectOptions | undefined,
): OpenSocket {
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  const isTls = protocol === 'https:'
  const address = {
    host,
    port: Number(port) || (isTls ? 443 : 80),
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: probeAfterMs,
  }
  const connect = isTls ? tlsConnector(address, material) : plainConnector(address)
  return (handler) => {
    const socket = connect(handler)
    const late = setTimeout(
      () =>
        socket.destroy(new ConnectTimeoutError(`no connection to ${host} in ${connectTimeoutMs / 1_000} s`)),
      connectTimeoutMs,
    )
    socket.once('close', () => clearTimeout(late))
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      clearTimeout(late)
      handler.onReady(socket)
    })
    return socket
  }
}

interface Address {
  host: string
  port: number
}

function plainConnector(address: Address): OpenSocket {
  return ({ onread }) => connectTcp(onread ? { ...address, onread } : address)
}

/** Connections of one origin take up each other's sessions: RFC 8446 section 2.2. */
function tlsConnector(address: Address, material: TlsConnectOptions | undefined): OpenSocket {
  const { host } = address
  let session: Buffer | undefined
  return () => {
    const socket = connectTls({
      servername: isIP(host) ? '' : host, // RFC 6066 section 3: a name, never an address
      ...material,
      ...address,
      ALPNProtocols: ['http/1.1'],
      ...(session && { session }),
    })
    socket.on('session', (latest) => {
      session = latest
    })
    return socket
  }
}
