import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import test, { type ExecutionContext } from 'ava'
import { type Listener, type ListenerTimeouts, openListener } from '../../../../src/shared/http/listener/listener.ts'
import type { HttpResponse } from '../../../../src/shared/http/message/http-response.ts'

type Serve = (request: IncomingMessage, response: HttpResponse | ServerResponse) => unknown

const quick: Partial<ListenerTimeouts> = {
  minBodyRate: { graceMs: 100, bytesPerSecond: 10_000 },
  stalledReaderTimeoutMs: 100,
  checkIntervalMs: 20,
}

async function open(t: ExecutionContext, isFast: boolean, serve: Serve, timeouts = quick): Promise<Listener> {
  const listener = await openListener({
    host: '127.0.0.1',
    port: 0,
    handler: serve,
    timeouts,
    ...(isFast && { fastPath: { accepts: () => true, handle: serve } }),
  })
  t.teardown(() => listener.close(0))
  return listener
}

/** Sends a head, and then a byte of the body every few milliseconds until the server closes the connection. */
function trickle(t: ExecutionContext, { port }: Listener, head: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
    .setEncoding('latin1')
    .on('error', () => {})
  t.teardown(() => socket.destroy())
  let answer = ''
  socket.on('data', (part: string) => {
    answer += part
  })
  socket.write(head)
  const timer = setInterval(() => socket.write('1'), 10)
  return new Promise((resolve) => {
    socket.once('close', () => {
      clearInterval(timer)
      resolve(answer)
    })
  })
}

const status = (answer: string) => answer.slice(9, 12)

for (const [place, isFast] of Object.entries({ 'the fast path': true, "Node's server": false })) {
  for (const [title, framing] of [
    ['a body of known length', 'Content-Length: 2000000'],
    ['a chunked body', 'Transfer-Encoding: chunked'],
  ] as const) {
    const post = `POST / HTTP/1.1\r\nHost: x\r\n${framing}\r\n\r\n${framing.includes('chunked') ? 'ffff\r\n' : ''}`

    test(`${place} responds 408 when ${title} arrives too slowly`, async (t) => {
      const broken = Promise.withResolvers<Error>()
      const listener = await open(t, isFast, (request) => text(request).catch(broken.resolve))
      const answer = await trickle(t, listener, post)
      t.is(status(answer), '408')
      t.regex(answer, /\r\nConnection: close\r\n/i)
      t.true((await broken.promise) instanceof Error)
    })

    test(`${place} lets the handler respond when ${title} arrives too slowly`, async (t) => {
      const { slowBodyEvent: slowBody } = await import('../../../../src/shared/http/request/follow-body.ts')
      const listener = await open(t, isFast, (request, response) => {
        request.on('error', () => {}).resume()
        request.once(slowBody, () => response.writeHead(400, { 'Content-Length': 3 }) && response.end('own'))
      })
      const answer = await trickle(t, listener, post)
      t.is(status(answer), '400')
    })

    for (const [name, serve] of [
      ['not read', (_, response) => response.writeHead(404, { 'Content-Length': 0 }) && response.end()],
      [
        'read in part',
        (request, response) =>
          request.once('data', () => {
            request.pause()
            response.writeHead(413, { 'Content-Length': 0 })
            response.end()
          }),
      ],
    ] as [string, Serve][]) {
      test(`${place} closes the connection of a response to ${title} that was ${name}`, async (t) => {
        const patient = { ...quick, minBodyRate: { graceMs: 60_000, bytesPerSecond: 500 } }
        const answer = await trickle(t, await open(t, isFast, serve, patient), `${post}1`)
        t.true(['404', '413'].includes(status(answer)))
      })
    }

    test(`${place} aborts a response that has begun when ${title} arrives too slowly`, async (t) => {
      const listener = await open(t, isFast, (request, response) => {
        request.on('error', () => {}).resume()
        response.writeHead(200, { 'Content-Length': 100 })
        response.write('begun')
      })
      const answer = await trickle(t, listener, post)
      t.is(status(answer), '200')
    })
  }

  test(`${place} keeps a connection whose client sends the body after the response, and no listeners of it`, async (t) => {
    const listeners: number[] = []
    const responded: (() => void)[] = []
    const patient = { ...quick, minBodyRate: { graceMs: 60_000, bytesPerSecond: 500 } }
    const serve: Serve = ({ socket }, response) => {
      listeners.push(socket.listenerCount('close'))
      response.writeHead(200, { 'Content-Length': 0 })
      response.end()
    }
    const socket = connect((await open(t, isFast, serve, patient)).port, '127.0.0.1')
    t.teardown(() => socket.destroy())
    socket.on('data', () => responded.shift()?.())
    for (let count = 0; count < 6; count += 1) {
      const { promise, resolve } = Promise.withResolvers<void>()
      responded.push(resolve)
      socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nhe')
      await promise
      socket.write('re')
    }
    t.is(listeners.length, 6)
    t.true(Math.max(...listeners) - Math.min(...listeners) <= 1, String(listeners))
  })

  test(`${place} does not count the time in which the handler does not read the body`, async (t) => {
    const graceMs = 300 // a loaded machine may need half of it before the body arrives
    const serve: Serve = async (request, response) => {
      await new Promise((resolve) => setTimeout(resolve, 3 * graceMs))
      response.end(String((await text(request)).length))
    }
    const timeouts = { ...quick, minBodyRate: { graceMs, bytesPerSecond: 10_000 } }
    const listener = await open(t, isFast, serve, timeouts)
    const body = 'x'.repeat(500_000)
    const response = await fetch(listener.url, { method: 'POST', body })
    t.is(await response.text(), '500000')
  })

  test(`${place} destroys the connection of a client that reads nothing`, async (t) => {
    const closed = Promise.withResolvers<boolean>()
    const listener = await open(t, isFast, (_, response) => {
      response.on('close', () => closed.resolve(response.writableFinished))
      response.writeHead(200, { 'Content-Length': 40_000_000 })
      response.end(Buffer.alloc(40_000_000))
    })
    const socket = connect(listener.port, '127.0.0.1').pause()
    t.teardown(() => socket.destroy())
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    t.false(await closed.promise)
  })

  test(`${place} waits for a handler that has nothing to send yet`, async (t) => {
    const listener = await open(t, isFast, (_, response) => {
      setTimeout(() => response.end('late'), 500) // five times the timeout of a client that does not read
    })
    t.is(await (await fetch(listener.url)).text(), 'late')
  })
}

test("Node's server closes a connection without a request", async (t) => {
  const listener = await open(t, false, (_, response) => response.end('ok'), { ...quick, headTimeoutMs: 100 })
  const socket: Socket = connect(listener.port, '127.0.0.1').resume()
  await new Promise((resolve) => socket.once('close', resolve))
  t.pass()
})
