/** Opens connections to one origin and reads from them with as few copies as possible. */
import type { Socket } from 'node:net'
import type { TlsConnectOptions } from '../../../lib/files/tls-files.ts'
import { createSocketOpener, type OpenSocket } from '../exchange/open-socket.ts'
import { AdaptiveReadBuffer, type ReadBuffer, streamReadBuffer } from './read-buffer.ts'

/** Receives the bytes that were read: those of `bytes` before `end`. The buffer is reused after the call returns. */
export type OnBytes = (bytes: Buffer, end: number) => void

export interface DialHandler {
  onBytes: OnBytes
  /** Called when the socket is writable. For TLS, the certificate of the upstream has been verified by then. */
  onReady(): void
}

type DialedConnection = { socket: Socket; readBuffer: ReadBuffer }

/** Starts to connect. `isHandedOn`: another owner gets the socket, which must read as an ordinary stream. */
export type Dial = (handler: DialHandler, isHandedOn: boolean) => DialedConnection

/** Returns the function that connects to an origin. `material` holds the certificates and keys of a TLS profile. */
export function createDialer(url: URL, material: TlsConnectOptions | undefined, connectTimeoutMs?: number): Dial {
  const open = createSocketOpener(url, material, 'http/1.1', connectTimeoutMs)
  const isTls = url.protocol === 'https:'
  return (handler, isHandedOn) => (isTls || isHandedOn ? dialStream(open, handler) : dialBuffered(open, handler))
}

function dialStream(open: OpenSocket, { onReady, onBytes }: DialHandler): DialedConnection {
  const socket = open({ onReady })
  socket.on('data', (bytes: Buffer) => onBytes(bytes, bytes.length))
  return { socket, readBuffer: streamReadBuffer }
}

function dialBuffered(open: OpenSocket, { onReady, onBytes }: DialHandler): DialedConnection {
  const readBuffer = new AdaptiveReadBuffer()
  const callback = (end: number, bytes: Uint8Array) => {
    onBytes(bytes as Buffer, end)
    return true
  }
  return { socket: open({ onReady, onread: { buffer: readBuffer.next, callback } }), readBuffer }
}
