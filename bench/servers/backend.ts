/** The backend of the benchmarks: 1 KiB for everyone, and 200 for every user. Prints its address. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const answer = Buffer.from(JSON.stringify({ text: 'x'.repeat(1013) }))
const headers = { 'content-type': 'application/json', 'content-length': String(answer.length) }

const server = createServer({ keepAliveTimeout: 60_000 }, (_, response) =>
  response.writeHead(200, headers).end(answer),
)
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`ready at ${(server.address() as AddressInfo).port}\n`),
)
process.on('SIGTERM', () => process.exit(0))
