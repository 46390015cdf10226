/** Connects to the first address of a connection name that accepts the connection. */
import { lookup } from 'node:dns/promises'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'
import { describeConnectError } from '../../../../shared/lib/output/network-error.ts'
import type { Timers } from '../../../../shared/lib/time/timers.ts'
import type { HostAndPort, LocalAddress } from '../../../manager/channels/addresses.ts'
import { ChannelError } from '../protocol/channel-error.ts'

interface DialOptions {
  readonly addresses: readonly HostAndPort[]
  readonly local: readonly LocalAddress[]
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
  const locals = await Promise.all(options.local.map(resolveLocalAddress))
  for (const address of options.addresses) {
    for (const { localAddress, ports } of locals) {
      for (const localPort of ports) {
        try {
          return { socket: await connectOnce(address, { localAddress, localPort }, options), address }
        } catch (error) {
          if (options.signal.aborted) throw error
          const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
          if (isTaken && localPort !== ports.at(-1)) continue
          problems.push(`${renderConnectionName(address)}: ${describeConnectError(error)}`)
          lastError = error
          break
        }
      }
    }
  }
  const text = `the partner cannot be reached: ${problems.join('; ')}`
  if (lastError instanceof HandshakeError) throw new ChannelError('TLS_MISMATCH', text, { cause: lastError })
  throw new ChannelError('ENDING', text)
}

/** TLS failed on a connection that TCP had made. */
class HandshakeError extends Error {
  override name = 'HandshakeError'
}

type LocalEnd = { readonly localAddress: string | undefined; readonly localPort: number | undefined }

/** Returns a host of LOCLADDR as an IP address, and its ports. Rejects with a `ChannelError` for an unknown name. */
async function resolveLocalAddress({ host, lowPort, highPort = lowPort }: LocalAddress) {
  const ports: (number | undefined)[] = lowPort === undefined ? [undefined] : []
  for (let port = lowPort ?? 1; port <= (highPort ?? 0); port++) ports.push(port)
  if (host === undefined || isIP(host)) return { localAddress: host, ports }
  const resolved = await lookup(host).catch((cause) => {
    const text = `LOCLADDR names ${host}: ${describeConnectError(cause)}; use an IP address of this machine`
    throw new ChannelError('NOT_SUPPORTED', text, { cause })
  })
  return { localAddress: resolved.address, ports }
}

function connectOnce(
  { host, port }: HostAndPort,
  from: LocalEnd,
  { tls, timers, signal }: DialOptions,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const socket = tls
      ? connectTls({ ...tls, ...from, host, port, servername: isIP(host) === 0 ? host : undefined })
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

export function renderConnectionName({ host, port }: HostAndPort): string {
  return `${host}(${port})`
}
