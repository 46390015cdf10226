/**
 * Reserves a port on which several processes will listen, each with its own socket.
 *
 * The operating system distributes connections over these sockets (SO_REUSEPORT). The alternative, one process that
 * accepts connections and passes them on, sends each connection through two processes, and a client whose connection is
 * being passed to a process that dies waits forever. With separate sockets the system resets such a connection, and the
 * client tries again. Many connections are distributed evenly; of two or three, all may reach the same process.
 */
import { type AddressInfo, createServer, type Server } from 'node:net'
import { describeListenError } from '../../lib/output/network-error.ts'

export interface PortClaim {
  port: number
  /** Whether the system supports SO_REUSEPORT. Without it, the processes share one socket. */
  isShared: boolean
  /** Releases the reservation, which keeps a freely chosen port from other programs until the processes listen. */
  release(): Promise<void>
}

/** Reserves a port; 0 chooses a free one. Rejects with address and reason when it cannot be opened. */
export async function claimPort(host: string, port: number): Promise<PortClaim> {
  // A socket with SO_REUSEPORT could be opened beside those of another gateway, and each gateway would get some
  // requests of the other. An exclusive socket detects that.
  if (port !== 0) await close(await open(host, port, false))

  const held = await open(host, port, true).catch((error: Error) => {
    if (unsupported(error.cause)) return open(host, port, false)
    throw error
  })
  const claim = { port: (held.address() as AddressInfo).port, isShared: held.shared }
  if (port === 0 && held.shared) return { ...claim, release: () => close(held) }

  await close(held) // a port that clients know must refuse connections until a process serves them
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
  return ['ENOTSUP', 'EINVAL', 'ENOPROTOOPT'].includes((cause as NodeJS.ErrnoException | undefined)?.code ?? '')
}
