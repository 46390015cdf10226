/** Opens sockets to one origin, over TCP or TLS, with a connect timeout. */
import { connect as connectTcp, isIP, type OnReadOpts, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { TlsConnectOptions } from '../../../lib/files/tls-files.ts'
import { ConnectTimeoutError } from './errors.ts'

export interface SocketHandler {
  /** Called when the socket is writable. For TLS, the certificate of the upstream has been verified by then. */
  onReady(socket: Socket): void
  /** Makes a TCP socket read into buffers of the caller. Has no effect on TLS sockets. */
  onread?: OnReadOpts
}

/** Starts to connect. A socket that is not ready in time is destroyed with a `ConnectTimeoutError`. */
export type OpenSocket = (handler: SocketHandler) => Socket

const defaultConnectTimeoutMs = 10_000
const keepAliveProbeMs = 60_000

/** Returns the function that opens sockets to an origin. `material` holds certificates and keys of a TLS profile. */
export function createSocketOpener(
  { protocol, hostname, port }: URL,
  material: TlsConnectOptions | undefined,
  applicationProtocol: 'http/1.1' | 'h2' = 'http/1.1',
  connectTimeoutMs = defaultConnectTimeoutMs,
): OpenSocket {
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  const isTls = protocol === 'https:'
  const address = {
    host,
    port: Number(port) || (isTls ? 443 : 80),
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: keepAliveProbeMs,
  }
  const connect: OpenSocket = isTls
    ? tlsConnector(address, material, applicationProtocol)
    : ({ onread }) => connectTcp(onread ? { ...address, onread } : address)
  return (handler) => {
    const socket = connect(handler)
    const timer = setTimeout(
      () => socket.destroy(new ConnectTimeoutError(`no connection to ${host} in ${connectTimeoutMs / 1_000} s`)),
      connectTimeoutMs,
    )
    socket.once('close', () => clearTimeout(timer))
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      clearTimeout(timer)
      handler.onReady(socket)
    })
    return socket
  }
}

type Address = { host: string; port: number }

/** Returns a function that opens TLS sockets, which resume sessions of their origin: RFC 8446 section 2.2. */
function tlsConnector(
  address: Address,
  material: TlsConnectOptions | undefined,
  applicationProtocol: string,
): OpenSocket {
  const { host } = address
  let session: Buffer | undefined
  return () => {
    const socket = connectTls({
      servername: isIP(host) ? '' : host, // RFC 6066 section 3: a name, never an address
      ...material,
      ...address,
      ALPNProtocols: [applicationProtocol],
      session,
    })
    socket.on('session', (latest) => {
      session = latest
    })
    return socket
  }
}
