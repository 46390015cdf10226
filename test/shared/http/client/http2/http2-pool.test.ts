import { once } from 'node:events'
import { type ClientHttp2Session, connect, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createServer as createTlsServer } from 'node:tls'
import test, { type ExecutionContext } from 'ava'
import {
  type ConnectionPool,
  type OutgoingRequest,
  openHttp2Pool,
} from '../../../../../src/shared/http/client/index.ts'
import { certificate } from '../../../../_support/certificates.ts'
import { startHttp2Backend } from './_http2-backend.ts'

const get: OutgoingRequest = { method: 'GET', path: '/', headers: [] }

interface Answer {
  status: number
  headers: string[]
  contentLength: number
  body: string
  trailers: string[]
  interim: number[]
}

/** Sends a request and waits for the whole response. Rejects with the error of the handler. */
function ask(pool: ConnectionPool, request: Partial<OutgoingRequest> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const answer: Answer = { status: 0, headers: [], contentLength: 0, body: '', trailers: [], interim: [] }
    pool.send(
      { ...get, ...request },
      {
        onHead: (head) => Object.assign(answer, head),
        onInterim: ({ status }) => void answer.interim.push(status),
        onData(part) {
          answer.body += part.toString('latin1')
        },
        onTrailers(raw) {
          answer.trailers = raw
        },
        onEnd: () => resolve(answer),
        onError: reject,
      },
    )
  })
}

function open(t: ExecutionContext, url: string, tls?: object): ConnectionPool {
  const pool = openHttp2Pool(url, tls ? ({ tls } as never) : {})
  t.teardown(() => pool.close())
  return pool
}

function respond(stream: ServerHttp2Stream, body = 'served'): void {
  stream.respond({ ':status': 200 })
  stream.end(body)
}

for (const isTls of [false, true]) {
  const over = isTls ? 'TLS' : 'TCP'

  test(`requests share one connection over ${over}, and the headers are those of the request`, async (t) => {
    const pair = isTls ? await certificate('127.0.0.1') : undefined
    const backend = await startHttp2Backend(
      t,
      (stream, headers) => {
        stream.respond({ ':status': 201, 'x-two': ['a', 'b'], 'content-length': 2 })
        stream.end(
          headers[':path'] === '/a?b' && headers[':authority'] === 'host' && headers.te === 'trailers' ? 'ok' : 'no',
        )
      },
      pair,
    )
    const pool = open(t, backend.url, pair && { ca: pair.cert })
    const request = { path: '/a?b', headers: ['Host', 'host', 'X-One', '1', 'x-one', '2'] }
    for (const { status, body, contentLength, headers } of await Promise.all([
      ask(pool, request),
      ask(pool, request),
    ])) {
      t.deepEqual([status, body, contentLength], [201, 'ok', 2])
      t.deepEqual(headers.slice(0, 6), ['x-two', 'a', 'x-two', 'b', 'content-length', '2'])
    }
    t.is(backend.sessions.length, 1)
  })
}

test('a header has its own value, also with the name of a member that every object of JavaScript has', async (t) => {
  const backend = await startHttp2Backend(t, (stream, headers) => respond(stream, String(headers.constructor)))
  t.is((await ask(open(t, backend.url), { headers: ['constructor', 'x'] })).body, 'x')
})

test('an upstream that does not take HTTP/2 over TLS is an error', async (t) => {
  const pair = await certificate('127.0.0.1')
  for (const ALPNProtocols of [['http/1.1'], undefined]) {
    const server = createTlsServer({ ...pair, ...(ALPNProtocols && { ALPNProtocols }) }, (socket) =>
      socket.on('error', () => {}).resume(),
    ).listen(0, '127.0.0.1')
    server.on('tlsClientError', () => {})
    await once(server, 'listening')
    t.teardown(() => server.close())
    const pool = open(t, `https://127.0.0.1:${(server.address() as AddressInfo).port}`, { ca: pair.cert })
    await t.throwsAsync(ask(pool))
  }
})

for (const [title, body] of [
  ['a buffer', Buffer.from('the body')],
  ['a stream', () => Readable.from([Buffer.from('the '), Buffer.from('body')])],
] as const) {
  test(`sends a body that is ${title}`, async (t) => {
    const backend = await startHttp2Backend(t, async (stream) => respond(stream, await text(stream)))
    const sent = typeof body === 'function' ? body() : body
    t.is((await ask(open(t, backend.url), { method: 'POST', body: sent })).body, 'the body')
  })
}

test('passes interim responses and trailers on', async (t) => {
  const backend = await startHttp2Backend(t, (stream) => {
    stream.additionalHeaders({ ':status': 103, link: '</a>' })
    stream.respond({ ':status': 200 }, { waitForTrailers: true })
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
    stream.end('served')
  })
  t.like(await ask(open(t, backend.url)), { body: 'served', trailers: ['grpc-status', '0'], interim: [103] })
})

test('a response without a body has the length 0, and one of unknown length has none', async (t) => {
  const backend = await startHttp2Backend(t, (stream, headers) => {
    if (headers[':path'] === '/') stream.respond({ ':status': 200 }, { endStream: true })
    else respond(stream)
  })
  const pool = open(t, backend.url)
  t.is((await ask(pool)).contentLength, 0)
  t.is((await ask(pool, { path: '/more' })).contentLength, Number.NaN)
})

test('a response waits while its request is paused', async (t) => {
  const backend = await startHttp2Backend(t, (stream) => respond(stream, 'x'.repeat(2_000_000)))
  const pool = open(t, backend.url)
  const ended = Promise.withResolvers<number>()
  let received = 0
  const pending = pool.send(get, {
    onHead() {
      pending.pause()
      setImmediate(() => pending.resume())
    },
    onData(part) {
      received += part.length
      pending.pause()
      setImmediate(() => pending.resume())
    },
    onEnd: () => ended.resolve(received),
    onError: ended.reject,
  })
  t.is(await ended.promise, 2_000_000)
})

test('an aborted request resets its stream, and leaves the others', async (t) => {
  const reset = Promise.withResolvers<number>()
  const release = Promise.withResolvers<void>()
  const backend = await startHttp2Backend(t, async (stream, headers) => {
    if (headers[':path'] === '/abort') {
      stream.once('close', () => reset.resolve(stream.rstCode))
      stream.respond({ ':status': 200 })
      stream.write('begun')
      return
    }
    await release.promise
    respond(stream)
  })
  const pool = open(t, backend.url)
  const other = ask(pool)
  const handler = { onHead() {}, onData: () => pending.abort(), onEnd: () => t.fail(), onError: () => t.fail() }
  const pending = pool.send({ ...get, path: '/abort' }, handler)
  t.is(await reset.promise, 8)
  release.resolve()
  t.is((await other).body, 'served')
})

test('an upstream that refuses a stream has not processed it, any other reset is an error', async (t) => {
  const backend = await startHttp2Backend(t, (stream, headers) => stream.close(Number(headers['x-code'])))
  const pool = open(t, backend.url)
  const refused = await t.throwsAsync<Error & { isReused: boolean }>(ask(pool, { headers: ['x-code', '7'] }))
  t.true(refused?.isReused)
  t.like(await t.throwsAsync(ask(pool, { headers: ['x-code', '2'] })), { code: 'STREAM_RESET' } as never)
})

for (const [title, isReset] of [
  ['a body goes on after a complete response', false],
  ['a response is complete when the upstream then resets the stream without an error', true],
] as const)
  test(title, async (t) => {
    t.timeout(120_000)
    let size = 0
    let served: ServerHttp2Stream | undefined
    const backend = await startHttp2Backend(t, (stream) => {
      served = stream
      stream.respond({ ':status': 200 })
      stream.end('served')
      stream.on('data', (bytes: Buffer) => {
        size += bytes.length
      })
    })
    const body = new Readable({ read() {} })
    body.push('first')
    const calls = await new Promise<string[]>((resolve, reject) => {
      const calls: string[] = []
      open(t, backend.url).send(
        { ...get, method: 'POST', body },
        {
          onHead: () => calls.push('head'),
          onData() {
            calls.push('data')
            if (isReset) served?.close(0)
            else for (const part of [Buffer.alloc(200_000), null]) body.push(part)
          },
          onEnd() {
            calls.push('end')
            resolve(calls)
          },
          onError: reject,
        },
      )
    })
    t.deepEqual(calls, ['head', 'data', 'end'])
    while (!isReset && size < 200_005) await new Promise(setImmediate)
    t.true(body.destroyed)
  })

test('a response that breaks off is an error', async (t) => {
  const backend = await startHttp2Backend(t, (stream) => {
    stream.respond({ ':status': 200 })
    stream.write('begun', () => stream.session?.destroy())
  })
  await t.throwsAsync(ask(open(t, backend.url)))
})

test('after GOAWAY requests use another connection, and those in flight end', async (t) => {
  const release = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const backend = await startHttp2Backend(t, async (stream, headers, session) => {
    begun.resolve()
    if (headers[':path'] === '/slow') await release.promise
    respond(stream, String(session))
  })
  const pool = open(t, backend.url)
  const slow = ask(pool, { path: '/slow' })
  await begun.promise
  backend.sessions[0]?.close()
  // The client learns of it with its next frame.
  let next = ''
  for (let count = 0; count < 50 && next !== '2'; count += 1) next = (await ask(pool).catch(() => ({ body: '' }))).body
  t.is(next, '2')
  release.resolve()
  t.is((await slow).body, '1')
})

test('another connection is opened when all streams of one are in use', async (t) => {
  const release = Promise.withResolvers<void>()
  const backend = await startHttp2Backend(
    t,
    async (stream, headers) => {
      if (headers[':path'] === '/') await release.promise
      respond(stream)
    },
    undefined,
    { maxConcurrentStreams: 2 },
  )
  const pool = open(t, backend.url)
  await ask(pool, { path: '/quick' }) // its settings have arrived
  const others = Array.from({ length: 5 }, () => ask(pool))
  release.resolve()
  for (const each of others) t.is((await each).body, 'served')
  t.true(backend.sessions.length >= 2)
})

test('close waits for requests in flight, and later requests are refused', async (t) => {
  const release = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const backend = await startHttp2Backend(t, async (stream) => {
    begun.resolve()
    await release.promise
    respond(stream)
  })
  const pool = openHttp2Pool(backend.url)
  const answer = ask(pool)
  await begun.promise
  const closed = pool.close()
  t.throws(() => pool.send(get, { onHead() {}, onData() {}, onEnd() {}, onError() {} }), { code: 'CONNECTIONS_CLOSED' })
  release.resolve()
  t.is((await answer).body, 'served')
  await closed
})

test('a switch of protocols is refused', (t) => {
  const pool = open(t, 'http://127.0.0.1:9')
  const handler = { onHead() {}, onData() {}, onEnd() {}, onError() {} }
  t.throws(() => pool.send({ ...get, upgrade: 'websocket' }, handler), { code: 'INVALID_REQUEST' })
})

test('a connection that cannot be opened is an error of the request', async (t) => {
  const { code } = (await t.throwsAsync(ask(open(t, 'http://127.0.0.1:1')))) as NodeJS.ErrnoException
  t.is(code, 'ECONNREFUSED')
})

test.serial('a request gets a new connection while an idle one is closing', async (t) => {
  const backend = await startHttp2Backend(t, (stream) => respond(stream))
  const other = connect(backend.url)
  const prototype = Object.getPrototypeOf(Object.getPrototypeOf(other))
  other.destroy()
  const { setTimeout } = prototype
  const idle: { session: ClientHttp2Session; end(): void }[] = []
  prototype.setTimeout = function keep(this: ClientHttp2Session, _ms: number, end: () => void) {
    idle.push({ session: this, end })
  }
  const pool = open(t, backend.url)
  const first = ask(pool)
  prototype.setTimeout = setTimeout
  await first
  while (!idle[0]?.session.closed) {
    await nextTurn()
    idle[0]?.end()
  }
  t.is((await ask(pool)).body, 'served')
})
