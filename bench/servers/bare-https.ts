/** A minimal HTTPS server of Node: reads the request body, stores nothing, responds. Prints its port. */
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { ensureSelfSignedCertificate } from '../../src/mq/web/self-signed-certificate.ts'

const { cert, key } = await ensureSelfSignedCertificate(process.argv[2] as string, ['localhost'])
const kept = Buffer.alloc(1024, 'x')

const server = createServer({ cert, key, keepAliveTimeout: 60_000 }, (request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    if (request.method === 'POST') response.writeHead(201, { 'content-length': '0' }).end()
    else response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '1024' }).end(kept)
  })
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`ready at ${(server.address() as AddressInfo).port}\n`))
process.on('SIGTERM', () => process.exit(0))
