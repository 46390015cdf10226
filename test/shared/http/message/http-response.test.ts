/** The contract of `HttpResponse`, for both implementations: the response of the fast path and the one of Node. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import test, { type ExecutionContext } from 'ava'
import { openListener } from '../../../../src/shared/http/listener/listener.ts'
import type { HttpResponse } from '../../../../src/shared/http/message/http-response.ts'

type Handle = (response: HttpResponse & { shouldKeepAlive: boolean }) => unknown

const large = Buffer.alloc(16 * 1024 * 1024, 'x')

for (const [implementation, isFast] of [
  ['the fast path', true],
  ["Node's server", false],
] as const) {
  async function request(t: ExecutionContext, handle: Handle, method = 'GET'): Promise<Socket> {
    const handler = (_: unknown, response: Parameters<Handle>[0]) => void handle(response)
    const listener = await openListener({
      host: '127.0.0.1',
      port: 0,
      handler,
      ...(isFast && { fastPath: { accepts: () => true, handle: handler as never } }),
    })
    t.teardown(() => listener.close(0))
    const socket = connect(listener.port, '127.0.0.1').setEncoding('latin1')
    t.teardown(() => socket.destroy())
    socket.on('error', () => {})
    socket.write(`${method} / HTTP/1.1\r\nHost: x\r\n\r\n`)
    return socket
  }

  /** Returns the whole response to a request, without the headers that depend on the time and the connection. */
  async function respond(t: ExecutionContext, handle: Handle, method?: string): Promise<string> {
    const last: Handle = (response) => {
      response.shouldKeepAlive = false
      return handle(response)
    }
    const received = await text(await request(t, last, method))
    return received.replace(/^(?:Date|Connection): .*\r\n/gim, '')
  }

  test(`${implementation}: sends headers from a flat list, repeated ones too, and the body`, async (t) => {
    const received = await respond(t, (response) => {
      response.writeHead(201, ['X-Two', 'a', 'X-Two', 'b', 'Content-Length', '4'])
      response.end('body')
    })
    t.is(received, 'HTTP/1.1 201 Created\r\nX-Two: a\r\nX-Two: b\r\nContent-Length: 4\r\n\r\nbody')
  })

  test(`${implementation}: sends headers from an object`, async (t) => {
    const received = await respond(t, (response) => {
      response.writeHead(200, { 'Content-Length': 2, 'X-A': 'b' })
      response.end(Buffer.from('ok'))
    })
    t.is(received, 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-A: b\r\n\r\nok')
  })

  test(`${implementation}: sends a body without a length in chunks`, async (t) => {
    const received = await respond(t, (response) => {
      response.writeHead(200)
      response.write('first')
      response.write(Buffer.from('last'))
      response.end()
    })
    t.is(received, 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n4\r\nlast\r\n0\r\n\r\n')
  })

  test(`${implementation}: encodes the last text as it is told`, async (t) => {
    const received = await respond(t, (response) => {
      response.writeHead(200, { 'Content-Length': 1 })
      response.end('\xfc', 'latin1')
    })
    t.true(received.endsWith('\r\n\r\n\xfc'))
    const utf8 = await respond(t, (response) => {
      response.writeHead(200, { 'Content-Length': 2 })
      response.end('\xfc')
    })
    t.true(utf8.endsWith('\r\n\r\n\xc3\xbc'))
  })

  for (const [what, method, status] of [
    ['HEAD', 'HEAD', 200],
    ['204', 'GET', 204],
    ['304', 'GET', 304],
  ] as const) {
    test(`${implementation}: sends no body for ${what}`, async (t) => {
      const received = await respond(
        t,
        (response) => {
          response.writeHead(status, ['X-A', 'b'])
          response.end('body')
        },
        method,
      )
      t.regex(received, new RegExp(`^HTTP/1\\.1 ${status} [^\\r]*\\r\\nX-A: b\\r\\n(?:[^\\r]+\\r\\n)*\\r\\n$`))
    })
  }

  test(`${implementation}: sends the head alone when it is flushed`, async (t) => {
    const arrived = Promise.withResolvers<void>()
    const socket = await request(t, async (response) => {
      response.writeHead(200, { 'Content-Length': 4 })
      response.flushHeaders()
      await arrived.promise
      response.end('late')
    })
    const [head] = await once(socket, 'data')
    t.true(String(head).endsWith('\r\n\r\n'))
    arrived.resolve()
    t.deepEqual(await once(socket, 'data'), ['late'])
  })

  test(`${implementation}: sends early hints before the head`, async (t) => {
    const received = await respond(t, (response) => {
      response.writeEarlyHints({ link: ['</a>; rel=preload', '</b>; rel=preload'] })
      response.writeHead(200, { 'Content-Length': 0 })
      response.end()
    })
    t.true(
      received.startsWith(
        'HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload, </b>; rel=preload\r\n\r\nHTTP/1.1 200 ',
      ),
      received,
    )
  })

  for (const [what, headers] of [
    ['a line break in a value', ['X-A', 'a\r\nX-B: b']],
    ['a NUL in a value', ['X-A', 'a\0']],
    ['a space in a name', ['X A', 'a']],
    ['an empty name', ['', 'a']],
  ] as const) {
    test(`${implementation}: throws for ${what}`, async (t) => {
      const received = await respond(t, (response) => {
        t.throws(() => response.writeHead(200, [...headers]), { instanceOf: TypeError })
        response.destroy()
      })
      t.is(received, '')
    })
  }

  test(`${implementation}: throws for a second head`, async (t) => {
    const received = await respond(t, (response) => {
      response.writeHead(200, { 'Content-Length': 0 })
      response.flushHeaders()
      t.throws(() => response.writeHead(500))
      response.end()
    })
    t.regex(received, /^HTTP\/1\.1 200 OK/)
  })

  test(`${implementation}: emits finish and then close when everything is sent`, async (t) => {
    const events: string[] = []
    const closed = Promise.withResolvers<HttpResponse>()
    const socket = await request(t, (response) => {
      response.on('finish', () => events.push('finish'))
      response.on('close', () => {
        events.push('close')
        closed.resolve(response)
      })
      t.false(response.headersSent || response.writableEnded || response.writableFinished || response.destroyed)
      response.writeHead(202, { 'Content-Length': 2 })
      response.end('ok')
      t.true(response.headersSent && response.writableEnded)
    })
    await once(socket, 'data')
    t.like(await closed.promise, { statusCode: 202, writableFinished: true, destroyed: true })
    t.deepEqual(events, ['finish', 'close'])
  })

  test(`${implementation}: emits close alone when the client disconnects`, async (t) => {
    const events: string[] = []
    const arrived = Promise.withResolvers<void>()
    const closed = Promise.withResolvers<HttpResponse>()
    const socket = await request(t, (response) => {
      response.on('finish', () => events.push('finish'))
      response.on('close', () => {
        events.push('close')
        closed.resolve(response)
      })
      arrived.resolve()
    })
    await arrived.promise
    socket.destroy()
    const response = await closed.promise
    t.like(response, { writableFinished: false, destroyed: true })
    t.false(Boolean(response.write('x')))
    response.end()
    t.deepEqual(events, ['close'])
  })

  test(`${implementation}: a destroyed response closes the connection`, async (t) => {
    const received = await respond(t, (response) => {
      response.writeHead(200, { 'Content-Length': 10 })
      response.write('half')
      setImmediate(() => response.destroy())
    })
    t.false(received.endsWith('\r\n0\r\n\r\n'))
  })

  test(`${implementation}: write returns false until drain, and reports each part that was written`, async (t) => {
    const events: string[] = []
    const full = Promise.withResolvers<boolean>()
    const socket = await request(t, (response) => {
      response.writeHead(200, { 'Content-Length': large.length + 4 })
      response.once('drain', () => {
        events.push('drain')
        response.end('last')
      })
      full.resolve(response.write(large, () => events.push('written')))
    })
    socket.pause()
    t.false(await full.promise)
    t.deepEqual(events, [])
    let length = 0
    socket.on('data', (part: string) => {
      length += part.length
    })
    socket.resume()
    while (length < large.length + 4) await once(socket, 'data')
    t.deepEqual(events.toSorted(), ['drain', 'written'])
  })
}
