/**
 * Ports for programs that cannot choose one themselves, and for servers that end and start again on the same one.
 * The system chooses the ports of connections, and of servers with port 0, above this range: none of them comes in between.
 */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

const [lowest, highest] = [10_000, 32_767]

/** Returns a port on which nothing listens, and which no other test takes while this process runs. */
export async function findFreePort(): Promise<number> {
  const port = lowest + Math.floor(Math.random() * (highest - lowest + 1))
  return (await isClaimed(port)) && (await isFree(port)) ? port : findFreePort()
}

/** Claims a port among the tests: the UDP socket of the same number is kept until the process ends. */
function isClaimed(port: number): Promise<boolean> {
  const claim = createSocket('udp4')
  claim.unref()
  return new Promise((resolve) => {
    claim.once('error', () => resolve(false))
    claim.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(true))
  })
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const isFound = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve(true))
  })
  if (isFound) await once(server.close(), 'close')
  return isFound
}
