import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, connect, Socket } from 'node:net'
import test from 'ava'
import { InternalRequest } from '../../../../src/gateway/lib/http/internal-exchange.ts'

interface ReadHeaders {
  headers: IncomingHttpHeaders
  distinct: NodeJS.Dict<string[]>
}

/** Returns how Node reads the header lines when they come over a connection. */
async function readFromConnection(rawHeaders: readonly string[]): Promise<ReadHeaders> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const lines = rawHeaders.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('')
  socket.write(`GET / HTTP/1.1\r\n${lines}\r\n`, 'latin1')
  const [request] = await once(server, 'request')
  const read = { headers: { ...request.headers }, distinct: { ...request.headersDistinct } }
  socket.destroy()
  server.close()
  return read
}

const names = [
  ...['X-One', 'x-one', 'Cookie', 'Accept', 'Authorization', 'Set-Cookie', 'Content-Type', 'If-Match', 'DPoP'],
  ...['X-IBM-Client-Id', 'Idempotency-Key', 'Referer', 'ETag', 'User-Agent', 'X-Two', '__proto__', 'constructor'],
]

for (const seed of [1, 2, 3, 4, 5, 6])
  test(`an internal request has the headers that a connection would bring, list ${seed}`, async (t) => {
    const rawHeaders = ['Host', 'localhost']
    for (let index = 0; index < 12; index += 1)
      rawHeaders.push(names[(index * 7 * seed + seed * 5 + (index >> 2)) % names.length] ?? '', `v${index} é`)
    const request = new InternalRequest(new Socket(), {
      method: 'GET',
      target: '/',
      rawHeaders,
      body: undefined,
      client: { address: '127.0.0.1' },
    })
    const expected = await readFromConnection(rawHeaders.map((text) => Buffer.from(text).toString('latin1')))
    const asBytes = (value: object) => JSON.parse(Buffer.from(JSON.stringify(value), 'latin1').toString('utf8'))
    t.deepEqual({ ...request.headers }, asBytes(expected.headers))
    t.deepEqual({ ...request.headersDistinct }, asBytes(expected.distinct))
  })
