import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { constants } from 'node:http2'
import { get } from 'node:https'
import { text } from 'node:stream/consumers'
import type { TLSSocket } from 'node:tls'
import test from 'ava'
import { openConnectionLimits } from '../../../../src/shared/http/inbound/connection-limits.ts'
import type { HttpResponse } from '../../../../src/shared/http/message/http-response.ts'
import { certificate } from '../../../_support/certificates.ts'
import { ask, flags, frame, frameTypes, getHead, listen, openRaw, openSession } from './_http2-client.ts'

/** Describes a request as its handler sees it. */
async function describe(request: IncomingMessage, response: HttpResponse): Promise<void> {
  const body = await text(request)
  const { method, url, headers, headersDistinct, httpVersion, rawHeaders, rawTrailers, complete } = request
  const encrypted = (request.socket as TLSSocket).encrypted
  const remote = request.socket.remoteAddress
  const facts = {
    method,
    url,
    headers,
    distinct: headersDistinct,
    httpVersion,
    rawHeaders,
    rawTrailers,
    complete,
    body,
  }
  response.writeHead(200, ['Content-Type', 'application/json', 'Set-Cookie', 'a=1', 'Set-Cookie', 'b=2'])
  response.end(JSON.stringify({ ...facts, encrypted, remote }))
}

test('a client that offers HTTP/2 gets it, and one that does not gets HTTP/1.1 on the same port', async (t) => {
  const calls = { accepts: () => true, handle: (_: unknown, response: HttpResponse) => void response.end('call') }
  const listener = await listen(t, { fastPath: calls })
  const session = openSession(t, listener)
  t.is((await ask(session)).body, 'call')
  t.is(session.alpnProtocol, 'h2')
  const [message] = await once(get(listener.url, { rejectUnauthorized: false }), 'response')
  t.is(message.httpVersion, '1.1')
  t.is(await text(message), 'call')
})

test('without HTTP/2 the listener offers HTTP/1.1 only', async (t) => {
  const session = openSession(t, await listen(t, { http2: false }))
  t.is((await once(session, 'error').catch((error) => [error]))[0]?.code, 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL')
})

test('requests that are no calls go to the handler', async (t) => {
  const calls = { accepts: (_: string, path: string) => path === '/call', handle: () => {} }
  const session = openSession(t, await listen(t, { fastPath: calls }))
  t.is((await ask(session, { ':path': '/other' })).body, 'handler')
})

test('a handler sees a request of HTTP/2 as one of HTTP/1.1', async (t) => {
  const listener = await listen(t, { handler: describe as never })
  const session = openSession(t, listener)
  const stream = session.request(
    { ':method': 'POST', ':path': '/a?b', 'x-one': ['1', '2'], cookie: ['a=1', 'b=2'] },
    { waitForTrailers: true },
  )
  stream.on('wantTrailers', () => stream.sendTrailers({ 'x-sum': '7' }))
  stream.end('body')
  const [headers] = await once(stream, 'response')
  const seen = JSON.parse(await text(stream))
  t.deepEqual(headers['set-cookie'], ['a=1', 'b=2'])
  t.like(seen, {
    method: 'POST',
    url: '/a?b',
    httpVersion: '2.0',
    body: 'body',
    complete: true,
    encrypted: true,
    remote: '127.0.0.1',
    rawTrailers: ['x-sum', '7'],
  })
  const host = `127.0.0.1:${listener.port}`
  t.deepEqual(seen.headers, { host, 'x-one': '1, 2', cookie: 'a=1; b=2', 'transfer-encoding': 'chunked' })
  t.deepEqual(seen.distinct['x-one'], ['1', '2'])
  const raw = ['x-one', '1', 'x-one', '2', 'host', host, 'cookie', 'a=1; b=2', 'transfer-encoding', 'chunked']
  t.deepEqual(seen.rawHeaders, raw)
})

test('headers may have the names of members that every object of JavaScript has', async (t) => {
  const session = openSession(t, await listen(t, { handler: describe as never }))
  const { body } = await ask(session, { constructor: 'a', __proto__: 'b', valueof: 'c' })
  t.like(JSON.parse(body).distinct, { constructor: ['a'], valueof: ['c'] })
})

test('headers of the connection are left out of responses, and a header may occur twice', async (t) => {
  const listener = await listen(t, {
    handler(_, response) {
      response.setHeader('Connection', 'close')
      response.writeHead(200, [
        'Keep-Alive',
        'timeout=5',
        'HTTP2-Settings',
        'AAMAAABk',
        'Transfer-Encoding',
        'chunked',
        'ETag',
        'a',
        'ETag',
        'b',
      ] as never)
      response.end()
    },
  })
  const { headers } = await ask(openSession(t, listener))
  t.is(headers['keep-alive'], undefined)
  t.is(headers.connection, undefined)
  t.is(headers['transfer-encoding'], undefined)
  t.is(headers.etag, 'a')
})

test('responses have Strict-Transport-Security unless the host serves plain HTTP too', async (t) => {
  for (const strictTransport of [true, false]) {
    const { headers } = await ask(openSession(t, await listen(t, { strictTransport })))
    t.is(headers['strict-transport-security'], strictTransport ? 'max-age=31536000' : undefined)
  }
})

test('many streams of a connection are served at once', async (t) => {
  let open = 0
  const all = Promise.withResolvers<void>()
  const listener = await listen(t, {
    async handler(request, response) {
      open += 1
      if (open === 100) all.resolve()
      await all.promise
      response.end(request.url)
    },
  })
  const session = openSession(t, listener)
  await once(session, 'remoteSettings')
  const paths = Array.from({ length: 100 }, (_, index) => `/${index}`)
  const answers = await Promise.all(paths.map((path) => ask(session, { ':path': path })))
  t.deepEqual(
    answers.map(({ body }) => body),
    paths,
  )
})

test('large bodies pass in both directions at the pace of the reader', async (t) => {
  const listener = await listen(t, {
    async handler(request, response) {
      response.writeHead(200)
      for await (const part of request) if (!response.write(part)) await once(response, 'drain')
      response.end()
    },
  })
  const { body } = await ask(openSession(t, listener), { ':method': 'POST' }, Buffer.alloc(5_000_000, 'x'))
  t.is(body.length, 5_000_000)
})

for (const [title, method, status] of [
  ['HEAD', 'HEAD', 200],
  ['204', 'GET', 204],
  ['304', 'GET', 304],
] as const) {
  test(`a response to ${title} has no body`, async (t) => {
    const finished = Promise.withResolvers<boolean>()
    const listener = await listen(t, {
      handler(_, response) {
        response.on('close', () => finished.resolve(response.writableFinished))
        response.writeHead(status)
        response.end()
      },
    })
    const { headers, body } = await ask(openSession(t, listener), { ':method': method })
    t.is(Number(headers[':status']), status)
    t.is(body, '')
    t.true(await finished.promise)
  })
}

for (const [title, read] of [
  ['not read', () => Promise.resolve()],
  ['read in part', (request: IncomingMessage) => once(request, 'data').then(() => void request.pause())],
] as const) {
  test(`an early response ends a stream whose body was ${title}, and leaves the connection`, async (t) => {
    const listener = await listen(t, {
      async handler(request, response) {
        if (request.method === 'GET') return void response.end('next')
        await read(request)
        response.writeHead(413)
        response.end('too large')
      },
    })
    const session = openSession(t, listener)
    const stream = session.request({ ':method': 'POST', ':path': '/' }).on('error', () => {})
    stream.write(Buffer.alloc(100_000))
    const [headers] = await once(stream, 'response')
    t.is(headers[':status'], 413)
    let body = ''
    stream.setEncoding('utf8').on('data', (part) => {
      body += part
    })
    if (!stream.closed) await once(stream, 'close')
    t.is(body, 'too large')
    t.is(stream.rstCode, 0)
    t.is((await ask(session)).body, 'next')
  })
}

test('a response that is aborted resets its stream only', async (t) => {
  const listener = await listen(t, {
    handler(request, response) {
      if (request.url === '/next') return void response.end('next')
      response.writeHead(200)
      response.write('begun', () => response.destroy())
    },
  })
  const session = openSession(t, listener)
  const stream = session.request({ ':path': '/' })
  await t.throwsAsync(async () => text(stream))
  t.is(stream.rstCode, 2)
  t.is((await ask(session, { ':path': '/next' })).body, 'next')
})

test('trailers follow the body of a response', async (t) => {
  const listener = await listen(t, {
    handler(_, response) {
      response.writeHead(200)
      response.write('body')
      response.addTrailers({ 'grpc-status': '0' })
      response.end()
    },
  })
  const { body, trailers } = await ask(openSession(t, listener))
  t.is(body, 'body')
  t.is(trailers?.['grpc-status'], '0')
})

for (const [title, headers, status] of [
  ['an authority that is no host', { ':authority': 'a:b' }, 400],
  ['a Host that differs from the authority', { ':authority': 'x', host: 'y' }, 400],
  ['an unknown expectation', { expect: 'more' }, 417],
  ['an expectation of 100', { expect: '100-continue' }, 200],
] as const) {
  test(`responds ${status} to ${title}`, async (t) => {
    const malformed: number[] = []
    const listener = await listen(t, { onMalformed: ({ status }) => malformed.push(status) })
    const answer = await ask(openSession(t, listener), headers)
    t.is(Number(answer.headers[':status']), status)
    t.deepEqual(malformed, status === 200 ? [] : [status])
  })
}

test('responds 501 to CONNECT', async (t) => {
  const session = openSession(t, await listen(t, {}))
  const stream = session.request({ ':method': 'CONNECT', ':authority': 'x:1' })
  const [headers] = await once(stream, 'response')
  t.is(headers[':status'], 501)
})

test('responds 408 to a body that is too slow, and keeps the other streams', async (t) => {
  const broken = Promise.withResolvers<void>()
  const listener = await listen(t, {
    timeouts: { minBodyRate: { graceMs: 100, bytesPerSecond: 100_000 } },
    handler(request, response) {
      if (request.method === 'GET') return void response.end('next')
      request.resume().on('close', broken.resolve)
    },
  })
  const session = openSession(t, listener)
  const stream = session.request({ ':method': 'POST', ':path': '/' }).on('error', () => {})
  stream.write('begun')
  const [headers] = await once(stream, 'response')
  t.is(headers[':status'], 408)
  await broken.promise
  t.is((await ask(session)).body, 'next')
})

test('resets the stream of a client that takes nothing of a response, and keeps the connection', async (t) => {
  const closed = Promise.withResolvers<boolean>()
  const listener = await listen(t, {
    timeouts: { stalledReaderTimeoutMs: 100, checkIntervalMs: 20 },
    handler(request, response) {
      if (request.url === '/next') return void response.end('next')
      response.on('close', () => closed.resolve(response.writableFinished))
      response.end(Buffer.alloc(1_000_000))
    },
  })
  const session = openSession(t, listener)
  session
    .request({ ':path': '/' })
    .on('error', () => {})
    .pause()
  t.false(await closed.promise)
  t.is((await ask(session, { ':path': '/next' })).body, 'next')
})

test('a connection without a request closes after the time for a head, and one with a request stays open', async (t) => {
  const listener = await listen(t, { timeouts: { headTimeoutMs: 2_000, checkIntervalMs: 100 } })
  const used = openSession(t, listener)
  await ask(used)
  const silent = openSession(t, listener)
  await new Promise((resolve) => silent.once('close', resolve))
  t.false(used.closed)
  t.is((await ask(used)).body, 'handler')
})

test('a listener that closes lets streams end, refuses new ones, and closes idle connections', async (t) => {
  const release = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const listener = await listen(t, {
    async handler(_, response) {
      begun.resolve()
      await release.promise
      response.end('late')
    },
  })
  const [busy, idle] = [openSession(t, listener), openSession(t, listener)]
  await once(idle, 'connect')
  const answer = ask(busy)
  await begun.promise
  t.is(listener.exchanges().length, 1)
  const away = once(busy, 'goaway')
  const closed = listener.close(60_000)
  await away
  if (!idle.closed) await once(idle, 'close')
  release.resolve()
  t.is((await answer).body, 'late')
  await closed
})

test('a listener that has waited long enough breaks off streams', async (t) => {
  const begun = Promise.withResolvers<void>()
  const listener = await listen(t, { handler: () => begun.resolve() })
  const answer = ask(openSession(t, listener))
  await begun.promise
  const failed = t.throwsAsync(answer)
  await listener.close(10)
  await failed
})

test('connections count against the limits, and idle ones give way', async (t) => {
  const limits = openConnectionLimits({
    maxConnections: 2,
    maxPerAddress: 2,
    isExempt: () => false,
    now: () => performance.now(),
    onRefused() {},
    onEvicted() {},
  })
  const release = Promise.withResolvers<void>()
  const listener = await listen(t, {
    limits,
    async handler(request, response) {
      if (request.url === '/wait') await release.promise
      response.end('served')
    },
  })
  const [busy, idle] = [openSession(t, listener), openSession(t, listener)]
  const waiting = ask(busy, { ':path': '/wait' })
  await ask(idle)
  const evicted = once(idle, 'close')
  t.is((await ask(openSession(t, listener))).body, 'served')
  await evicted
  release.resolve()
  t.is((await waiting).body, 'served')
})

test('handlers see client certificates', async (t) => {
  const { cert, key } = await certificate('client')
  const listener = await listen(t, {
    tls: { requestCert: true, rejectUnauthorized: false, ca: cert },
    handler({ socket }, response: ServerResponse) {
      const { authorized } = socket as TLSSocket
      response.end(JSON.stringify([authorized, (socket as TLSSocket).getPeerCertificate().subject?.CN]))
    },
  })
  t.is((await ask(openSession(t, listener, { cert, key }))).body, '[true,"client"]')
  t.is((await ask(openSession(t, listener))).body, '[false,null]')
})

test('a response that the closing server aborts is reset, so that it does not look complete', async (t) => {
  const listener = await listen(t, { handler: (_, response) => void response.write('part') })
  const { send, find } = await openRaw(t, listener)
  send(frame(frameTypes.headers, flags.endHeaders | flags.endStream, 1, getHead()))
  await find(({ type }) => type === frameTypes.data)
  await listener.close(1)
  const { payload } = await find(({ type, stream }) => type === frameTypes.reset && stream === 1)
  t.is(payload.readUInt32BE(0), constants.NGHTTP2_INTERNAL_ERROR)
})
