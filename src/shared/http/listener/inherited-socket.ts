/** Accepts connections on a socket that another process has opened. */
import { type AddressInfo, type Server, Socket } from 'node:net'

/** The length of the queue of the socket. The system limits it to `net.core.somaxconn`. */
const backlog = 4_096

/** Makes a server listen on an inherited socket. Rejects for a descriptor of no listening socket or another port. */
export async function listeningOn(server: Server, descriptor: number, port: number): Promise<void> {
  await listen(server, descriptor).catch((cause: Error) => {
    throw new Error(`cannot listen on the inherited socket ${descriptor}: ${cause.message}`, { cause })
  })
  const found = (server.address() as AddressInfo).port
  if (found === port) return
  server.close()
  throw new Error(
    `the inherited socket listens on port ${found}, and the setting is ${port}: change ListenStream in the socket unit, or SLUICE_PORT or SLUICE_TLS_PORT`,
  )
}

function listen(server: Server, descriptor: number): Promise<void> {
  return new Promise((resolve, reject) => {
    // A socket is a handle for `listen`, which in a worker of a cluster would ask the primary for a descriptor.
    const socket = new Socket({ fd: descriptor })
    server.once('error', reject)
    server.listen(socket, backlog, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
