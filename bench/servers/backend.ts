/**
 * The backend of the benchmarks: 1 KiB for every request, 100 MB at `/large`, 200 for every user. It reads
 * request bodies to their end. Prints its port.
 */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'

const answer = Buffer.from(JSON.stringify({ text: 'x'.repeat(1013) }))
const headers = { 'content-type': 'application/json', 'content-length': String(answer.length) }
const piece = Buffer.alloc(64 * 1024, 'x')
const pieces = Math.ceil(100e6 / piece.length)

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  if (request.url?.endsWith('/large')) sendMuch(response)
  else if (request.method === 'POST') request.resume().on('end', () => response.writeHead(200, headers).end(answer))
  else response.writeHead(200, headers).end(answer)
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`ready at ${(server.address() as AddressInfo).port}\n`))
process.on('SIGTERM', () => process.exit(0))

function sendMuch(response: ServerResponse): void {
  const type = 'application/octet-stream'
  response.writeHead(200, { 'content-type': type, 'content-length': String(pieces * piece.length) })
  Readable.from(Array(pieces).fill(piece)).pipe(response)
}
