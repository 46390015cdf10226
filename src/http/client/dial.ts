/**
 * Makes connections to one origin, over TCP or TLS.
 */
import { connect as connectTcp, isIP, type Socket, type TcpNetConnectOpts } from 'node:net'
import { connect as connectTls } from 'node:tls'

import type { TlsMaterial } from '../../lib/tls-files.ts'
import { ConnectTimeout } from './errors.ts'
import { broughtAlong, type Memory, ReadBuffer } from './memory.ts'

/** Is given the bytes that have come, up to `end`. They are used again as soon as it returns. */
export type OnBytes = (bytes: Buffer, end: number) => void

export interface Dialling {
  onBytes: OnBytes
  /** The socket can be written to; for TLS, its certificate has been checked. */
  onReady(): void
}

export interface Dialled {
  socket: Socket
  memory: Memory
}

/** Begins to connect. A socket that is to be handed on reads like any other stream. */
export type Dial = (dialling: Dialling, isHandedOn: boolean) => Dialled

const connectTimeoutMs = 10_000
const probeAfterMs = 60_000

/** For an `http` or `https` origin; `material` is what its TLS profile names. */
export function dialer({ protocol, hostname, port }: URL, material: TlsMaterial | undefined): Dial {
  const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  const isTls = protocol === 'https:'
  const address = {
    host,
    port: Number(port) || (isTls ? 443 : 80),
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: probeAfterMs,
  }
  const connectSocket = isTls ? tlsDialer(address, material) : plainDialer(address)
  return (dialling, isHandedOn) => {
    const dialled = connectSocket(dialling, isHandedOn)
    const { socket } = dialled
    const late = setTimeout(
      () => socket.destroy(new ConnectTimeout(`no connection to ${host} in ${connectTimeoutMs / 1_000} s`)),
      connectTimeoutMs,
    )
    socket.once('close', () => clearTimeout(late))
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      clearTimeout(late)
      dialling.onReady()
    })
    return dialled
  }
}

function plainDialer(address: TcpNetConnectOpts): Dial {
  return ({ onBytes }, isHandedOn) => {
    if (isHandedOn) return reading(connectTcp(address), onBytes)
    const memory = new ReadBuffer()
    const callback = (end: number, bytes: Uint8Array) => {
      onBytes(bytes as Buffer, end)
      return true
    }
    return { socket: connectTcp({ ...address, onread: { buffer: memory.next, callback } }), memory }
  }
}

/** Connections of one origin take up each other's sessions: RFC 8446 section 2.2. */
function tlsDialer(address: TcpNetConnectOpts, material: TlsMaterial | undefined): Dial {
  const { host = '' } = address
  let session: Buffer | undefined
  return ({ onBytes }) => {
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
    return reading(socket, onBytes)
  }
}

function reading(socket: Socket, onBytes: OnBytes): Dialled {
  socket.on('data', (bytes: Buffer) => onBytes(bytes, bytes.length))
  return { socket, memory: broughtAlong }
}
