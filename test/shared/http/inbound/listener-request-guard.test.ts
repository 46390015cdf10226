import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import test, { type ExecutionContext } from 'ava'
import { type Listener, type ListenerOptions, openListener } from '../../../../src/shared/http/listener/listener.ts'
import type { HttpResponse } from '../../../../src/shared/http/message/http-response.ts'
import type { MalformedRequest } from '../../../../src/shared/http/message/protocol-error.ts'

type Serve = (request: IncomingMessage, response: HttpResponse | ServerResponse) => unknown

interface Opened {
  listener: Listener
  /** The method and target of every request that a handler got. */
  served: string[]
  refused: MalformedRequest[]
}

const servers = { 'with the fast path': true, 'without it': false } as const

async function open(
  t: ExecutionContext,
  isFast: boolean,
  serve: Serve = (_, response) => response.end('served'),
  more: Partial<ListenerOptions> = {},
): Promise<Opened> {
  const served: string[] = []
  const refused: MalformedRequest[] = []
  const noted: Serve = (request, response) => {
    served.push(`${request.method} ${request.url}`)
    return serve(request, response)
  }
  const listener = await openListener({
    host: '127.0.0.1',
    port: 0,
    handler: noted,
    onMalformed: (request) => refused.push(request),
    ...(isFast && { fastPath: { accepts: () => true, handle: noted } }),
    ...more,
  })
  t.teardown(() => listener.close(0))
  return { listener, served, refused }
}

function dial({ listener }: Opened): { socket: Socket; answers: Promise<string> } {
  const socket = connect(listener.port, '127.0.0.1')
    .setEncoding('latin1')
    .on('error', () => {})
  return { socket, answers: text(socket).catch((error: Error) => error.message) }
}

/** Returns everything that the server sends until it closes the connection. */
function talk(opened: Opened, bytes: string): Promise<string> {
  const { socket, answers } = dial(opened)
  socket.write(bytes, 'latin1')
  return answers
}

const statuses = (answers: string) => [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status)
const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n'

for (const [place, isFast] of Object.entries(servers)) {
  for (const [title, head, body = ''] of [
    ['an unknown protocol', 'GET /first HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: foo\r\n\r\n'],
    ['h2c', 'GET /first HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n\r\n'],
    ['TLS', 'OPTIONS /first HTTP/1.1\r\nHost: x\r\nConnection: keep-alive, Upgrade\r\nUpgrade: TLS/1.0\r\n\r\n'],
    ['a WebSocket', 'GET /first HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
    [
      'an unknown protocol and a body',
      'POST /first HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: foo\r\nContent-Length: 4\r\n\r\n',
      'body',
    ],
    [
      'an unknown protocol and chunks',
      'POST /first HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: foo\r\nTransfer-Encoding: chunked\r\n\r\n',
      '4\r\nbody\r\n0\r\n\r\n',
    ],
  ] as const) {
    test(`the response to an ignored upgrade to ${title} is the last one of its connection, ${place}`, async (t) => {
      const got = Promise.withResolvers<void>()
      const release = Promise.withResolvers<void>()
      const opened = await open(t, isFast, async (request, response) => {
        got.resolve()
        await Promise.all([release.promise, text(request)])
        response.end('first')
      })
      const { socket, answers } = dial(opened)
      const second = `POST /second HTTP/1.1\r\nHost: x\r\nContent-Length: ${smuggled.length}\r\n\r\n`
      socket.write(head + body + second, 'latin1')
      await got.promise
      await new Promise((resolve) => socket.write(smuggled, resolve))
      release.resolve()
      const all = await answers
      t.deepEqual(statuses(all), ['200'])
      t.regex(all, /\r\nConnection: close\r\n/i)
      t.is(opened.served.length, 1)
      t.deepEqual(opened.refused, [])
    })
  }

  for (const [title, second, status] of [
    ['garbage', 'garbage\r\n\r\n', '400'],
    ['a head that is too large', `GET / HTTP/1.1\r\nHost: x\r\nA: ${'a'.repeat(40_000)}\r\n\r\n`, '431'],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', '400'],
    ['CONNECT', 'CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n', '501'],
  ] as const) {
    test(`${title} after a request is rejected after its response, ${place}`, async (t) => {
      const release = Promise.withResolvers<void>()
      const got = Promise.withResolvers<void>()
      const opened = await open(t, isFast, async (request, response) => {
        if (request.url === '/slow') got.resolve(await release.promise)
        response.end('served')
      })
      const { socket, answers } = dial(opened)
      // The chunked request makes the connection pass to Node's server.
      socket.write(
        `POST /fast HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /slow HTTP/1.1\r\nHost: x\r\n\r\n${second}`,
        'latin1',
      )
      socket.once('data', () => release.resolve())
      t.deepEqual(statuses(await answers), ['200', '200', status])
      t.deepEqual(opened.served, ['POST /fast', 'GET /slow'])
      t.is(opened.refused.length, 1)
    })
  }

  test(`a malformed body gets its error after the responses before it, ${place}`, async (t) => {
    const opened = await open(t, isFast, (request, response) =>
      text(request).then(
        () => response.end('served'),
        () => {}, // the connection has closed
      ),
    )
    const chunked = 'HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
    const answers = await talk(opened, `POST /one ${chunked}0\r\n\r\nPOST /two ${chunked}nonsense\r\n`)
    t.deepEqual(statuses(answers), ['200', '400'])
  })

  test(`bytes after the last request get no response, ${place}`, async (t) => {
    const opened = await open(t, isFast)
    const answers = await talk(opened, `GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n${smuggled}`)
    t.deepEqual(statuses(answers), ['200'])
    t.deepEqual(opened.served, ['GET /last'])
  })

  for (const [title, head, status] of [
    ['a Host with spaces and delimiters', 'GET / HTTP/1.1\r\nHost: a b/c?d@e', '400'],
    ['a list of hosts', 'GET / HTTP/1.1\r\nHost: a, b', '400'],
    ['an empty Host', 'GET / HTTP/1.1\r\nHost:', '400'],
    ['a Host with user information', 'GET / HTTP/1.1\r\nHost: user@a', '400'],
    ['a Host with a path', 'GET / HTTP/1.1\r\nHost: a/b', '400'],
    ['a Host with a port that is no number', 'GET / HTTP/1.1\r\nHost: a:b', '400'],
    ['a Host with a byte above ASCII', 'GET / HTTP/1.1\r\nHost: \xfc', '400'],
    ['a Host with brackets around a name', 'GET / HTTP/1.1\r\nHost: [a]', '400'],
    ['an invalid Host of HTTP/1.0', 'GET / HTTP/1.0\r\nHost: a b', '400'],
    ['no Host', 'GET / HTTP/1.1\r\nAccept: */*', '400'],
    ['two Hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHOST: a', '400'],
    ['HTTP/2.0', 'GET / HTTP/2.0\r\nHost: a', '505'],
    ['HTTP/0.9', 'GET / HTTP/0.9\r\nHost: a', '505'],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM', '400'],
    ['CONNECT', 'CONNECT a:443 HTTP/1.1\r\nHost: a:443', '501'],
    ['CONNECT without a Host', 'CONNECT a:443 HTTP/1.1', '501'],
    ['an unknown expectation', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: foo', '417'],
    ['a list of expectations', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue, foo', '417'],
  ] as const) {
    test(`rejects ${title} with ${status}, an id and a reason, ${place}`, async (t) => {
      const opened = await open(t, isFast)
      const answers = await talk(opened, `${head}\r\n\r\n`)
      const [answer = '', body = ''] = answers.split('\r\n\r\n')
      t.deepEqual(statuses(answer), [status])
      t.deepEqual(opened.served, [])
      t.like(opened.refused, [{ status: Number(status), remote: '127.0.0.1' }])
      t.true(answer.includes(`X-Request-Id: ${opened.refused[0]?.requestId}`))
      t.like(JSON.parse(body), { httpCode: status })
    })
  }

  for (const host of ['a', 'a.example:8080', 'a_b', '127.0.0.1:', '[::1]', '[::1]:80', '%41']) {
    test(`serves Host: ${host}, ${place}`, async (t) => {
      const opened = await open(t, isFast)
      t.deepEqual(statuses(await talk(opened, `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)), ['200'])
    })
  }

  test(`serves HTTP/1.0 without a Host, ${place}`, async (t) => {
    t.deepEqual(statuses(await talk(await open(t, isFast), 'GET / HTTP/1.0\r\n\r\n')), ['200'])
  })

  test(`a WebSocket upgrade after a request without a response is ignored, ${place}`, async (t) => {
    const opened = await open(t, isFast, undefined, {
      upgrade: (_, { connection }) => connection.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
    })
    const { socket, answers } = dial(opened)
    const upgrade = 'GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
    socket.write(`POST /one HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${upgrade}`)
    t.deepEqual(statuses(await answers), ['200', '200'])
    t.deepEqual(statuses(await talk(opened, upgrade)), ['101'])
  })
}

test('a connection that the client keeps open is destroyed after an error response', async (t) => {
  const opened = await open(t, false)
  const socket = connect({ port: opened.listener.port, host: '127.0.0.1', allowHalfOpen: true })
  socket.write('garbage\r\n\r\n')
  socket.resume()
  await once(socket, 'end')
  const failed = once(socket, 'error') // a reset, because the server no longer reads
  const timer = setInterval(() => socket.write('more'), 50)
  await failed
  clearInterval(timer)
  t.pass()
})
