/** Connects to the first address of a connection name that accepts the connection. */
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'

import type { Timers } from '../../../lib/time/timers.ts'
import { ChannelError } from '../protocol/channel-error.ts'
import { type HostAndPort, type LocalAddress, renderConnectionName } from './connection-name.ts'

export interface DialOptions {
  readonly addresses: readonly HostAndPort[]
  readonly local: LocalAddress
  readonly tls: ConnectionOptions | undefined
  readonly timers: Timers
  readonly signal: AbortSignal
}

/** The time in milliseconds for one address, TLS included. */
const connectTimeoutMs = 30_000

/** Resolves with the connection and its address. Rejects with a `ChannelError` that has the error of each address. */
export async function dial(options: DialOptions): Promise<{ socket: Socket; address: HostAndPort }> {
  const problems: string[] = []
  let lastError: unknown
  const ports = options.local.ports.length > 0 ? options.local.ports : [undefined]
  for (const address of options.addresses) {
    for (const localPort of ports) {
      try {
        return { socket: await connectOnce(address, localPort, options), address }
      } catch (error) {
        if (options.signal.aborted) throw error
        const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
        if (isTaken && localPort !== ports.at(-1)) continue
        problems.push(`${renderConnectionName(address)}: ${(error as Error).message}`)
        lastError = error
        break
      }
    }
  }
  const text = `the partner cannot be reached: ${problems.join('; ')}`
  if (lastError instanceof HandshakeError)
    throw new ChannelError('TLS_MISMATCH', text, { cause: lastError, tls: { problem: 'handshake' } })
  throw new ChannelError('ENDING', text)
}

/** TLS failed on a connection that TCP had made. */
class HandshakeError extends Error {
  override name = 'HandshakeError'
}

function connectOnce(
  { host, port }: HostAndPort,
  localPort: number | undefined,
  { local, tls, timers, signal }: DialOptions,
): Promise<Socket> {
  const from = {
    ...(local.host !== undefined && { localAddress: local.host }),
    ...(localPort !== undefined && { localPort }),
  }
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const socket = tls
      ? connectTls({ ...tls, ...from, host, port, ...(isIP(host) === 0 && { servername: host }) })
      : connectTcp({ ...from, host, port })
    let isConnected = false
    const end = (error?: Error) => {
      cancel()
      signal.removeEventListener('abort', abort)
      socket.off('error', end)
      socket.off('close', closed)
      if (!error) return resolve(socket)
      socket.on('error', () => undefined)
      socket.destroy()
      reject(isConnected ? new HandshakeError(error.message, { cause: error }) : error)
    }
    const abort = () => end(new ChannelError('ENDING', 'the channel was stopped'))
    const closed = () => end(new Error('the partner closed the connection'))
    const cancel = timers.after(connectTimeoutMs, () =>
      end(new Error(`no connection within ${connectTimeoutMs / 1000} s`)),
    )
    signal.addEventListener('abort', abort, { once: true })
    socket.once('error', end)
    if (tls) {
      socket.once('connect', () => {
        isConnected = true
      })
    }
    socket.once('close', closed)
    socket.once(tls ? 'secureConnect' : 'connect', () => end())
  })
}
