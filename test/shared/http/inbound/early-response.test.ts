import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import test, { type ExecutionContext } from 'ava'
import { type Listener, openListener } from '../../../../src/shared/http/listener/listener.ts'
import type { HttpResponse } from '../../../../src/shared/http/message/http-response.ts'
import { certificate } from '../../../_support/certificates.ts'

/** Responds at once with the status in the path. It reads the body of paths that end with "read" in part. */
function serve(request: IncomingMessage, response: HttpResponse | ServerResponse): void {
  const respond = () => {
    request.pause()
    response.writeHead(Number(request.url?.slice(1, 4)), { 'Content-Length': 4 })
    response.end('body')
  }
  if (request.url?.endsWith('read')) request.once('data', respond)
  else respond()
}

const pair = certificate('localhost')

type Open = (t: ExecutionContext) => Promise<{ listener: Listener; connectTo: () => Socket }>

/** Opens a listener, and connects to it with a client that records what it receives. */
function opener(isFast: boolean, isSecure: boolean): Open {
  return async (t) => {
    const listener = await openListener({
      host: '127.0.0.1',
      port: 0,
      handler: serve,
      ...(isSecure && { tls: await pair }),
      ...(isFast && { fastPath: { accepts: () => true, handle: serve } }),
    })
    t.teardown(() => listener.close(0))
    const connectTo = () => {
      const { port } = listener
      const socket = isSecure
        ? connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false })
        : connect(port, '127.0.0.1')
      t.teardown(() => socket.destroy())
      return socket
    }
    return { listener, connectTo }
  }
}

/** Reads until the end of the connection. Rejects when it is reset. */
async function readAll(socket: Socket): Promise<string> {
  let received = ''
  for await (const part of socket.setEncoding('latin1')) received += part
  return received
}

const written = (socket: Socket, part: string | Buffer) =>
  new Promise<void>((resolve, reject) => socket.write(part, (error) => (error ? reject(error) : resolve())))

const long = 'Content-Length: 200000000'
const chunked = 'Transfer-Encoding: chunked'
/** The beginning of a body in each framing. */
const begin = (framing: string) => (framing === chunked ? '5f5e100\r\nx' : 'x')

for (const [place, open] of Object.entries({
  'the fast path': opener(true, false),
  "Node's server": opener(false, false),
  'the fast path over TLS': opener(true, true),
  "Node's server over TLS": opener(false, true),
})) {
  for (const [framing, path, last] of [
    ...['401', '403', '408', '413', '413/read', '429', '200'].flatMap((path) => [
      [long, path, ''] as const,
      [chunked, path, ''] as const,
    ]),
    [long, '413', 'Connection: close\r\n'],
    [chunked, '413', 'Connection: close\r\n'],
  ] as const) {
    const asked = last && ', as the client asked'
    test(`${place} closes after an early ${path} that the client can read${asked}: ${framing}`, async (t) => {
      const socket = (await open(t)).connectTo()
      socket.pause()
      await written(socket, `POST /${path} HTTP/1.1\r\nHost: x\r\n${framing}\r\n${last}\r\n${begin(framing)}`)
      // A server that drops its connection with bytes that nothing has read resets it.
      for (let count = 0; count < 8; count += 1) await written(socket, Buffer.alloc(65_536))
      const received = await readAll(socket)
      t.is(received.slice(9, 12), path.slice(0, 3))
      t.regex(received, /\r\nConnection: close\r\n[\s\S]*body$/i)
    })
  }

  test(`${place} serves another request after an early response to a short body`, async (t) => {
    const socket = (await open(t)).connectTo()
    socket.write('POST /401 HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf ')
    const first = await new Promise<Buffer>((resolve) => socket.once('data', resolve))
    t.regex(first.toString(), /^HTTP\/1.1 401 [\s\S]*\r\nConnection: keep-alive\r\n/)
    socket.write('half POST /408 HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf ')
    t.regex(await readAll(socket), /HTTP\/1.1 408 [\s\S]*\r\nConnection: close\r\n/i)
  })

  test(`${place} ends a connection that waits for the rest of a short body when it closes`, async (t) => {
    const { listener, connectTo } = await open(t)
    const socket = connectTo()
    socket.write('POST /401 HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf ')
    await new Promise((resolve) => socket.once('data', resolve))
    const closed = listener.close(60_000)
    t.is(await readAll(socket), '')
    await closed
  })
}
