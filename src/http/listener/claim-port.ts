/**
 * A port on which several processes will listen, each with a socket of its own.
 *
 * The system spreads connections over such sockets itself (SO_REUSEPORT). The other way, one process that accepts for
 * all and hands connections on, has to pass each through two processes, and a client whose connection is on its way
 * to a process that dies waits for ever. Here the system resets it, and the client tries again. Dozens of connections
 * spread as evenly as in turns; of two or three, all may fall to one process.
 */
import { type AddressInfo, createServer, type Server } from 'node:net'

export interface PortClaim {
  port: number
  /** Whether the system lets processes share the port; where it does not, they share one socket. */
  isShared: boolean
  /** To be called once the processes listen: until then a port that was free stays theirs. */
  release(): Promise<void>
}

/** Finds out the port: 0 is any free one. Rejects when another program listens there, naming the address. */
export async function claimPort(host: string, port: number): Promise<PortClaim> {
  // A shared socket could be opened beside those of another gateway, and each would get some of the other's calls.
  if (port !== 0) await close(await open(host, port, false))

  const held = await open(host, port, true).catch((error: Error) => {
    if (unsupported(error.cause)) return open(host, port, false)
    throw error
  })
  const claim = { port: (held.address() as AddressInfo).port, isShared: held.shared }
  if (port === 0 && held.shared) return { ...claim, release: () => close(held) }

  await close(held) // for a port that callers know: what comes before somebody serves is refused, not left waiting
  return { ...claim, release: async () => {} }
}

type Held = Server & { shared: boolean }

function open(host: string, port: number, reusePort: boolean): Promise<Held> {
  return new Promise((resolve, reject) => {
    const server = Object.assign(createServer(), { shared: reusePort })
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(describeListenError(error, host, port), { cause: error })),
    )
    server.listen({ host, port, reusePort, exclusive: true }, () => resolve(server))
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}

function unsupported(cause: unknown): boolean {
  return ['ENOTSUP', 'EINVAL', 'ENOPROTOOPT'].includes(
    (cause as NodeJS.ErrnoException | undefined)?.code ?? '',
  )
}

/** Why an address cannot be listened on, in words that name it. */
export function describeListenError(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === 'EADDRINUSE') return `port ${port} on ${host} is taken by another process`
  if (error.code === 'EACCES') return `port ${port} on ${host} may not be opened by this user`
  if (error.code === 'EMFILE' || error.code === 'ENFILE')
    return `cannot listen on ${host}:${port}: the limit of open files is reached; raise it with ulimit -n`
  return `cannot listen on ${host}:${port}: ${error.message}`
}
