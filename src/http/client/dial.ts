/**
 * Makes connections to one origin, which hand over their bytes as they come.
 */
import type { Socket } from 'node:net'

import type { TlsConnectOptions } from '../../lib/files/tls-files.ts'
import { type OpenSocket, socketOpener } from './open-socket.ts'
import { broughtAlong, type Memory, ReadBuffer } from './read-buffer.ts'

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

/** For an `http` or `https` origin; `material` is what its TLS profile names. */
export function dialer(url: URL, material: TlsConnectOptions | undefined): Dial {
  const open = socketOpener(url, material)
  const isTls = url.protocol === 'https:'
  return (dialling, isHandedOn) =>
    isTls || isHandedOn ? dialStream(open, dialling) : dialBuffered(open, dialling)
}

function dialStream(open: OpenSocket, { onReady, onBytes }: Dialling): Dialled {
  const socket = open({ onReady })
  socket.on('data', (bytes: Buffer) => onBytes(bytes, bytes.length))
  return { socket, memory: broughtAlong }
}

function dialBuffered(open: OpenSocket, { onReady, onBytes }: Dialling): Dialled {
  const memory = new ReadBuffer()
  const callback = (end: number, bytes: Uint8Array) => {
    onBytes(bytes as Buffer, end)
    return true
  }
  return { socket: open({ onReady, onread: { buffer: memory.next, callback } }), memory }
}
