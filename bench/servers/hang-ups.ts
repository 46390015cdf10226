/**
 * Clients that abort their connections: before the request is complete, directly after it, or during the
 * response, repeatedly. Arguments: URL, token. Prints its number of clients.
 */
import { connect } from 'node:net'

const [, , address, token] = process.argv as [string, string, string, string]
const { hostname, port, pathname } = new URL(address)
const clients = 32
const request = `GET ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\n\r\n`
const ways = ['half a request', 'no answer awaited', 'half an answer'] as const

for (let client = 0; client < clients; client += 1) hangUp(client)
process.stdout.write(`ready at ${clients}\n`)
process.on('SIGTERM', () => process.exit(0))

/** Opens a connection, aborts it at one of the points, and opens the next one. */
function hangUp(turn: number): void {
  const way = ways[turn % ways.length]
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {}) // the server may abort the connection, too
  socket.on('close', () => setTimeout(hangUp, 5, turn + 1))
  socket.on('connect', () => {
    socket.write(way === 'half a request' ? request.slice(0, request.length / 2) : request)
    if (way !== 'half an answer') setTimeout(() => socket.resetAndDestroy(), 1)
  })
  socket.on('data', () => socket.resetAndDestroy())
}
