import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect as connectTls, type TlsOptions } from 'node:tls'
import test, { type ExecutionContext } from 'ava'
import { ensureSelfSignedCertificate } from '../../../../src/mq/web/self-signed-certificate.ts'
import { openFastPathServer } from '../../../../src/shared/http/fast-path/fast-path-server.ts'
import { type Listener, openListener } from '../../../../src/shared/http/listener/listener.ts'
import type { HttpResponse } from '../../../../src/shared/http/message/http-response.ts'

type Serve = (request: IncomingMessage, response: HttpResponse | ServerResponse) => unknown

const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
/** The last request of a connection, which the fast path leaves to Node's server. */
const last = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close, x\r\n\r\n'

/** Opens a listener whose fast path calls `serve`. The responses of Node's server begin with `node got`. */
async function listen(t: ExecutionContext, serve: Serve, tls?: TlsOptions): Promise<Listener> {
  const listener = await openListener({
    ...(tls && { tls }),
    host: '127.0.0.1',
    port: 0,
    handler: async (request, response) => response.end(`node got ${await text(request)}`),
    fastPath: { accepts: (_, target) => target !== '/unwanted', handle: serve },
  })
  t.teardown(() => listener.close(0))
  return listener
}

/** Sends texts one after the other, in separate turns of the event loop. */
async function send(socket: Socket, ...parts: string[]): Promise<void> {
  for (const part of parts) {
    await new Promise((resolve) => socket.write(part, 'latin1', resolve))
    await new Promise(setImmediate)
  }
}

/** Sends texts and returns everything that the server sends until it closes the connection. */
async function talk({ port }: Listener, ...parts: string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  const answer = text(socket)
  await send(socket, ...parts)
  return answer
}

const echo: Serve = async (request, response) => {
  const body = await text(request)
  response.writeHead(200, { 'Content-Length': body.length })
  response.end(body)
}

const post = (body: string, target = '/') =>
  `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`

const bodies = (answers: string) => answers.split(/HTTP\/1\.1 200 OK\r\n[\s\S]*?\r\n\r\n/).slice(1)

test('Connection: close gets the last response of its connection', async (t) => {
  const listener = await listen(t, echo)
  const closing = post('b').replace('\r\n', '\r\nConnection: close\r\n')
  const answers = await talk(listener, post('a') + closing + post('never'))
  t.deepEqual(bodies(answers), ['a', 'b'])
  t.regex(answers, /Connection: close\r\n\r\nb$/)
})

test('serves one request after the other on a connection', async (t) => {
  const answers = await talk(await listen(t, echo), post('one'), post('two'), get, last)
  t.deepEqual(bodies(answers), ['one', 'two', '', 'node got '])
})

test('a head may arrive in two pieces, and a body byte by byte', async (t) => {
  const [head = '', body = ''] = post('some bytes').split(/(?<=\r\n\r\n)/)
  const answers = await talk(await listen(t, echo), head.slice(0, 9), head.slice(9), ...body, last)
  t.deepEqual(bodies(answers), ['some bytes', 'node got '])
})

test("a head that arrives byte by byte is read by Node's server", async (t) => {
  const answers = await talk(await listen(t, echo), ...post('some bytes'), last)
  t.deepEqual(bodies(answers), ['node got some bytes', 'node got '])
})

test('pipelined requests get their responses in order', async (t) => {
  const answers = await talk(await listen(t, echo), post('one') + post('two') + get + post('three') + last)
  t.deepEqual(bodies(answers), ['one', 'two', '', 'three', 'node got '])
})

test("a connection passes to Node's server with the first request that the fast path does not serve, and all that follow", async (t) => {
  const chunked = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n'
  const answers = await talk(await listen(t, echo), post('one'), chunked, post('two'), last)
  t.deepEqual(
    bodies(answers).map((body) => body.replace(/^[\da-f]+\r\n|\r\n0\r\n\r\n$/g, '')),
    ['one', 'node got abc', 'node got two', 'node got '],
  )
})

test("a TLS connection passes to Node's server as well", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'plain-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const listener = await listen(t, echo, await ensureSelfSignedCertificate(folder, ['localhost']))
  const socket = connectTls({ port: listener.port, host: '127.0.0.1', rejectUnauthorized: false })
  const answers = text(socket.setEncoding('latin1'))
  await send(socket, post('one'), post('two', '/unwanted'), post('three'), last)
  const [one, ...others] = (await answers).split('HTTP/1.1 200 OK').slice(1)
  t.true(one?.endsWith('\r\n\r\none'))
  t.deepEqual(
    others.map((each) => /node got \w*/.exec(each)?.[0]),
    ['node got two', 'node got three', 'node got '],
  )
})

test("a connection passes to Node's server with the part of a body that arrived with the head", async (t) => {
  const answers = await talk(await listen(t, echo), `${post('begin', '/unwanted').slice(0, -3)}`, 'gin', last)
  t.deepEqual(bodies(answers), ['node got begin', 'node got '])
})

test('a response has Date, Connection, and chunks when its length is not announced', async (t) => {
  const listener = await listen(t, (_, response) => {
    response.writeHead(200, ['Content-Type', 'text/plain', 'X-Two', 'a', 'X-Two', 'b'])
    response.write('first')
    response.end('last')
  })
  const [head = '', body] = (await talk(listener, get, last)).split('\r\n\r\n')
  t.deepEqual(head.replace(/Date: .*/, 'Date').split('\r\n'), [
    'HTTP/1.1 200 OK',
    'Content-Type: text/plain',
    'X-Two: a',
    'X-Two: b',
    'Date',
    'Transfer-Encoding: chunked',
    'Connection: keep-alive',
    'Keep-Alive: timeout=65',
  ])
  t.is(body, '5\r\nfirst\r\n4\r\nlast\r\n0')
})

test('a Date of the handler is kept, and its Connection headers are ignored', async (t) => {
  const listener = await listen(t, (_, response) => {
    response.writeHead(200, { date: 'then', connection: 'x-odd', 'Transfer-Encoding': 'gzip', 'Content-Length': 2 })
    response.end('ok')
  })
  const [head = ''] = (await talk(listener, get, last)).split('\r\n\r\n')
  t.deepEqual(head.split('\r\n').slice(1), [
    'date: then',
    'Content-Length: 2',
    'Connection: keep-alive',
    'Keep-Alive: timeout=65',
  ])
})

for (const [title, request, status] of [
  ['HEAD', get.replace('GET', 'HEAD'), 200],
  ['204', get, 204],
  ['304', get, 304],
] as const) {
  test(`the response to ${title} has no body, whatever the handler writes`, async (t) => {
    const listener = await listen(t, (_, response) => {
      response.writeHead(status, { ETag: '"1"' })
      response.write('nothing')
      response.end('of this')
    })
    const socket = connect(listener.port, '127.0.0.1').setEncoding('latin1')
    const answer = text(socket)
    await send(socket, request, request)
    socket.end()
    const [, first, second] = (await answer).split(/HTTP\/1\.1 /)
    t.regex(first ?? '', /^\d+ [\s\S]*timeout=65\r\n\r\n$/)
    t.is(second?.slice(0, 3), first?.slice(0, 3))
  })
}

test('text outside ASCII is sent as UTF-8, and a header as latin1', async (t) => {
  const listener = await listen(t, (_, response) => {
    response.writeHead(200, { 'X-Name': 'J\xfcrgen', 'Content-Length': 4 })
    response.end('\u00fc\u00fc')
  })
  const answer = await talk(listener, get, last)
  t.true(answer.includes('X-Name: J\xfcrgen\r\n'))
  t.true(answer.includes('\r\n\r\n\xc3\xbc\xc3\xbc'))
})

for (const [title, fields] of [
  ['a line end in a value', { 'X-A': 'b\r\nX-C: d' }],
  ['a line end in a name', { 'X-A\r\nX-C': 'd' }],
  ['a NUL', { 'X-A': 'b\0' }],
  ['a character beyond latin1', { 'X-A': '\u2603' }],
  ['a space in a name', { 'X A': 'b' }],
] as const) {
  test(`throws for a header with ${title}`, async (t) => {
    const listener = await listen(t, (_, response) => {
      t.throws(() => response.writeHead(200, { ...fields }), { instanceOf: TypeError })
      response.end('whole')
    })
    t.deepEqual(bodies(await talk(listener, get, last)), ['whole', 'node got '])
  })
}

test('an unread body does not delay the next request', async (t) => {
  const large = 'x'.repeat(300_000)
  const listener = await listen(t, (_, response) => response.end('read nothing'))
  t.deepEqual(bodies(await talk(listener, post(large), last)), ['read nothing', 'node got '])
})

test('a large body arrives at the pace of its reader', async (t) => {
  const large = 'x'.repeat(3_000_000)
  const listener = await listen(t, async (request, response) => {
    let length = 0
    for await (const part of request) {
      length += part.length
      await new Promise(setImmediate)
    }
    response.end(String(length))
  })
  t.deepEqual(bodies(await talk(listener, post(large), last)), ['3000000', 'node got '])
})

test('a large response is written at the pace of its reader', async (t) => {
  const part = Buffer.alloc(16_000_000, 'x') // more than the system takes at once
  let waited = 0
  const listener = await listen(t, async (_, response) => {
    response.writeHead(200, { 'Content-Length': part.length * 3 })
    for (let count = 0; count < 3; count += 1) {
      if (response.write(part)) continue
      waited += 1
      await new Promise<void>((resolve) => response.once('drain', resolve))
    }
    response.end()
  })
  const answer = await talk(listener, get, last)
  t.is(waited, 3)
  t.is(bodies(answer)[0]?.length, part.length * 3)
})

for (const [title, bytes] of [
  ['a greeting of TLS', '\x16\x03\x01\x02\x00\x01'],
  ['lines that end in line feeds alone', 'GET / HTTP/1.1\nHost: x\n\n'],
  ['no word of HTTP', 'hello'],
  ['NUL in place of the last line feed', 'GET / HTTP/1.1\r\nHost: x\r\n\r\0'],
  ['a control character in a header', 'GET / HTTP/1.1\r\nHost: x\r\nA: \x01'],
  ['a header without a colon', 'GET / HTTP/1.1\r\nHost: x\r\nnonsense\r'],
] as const) {
  test(`rejects ${title} without waiting for more bytes`, async (t) => {
    t.regex(await talk(await listen(t, echo), bytes), /^HTTP\/1\.1 400 /)
  })
}

test('a head that is too large is rejected, also when it arrives at once', async (t) => {
  const large = get.replace('\r\n\r\n', `\r\nA: ${'a'.repeat(33_000)}\r\n\r\n`)
  t.regex(await talk(await listen(t, echo), large), /^HTTP\/1\.1 431 /)
})

test('a response is closed as soon as the client disconnects', async (t) => {
  const arrived = Promise.withResolvers<void>()
  const closed = Promise.withResolvers<HttpResponse>()
  const listener = await listen(t, (_, response) => {
    response.on('close', () => closed.resolve(response))
    arrived.resolve()
  })
  const socket = connect(listener.port, '127.0.0.1')
  socket.write(get)
  await arrived.promise
  socket.destroy()
  t.like(await closed.promise, { writableFinished: false, destroyed: true })
})

test('an incomplete body is an error for its reader', async (t) => {
  const failed = Promise.withResolvers<unknown>()
  const listener = await listen(t, (request) => text(request).catch(failed.resolve))
  const socket = connect(listener.port, '127.0.0.1')
  await send(socket, post('half of it').slice(0, -5))
  socket.destroy()
  t.truthy(await failed.promise)
})

test('a response is finished before the next request begins', async (t) => {
  const events: string[] = []
  const listener = await listen(t, (_, response) => {
    events.push('begins')
    response.on('finish', () => events.push(`finished ${response.writableFinished}`))
    response.on('close', () => events.push('closed'))
    response.end('ok')
  })
  await talk(listener, get + get, last)
  t.deepEqual(events, ['begins', 'finished true', 'closed', 'begins', 'finished true', 'closed'])
})

test('a destroyed response closes its connection', async (t) => {
  const listener = await listen(t, (_, response) => {
    response.writeHead(200, { 'Content-Length': 10 })
    response.write('half')
    response.destroy()
  })
  t.true((bodies(await talk(listener, get).catch(() => ''))[0] ?? '').length < 10)
})

test('when the listener closes, a response in flight is the last of its connection and idle connections close', async (t) => {
  const arrived = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const listener = await listen(t, async (_, response) => {
    arrived.resolve()
    await release.promise
    response.end('finished')
  })
  const idle = connect(listener.port, '127.0.0.1')
  await once(idle, 'connect')
  const answer = talk(listener, get)
  await arrived.promise
  const closed = listener.close()
  await once(idle.resume(), 'close')
  release.resolve()
  t.regex(await answer, /\r\nConnection: close\r\n\r\nfinished$/)
  await closed
})

test('an incomplete head meets the head timeout', async (t) => {
  const late = Promise.withResolvers<Socket>()
  const plain = openFastPathServer({
    accepts: () => true,
    handle: (_, response) => response.end('ok'),
    isStrictTransport: false,
    headTimeoutMs: 20,
    stalledReaderTimeoutMs: 1_000,
    bodyRateWatch: { add() {}, addSource() {}, close() {} },
    checkIntervalMs: 5,
    passToNodeServer: (socket) => socket.destroy(),
    onHeadTimeout: (socket) => {
      late.resolve(socket)
      socket.destroy()
    },
  })
  const server = createServer((socket) => plain.accept(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const socket = connect(port, '127.0.0.1').resume()
  socket.write('GET / HT')
  await once(socket, 'close')
  t.true((await late.promise).destroyed)
  plain.destroy()
  server.close()
})
