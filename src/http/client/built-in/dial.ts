/**
 * Makes connections to one origin, which hand over their bytes as they come.
 */
import type { Socket } from 'node:net'

import type { TlsConnectOptions } from '../../../lib/files/tls-files.ts'
import { createSocketOpener, type OpenSocket } from '../exchange/open-socket.ts'
import { AdaptiveReadBuffer, perReadBuffer, type ReadBuffer } from './read-buffer.ts'

/** Is given the bytes that have come, up to `end`. They are used again as soon as it returns. */
export type OnBytes = (bytes: Buffer, end: number) => void

export interface DialHandler {
  onBytes: OnBytes
  /** The socket can be written to; for TLS, its certificate has been checked. */
  onReady(): void
}

export interface DialedConnection {
  socket: Socket
  readBuffer: ReadBuffer
}

/** Begins to connect. A socket that is to be handed on reads like any other stream. */
export type Dial = (dialling: DialHandler, isHandedOn: boolean) => DialedConnection

/** For an `http` or `https` origin; `material` is what its TLS profile names. */
export function createDialer(url: URL, material: TlsConnectOptions | undefined): Dial {
  const open = createSocketOpener(url, material)
  const isTls = url.protocol === 'https:'
  return (dialling, isHandedOn) =>
    isTls || isHandedOn ? dialStream(open, dialling) : dialBuffered(open, dialling)
}

function dialStream(open: OpenSocket, { onReady, onBytes }: DialHandler): DialedConnection {
  const socket = open({ onReady })
  socket.on('data', (bytes: Buffer) => onBytes(bytes, bytes.length))
  return { socket, readBuffer: perReadBuffer }
}

function dialBuffered(open: OpenSocket, { onReady, onBytes }: DialHandler): DialedConnection {
  const memory = new AdaptiveReadBuffer()
  const callback = (end: number, bytes: Uint8Array) => {
    onBytes(bytes as Buffer, end)
    return true
  }
  return { socket: open({ onReady, onread: { buffer: memory.next, callback } }), readBuffer: memory }
}
