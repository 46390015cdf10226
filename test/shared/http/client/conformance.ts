/** The conformance suite of `ConnectionPool`, which runs for every implementation. */
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { type Duplex, Readable } from 'node:stream'
import { createServer as createTlsServer } from 'node:tls'
import type { ExecutionContext, TestFn } from 'ava'
import {
  type ConnectionPool,
  fetchWholeResponse,
  findHeaderValues,
  type OpenConnectionPool,
  type OutgoingRequest,
  type ResponseHandler,
  releaseBuffer,
} from '../../../../src/shared/http/client/index.ts'
import { certificate } from '../../../_support/certificates.ts'
import { malformed, wellFormed } from '../../../gateway/data-plane/_support/answers.ts'
import { startRawBackend } from '../../../gateway/data-plane/_support/servers.ts'

export const get: OutgoingRequest = { method: 'GET', path: '/', headers: [] }
const limits = { timeoutMs: 10_000, maxBodyBytes: 1_000_000 }
export const ok = (body: string, extra = '') =>
  `HTTP/1.1 200 OK\r\n${extra}Content-Length: ${body.length}\r\n\r\n${body}`

type OnBytes = (socket: Socket, bytes: string, count: number) => void

/** Opens a pool for a backend. `onBytes` gets each piece of a request, and the number of its connection. */
export async function connectedBy(open: OpenConnectionPool, t: ExecutionContext, onBytes: OnBytes) {
  let count = 0
  const backend = await startRawBackend((socket) => {
    count += 1
    const own = count
    socket.setEncoding('latin1')
    socket.on('data', (bytes: string) => onBytes(socket, bytes, own))
  })
  const connections = open(backend.url)
  t.teardown(async () => {
    await backend.close()
    await connections.close()
  })
  return { connections, count: () => count, backend }
}

type Connected = (t: ExecutionContext, onBytes: OnBytes) => ReturnType<typeof connectedBy>

export async function ask(connections: ConnectionPool, request: Partial<OutgoingRequest> = {}): Promise<string> {
  return (await fetchWholeResponse(connections, { ...get, ...request }, limits)).body.toString('latin1')
}

/** Returns a response handler with empty callbacks in place of those that are not given. */
export function handler(own: Partial<ResponseHandler>): ResponseHandler {
  return { onHead() {}, onData() {}, onEnd() {}, onError() {}, ...own }
}

export const aTurn = () => new Promise((next) => setImmediate(next))

/** Declares the tests. `accepted` names malformed responses that the implementation accepts nevertheless. */
export function testConnectionPool(test: TestFn, open: OpenConnectionPool, accepted: readonly string[] = []): void {
  const connected: Connected = (t, onBytes) => connectedBy(open, t, onBytes)

  test('a connection serves one request after the other', async (t) => {
    const { connections, count } = await connected(t, (socket) => socket.write(ok('a')))
    for (let each = 0; each < 5; each += 1) t.is(await ask(connections), 'a')
    t.is(count(), 1)
  })

  test('a connection that closes right after a response is not reused', async (t) => {
    const { connections, count } = await connected(t, (socket, _, own) => {
      socket.write(ok(String(own)))
      if (own === 1) setImmediate(() => socket.destroy()) // without a `Connection: close` before
    })
    t.is(await ask(connections), '1')
    t.is(await ask(connections, { method: 'POST' }), '2')
    t.is(count(), 2)
  })

  test('beyond the connection limit, requests wait in their order', async (t) => {
    const most = 4
    const held: Socket[] = []
    const full = Promise.withResolvers<void>()
    const { backend, count } = await connected(t, (socket) => {
      held.push(socket)
      if (held.length === most) full.resolve()
      if (held.length > most) socket.write(ok(''))
    })
    const connections = open(backend.url, { maxConnections: most })
    const done: number[] = []
    const all = Array.from({ length: most + 3 }, async (_, index) => {
      await ask(connections)
      done.push(index)
    })
    await full.promise
    held[1]?.write(ok('')) // one connection serves all waiting requests
    await Promise.all(all.slice(most))
    t.deepEqual(done.slice(1), [most, most + 1, most + 2])
    for (const [index, socket] of held.slice(0, most).entries()) if (index !== 1) socket.write(ok(''))
    await Promise.all(all)
    t.is(count(), most)
    await connections.close()
  })

  test('an unsolicited response is never used for the next request', async (t) => {
    const { connections, count } = await connected(t, async (socket, _, own) => {
      socket.write(ok(`good ${own}`))
      if (own > 1) return
      await aTurn()
      socket.write(ok('evil'))
    })
    t.is(await ask(connections), 'good 1')
    await aTurn()
    await aTurn()
    t.is(await ask(connections), 'good 2')
    t.is(count(), 2)
  })

  test('a second response right after the first is dropped with its connection', async (t) => {
    const { connections } = await connected(t, (socket, _, own) => socket.write(ok(`good ${own}`) + ok('evil')))
    t.is(await ask(connections), 'good 1')
    t.is(await ask(connections), 'good 2')
  })

  test('an idle connection that the upstream has closed is not reused', async (t) => {
    const closed = Promise.withResolvers<void>()
    const { connections } = await connected(t, (socket, _, own) => {
      socket.write(ok(String(own)))
      if (own === 1) socket.end(closed.resolve)
    })
    t.is(await ask(connections), '1')
    await closed.promise
    await aTurn()
    t.is(await ask(connections, { method: 'POST' }), '2')
  })

  for (const [what, request, extra] of [
    ['a request with closeConnection', { closeConnection: true }, ''],
    ['a HEAD', { method: 'HEAD' }, ''],
    ['a GET with a body', { body: Buffer.from('x') }, ''],
    ['a response with Connection: close', {}, 'Connection: close\r\n'],
    ['a response with a short keep-alive timeout', {}, 'Keep-Alive: timeout=2\r\n'],
  ] as const) {
    test(`a connection is closed after ${what}`, async (t) => {
      const closed = Promise.withResolvers<void>()
      const { connections, count } = await connected(t, (socket) => {
        socket.on('close', () => closed.resolve())
        socket.write(ok('', extra))
      })
      t.is(await ask(connections, request), '')
      t.is(await ask(connections), '')
      t.is(count(), 2)
      await closed.promise
    })
  }

  test('an idle connection is closed before the upstream closes it', async (t) => {
    const closed = Promise.withResolvers<void>()
    const { connections } = await connected(t, (socket) => {
      socket.on('close', () => closed.resolve())
      socket.write(ok('', 'Keep-Alive: timeout=3, max=100\r\n'))
    })
    await ask(connections)
    await closed.promise
    t.pass()
  })

  test('a connection that closes in the middle of a response is an error, also after other responses', async (t) => {
    const { connections } = await connected(t, (socket, bytes) => {
      if (bytes.startsWith('POST')) socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf')
      else socket.write(ok(''))
    })
    await t.throwsAsync(ask(connections, { method: 'POST' }), { code: 'CONNECTION_CLOSED' })
    const fresh = await t.throwsAsync<Error & { isReused: boolean }>(ask(connections, { method: 'POST' }))
    t.false(fresh?.isReused)
    await ask(connections)
    const reused = await t.throwsAsync<Error & { isReused: boolean }>(ask(connections, { method: 'POST' }))
    t.true(reused?.isReused)
  })

  test('the last response of a connection that ends before its length is an error of the connection', async (t) => {
    const { connections } = await connected(t, (socket) =>
      socket.end('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 9\r\n\r\nhalf'),
    )
    await t.throwsAsync(ask(connections), { code: 'CONNECTION_CLOSED' })
  })

  test('a connection that is reset in the middle of a response is no malformed response', async (t) => {
    const head = Promise.withResolvers<void>()
    const { connections } = await connected(t, async (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf')
      await head.promise
      socket.resetAndDestroy()
    })
    const failed = Promise.withResolvers<NodeJS.ErrnoException>()
    connections.send(get, handler({ onHead: () => head.resolve(), onError: failed.resolve }))
    t.true(['CONNECTION_CLOSED', 'ECONNRESET'].includes((await failed.promise).code as string))
  })

  test('a response that is longer than its limit is an error, and closes its connection', async (t) => {
    const closed = Promise.withResolvers<void>()
    const { connections } = await connected(t, (socket) => {
      socket.on('close', () => closed.resolve())
      socket.write(ok('123456789'))
    })
    const fetchAtMost = (maxBodyBytes: number) => fetchWholeResponse(connections, get, { ...limits, maxBodyBytes })
    t.is((await fetchAtMost(9)).body.toString(), '123456789')
    await t.throwsAsync(fetchAtMost(8), { message: 'the response is longer than 8 bytes' })
    await closed.promise
  })

  test('a refused connection is an error, and the next request connects again', async (t) => {
    const backend = await startRawBackend(() => {})
    await backend.close()
    const connections = open(backend.url)
    for (let each = 0; each < 2; each += 1) await t.throwsAsync(ask(connections), { code: 'ECONNREFUSED' })
    await connections.close()
  })

  test('an exception in a handler fails only its request', async (t) => {
    const { connections } = await connected(t, (socket) => socket.write(ok('a')))
    const failed = Promise.withResolvers<Error>()
    connections.send(
      get,
      handler({
        onHead() {
          throw new Error('of the handler')
        },
        onError: failed.resolve,
      }),
    )
    t.is((await failed.promise).message, 'of the handler')
    t.is(await ask(connections), 'a')
  })

  for (const [when, abortWhen] of [
    ['that waits for a connection', 'sent'],
    ['whose response has begun', 'head'],
  ] as const) {
    test(`a request ${when} can be aborted, which closes its connection`, async (t) => {
      const closed = Promise.withResolvers<void>()
      const { connections, count } = await connected(t, (socket, bytes) => {
        socket.on('close', () => closed.resolve())
        socket.write(bytes.startsWith('GET') ? ok('whole') : ok('whole').slice(0, -2))
      })
      const told: string[] = []
      const head = Promise.withResolvers<void>()
      const sending = connections.send(
        { ...get, method: 'POST' },
        handler({
          onHead() {
            head.resolve()
            sending.abort()
          },
          onData: () => told.push('data'),
          onError: () => told.push('error'),
        }),
      )
      if (abortWhen === 'sent') sending.abort()
      else {
        await head.promise
        await closed.promise
      }
      t.is(await ask(connections), 'whole')
      t.deepEqual(told, [])
      t.is(count(), abortWhen === 'sent' ? 1 : 2)
    })
  }

  test('close waits for requests in flight and rejects new ones', async (t) => {
    const asked = Promise.withResolvers<Socket>()
    const { connections } = await connected(t, (socket) => asked.resolve(socket))
    const answer = ask(connections)
    let isClosed = false
    const closed = connections.close().then(() => {
      isClosed = true
    })
    await t.throwsAsync(ask(connections), { code: 'CONNECTIONS_CLOSED' })
    const socket = await asked.promise
    t.false(isClosed)
    socket.write(ok('done'))
    t.is(await answer, 'done')
    await closed
  })

  test('a pool that is closed before its first request takes none', async (t) => {
    const connections = open('http://127.0.0.1:9')
    await connections.close()
    t.throws(() => connections.send(get, handler({})), { code: 'CONNECTIONS_CLOSED' })
  })

  test('a connection in the place of one that has closed is not reused', async (t) => {
    const { backend } = await connected(t, (socket, _, own) => {
      if (own === 1) socket.end(ok('first'))
      else socket.destroy()
    })
    const connections = open(backend.url, { maxConnections: 1 })
    t.is(await ask(connections), 'first')
    const error = await t.throwsAsync<Error & { isReused: boolean }>(ask(connections, { method: 'POST' }))
    t.false(error?.isReused)
    await connections.close()
  })

  test('a connection carries one request at a time', async (t) => {
    const requests: Socket[] = []
    const first = Promise.withResolvers<void>()
    const { backend } = await connected(t, (socket) => {
      requests.push(socket)
      if (requests.length === 1) first.resolve()
      else socket.write(ok('second'))
    })
    const connections = open(backend.url, { maxConnections: 1 })
    const answers = Promise.all([ask(connections), ask(connections)])
    await first.promise
    for (let turn = 0; turn < 50; turn += 1) await aTurn()
    t.is(requests.length, 1)
    requests[0]?.write(ok('first'))
    t.deepEqual(await answers, ['first', 'second'])
    await connections.close()
  })

  test('requests to an HTTPS upstream do not wait for the handshake of another connection', async (t) => {
    const both = Promise.withResolvers<void>()
    const { backend, count } = await connected(t, (_, __, own) => {
      if (own === 2) both.resolve()
    })
    const connections = open(backend.url.replace('http:', 'https:'))
    const sent = [1, 2].map(() => connections.send(get, handler({ onError: both.reject })))
    await both.promise // no handshake has been answered, and none has ended with its timeout
    t.is(count(), 2)
    for (const each of sent) each.abort()
    await backend.close()
    await connections.close()
  })

  test('a paused response is not read further', async (t) => {
    const size = 32 * 1024 * 1024
    const { connections } = await connected(t, (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n`)
      socket.write(Buffer.alloc(size, 'a'))
    })
    let read = 0
    const first = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    const sending = connections.send(
      get,
      handler({
        onData(part) {
          read += part.length
          if (read === part.length) {
            sending.pause()
            first.resolve()
          }
        },
        onEnd: ended.resolve,
      }),
    )
    await first.promise
    for (let turn = 0; turn < 50; turn += 1) await aTurn()
    t.true(read <= 64 * 1024, String(read))
    sending.resume()
    await ended.promise
    t.is(read, size)
  })

  test('a body is not read faster than the upstream takes it', async (t) => {
    const stopped = Promise.withResolvers<Socket>()
    const { connections } = await connected(t, (socket) => {
      socket.pause()
      stopped.resolve(socket)
    })
    const part = Buffer.alloc(64 * 1024)
    const parts = 512
    let taken = 0
    const body = new Readable({
      read() {
        taken += 1
        this.push(taken > parts ? null : part)
      },
    })
    const ended = Promise.withResolvers<void>()
    connections.send({ ...get, method: 'PUT', body }, handler({ onEnd: ended.resolve }))
    const socket = await stopped.promise
    while (!body.isPaused()) await aTurn()
    const before = taken
    for (let turn = 0; turn < 50; turn += 1) await aTurn()
    t.true(taken < parts && taken - before < 10, `${before}, ${taken}`)
    socket.removeAllListeners('data').resume()
    await once(body, 'end')
    socket.write(ok(''))
    await ended.promise
  })

  for (const [what, body, text] of [
    ['a small body', () => Buffer.from('abc'), 'content-length: 3\r\n\r\nabc'],
    ['a large body', () => Buffer.alloc(100_000, 'x'), `content-length: 100000\r\n\r\n${'x'.repeat(100_000)}`],
    [
      'a stream',
      () => Readable.from([Buffer.from('abc'), Buffer.from('d'.repeat(17))]),
      `transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n11\r\n${'d'.repeat(17)}\r\n0\r\n\r\n`,
    ],
  ] as const) {
    test(`sends ${what} unchanged`, async (t) => {
      let received = ''
      const { connections, backend } = await connected(t, (socket, bytes) => {
        received += bytes
        if (received.endsWith(text)) socket.write(ok('yes'))
      })
      t.is(await ask(connections, { method: 'POST', body: body() }), 'yes')
      const host = `host: 127.0.0.1:${backend.port}`
      t.is(received, `POST / HTTP/1.1\r\n${host}\r\nconnection: keep-alive\r\n${text}`)
    })
  }

  for (const [framing, headers] of [
    ['in chunks', []],
    ['of known length', ['Content-Length', '300000']],
  ] as const) {
    test(`reports each part of a stream ${framing} once, and the caller may free its memory then`, async (t) => {
      let received = ''
      const { connections } = await connected(t, (socket, bytes) => {
        received += bytes
        if (received.endsWith('z') || received.endsWith('\r\n0\r\n\r\n')) socket.write(ok('yes'))
      })
      const parts = ['x', 'y', 'z'].map((letter) => Buffer.allocUnsafeSlow(100_000).fill(letter))
      const lengths: number[] = []
      const onBodySent = (part: Buffer) => {
        lengths.push(part.length)
        releaseBuffer(part)
      }
      const request = { method: 'POST', headers: [...headers], body: Readable.from(parts), onBodySent }
      t.is(await ask(connections, request), 'yes')
      t.deepEqual(lengths, [100_000, 100_000, 100_000])
      t.deepEqual(
        parts.map((part) => part.length),
        [0, 0, 0],
      )
      t.is(received.replace(/^[\s\S]*?\r\n\r\n/, '').replace(/[^xyz]/g, '').length, 300_000)
    })
  }

  test('reports no body that is a buffer', async (t) => {
    const { connections } = await connected(t, (socket) => socket.write(ok('yes')))
    const onBodySent = () => t.fail()
    t.is(await ask(connections, { method: 'POST', body: Buffer.from('abc'), onBodySent }), 'yes')
  })

  for (const [what, length, sent] of [
    ['longer', '4', '0123'],
    ['shorter', '11', '0123456789'],
  ] as const) {
    test(`a body that is ${what} than its length is an error, and nothing more is sent`, async (t) => {
      let received = ''
      const closed = Promise.withResolvers<void>()
      const { connections } = await connected(t, (socket, bytes) => {
        received += bytes
        socket.on('close', () => closed.resolve())
      })
      const body = Readable.from([Buffer.from('0123'), Buffer.from('456789')])
      const request = { method: 'POST', headers: ['Content-Length', length], body }
      await t.throwsAsync(ask(connections, request), { code: 'BODY_BROKEN' })
      await closed.promise
      t.true(received.endsWith(`\r\n\r\n${sent}`), received)
    })
  }

  for (const [what, broken, code] of [
    ['fails', (body: Readable) => body.destroy(Object.assign(new Error('mine'), { code: 'MINE' })), 'MINE'],
    ['is destroyed', (body: Readable) => body.destroy(), 'BODY_BROKEN'],
  ] as const) {
    test(`a body that ${what} fails the request`, async (t) => {
      const body = new Readable({ read() {} })
      const begun = Promise.withResolvers<void>()
      const { connections } = await connected(t, () => begun.resolve())
      body.push('beginning')
      const answer = ask(connections, { method: 'POST', body })
      await begun.promise
      broken(body)
      await t.throwsAsync(answer, { code })
    })

    test(`a body that ${what} before the connection is open fails the request`, async (t) => {
      const body = new Readable({ read() {} })
      const { connections } = await connected(t, () => {})
      const answer = ask(connections, { method: 'POST', body })
      broken(body)
      await t.throwsAsync(answer, { code })
    })
  }

  test('a response with Connection: close before the end of the body is passed on, and no rest of the body is sent', async (t) => {
    const closed = Promise.withResolvers<void>()
    const { connections, count } = await connected(t, (socket) => {
      socket.on('close', () => closed.resolve())
      socket.write('HTTP/1.1 413 Too Large\r\nConnection: close\r\nContent-Length: 9\r\n\r\ntoo large')
    })
    const body = new Readable({ read() {} })
    body.push('beginning')
    t.is(await ask(connections, { method: 'POST', body }), 'too large')
    t.true(body.destroyed)
    await ask(connections)
    t.is(count(), 2, 'an incomplete body prevents reuse')
    await closed.promise
  })

  test('a connection whose response was paused at its end serves the next request', async (t) => {
    const { connections, count } = await connected(t, (socket) => socket.write(ok('a')))
    const ended = Promise.withResolvers<void>()
    const sending = connections.send(get, handler({ onHead: () => sending.pause(), onEnd: ended.resolve }))
    for (let turn = 0; turn < 20; turn += 1) await aTurn()
    sending.resume()
    await ended.promise
    t.is(await ask(connections), 'a')
    t.is(count(), 1)
  })

  test('a connection that switches protocols is passed on with all further bytes', async (t) => {
    const { connections } = await connected(t, (socket, bytes) => {
      if (bytes.startsWith('GET /ordinary')) socket.write(ok(''))
      else if (bytes.startsWith('GET'))
        socket.write('HTTP/1.1 101 \r\nConnection: upgrade\r\nUpgrade: echo\r\n\r\nfirst, ')
      else socket.end(bytes)
    })
    await ask(connections, { path: '/ordinary' })
    const switched = Promise.withResolvers<Duplex>()
    connections.send(
      { ...get, upgrade: 'echo' },
      handler({ onUpgrade: (_, connection) => switched.resolve(connection), onError: switched.reject }),
    )
    const connection = await switched.promise
    await aTurn()
    connection.write('second')
    let received = ''
    for await (const bytes of connection) received += bytes
    t.is(received, 'first, second')
    await connections.close() // does not wait for the switched connection
  })

  test('an empty stream is an empty body', async (t) => {
    const { connections } = await connected(t, (socket, bytes) => {
      if (/transfer-encoding: chunked\r\n\r\n0\r\n\r\n|content-length: 0\r\n\r\n/.test(bytes)) socket.write(ok('yes'))
    })
    t.is(await ask(connections, { method: 'POST', body: Readable.from([]) }), 'yes')
  })

  for (const status of [301, 302, 307, 308]) {
    test(`a redirect with ${status} is passed on and not followed`, async (t) => {
      let requests = 0
      const { connections, backend } = await connected(t, (socket) => {
        requests += 1
        socket.write(`HTTP/1.1 ${status} Moved\r\nLocation: ${backend.url}/other\r\nContent-Length: 0\r\n\r\n`)
      })
      const answer = await fetchWholeResponse(connections, get, limits)
      t.is(answer.status, status)
      t.deepEqual(findHeaderValues(answer.headers, 'location'), [`${backend.url}/other`])
      t.is(requests, 1)
    })
  }

  test('the client adds no credentials, compression or cookies', async (t) => {
    let received = ''
    const { connections, backend } = await connected(t, (socket, bytes) => {
      received = bytes
      socket.write(ok('', 'Content-Encoding: gzip\r\nSet-Cookie: a=b\r\n'))
    })
    await ask(connections)
    t.is(await ask(connections), '')
    t.is(received, `GET / HTTP/1.1\r\nhost: 127.0.0.1:${backend.port}\r\nconnection: keep-alive\r\n\r\n`)
  })

  test('invalid requests are rejected before anything is sent', async (t) => {
    const { connections, count } = await connected(t, () => {})
    for (const request of [
      { method: 'G ET' },
      { path: '/a b' },
      { path: 'a' },
      { headers: ['X', 'a\r\nY: b'] },
      { headers: ['X: Y', 'a'] },
      { headers: ['Transfer-Encoding', 'chunked'] },
      { headers: ['Expect', '100-continue'] },
      { headers: ['Host', 'a', 'host', 'b'] },
      { method: 'POST', headers: ['Content-Length', '2'], body: Buffer.from('abc') },
    ])
      t.throws(() => connections.send({ ...get, ...request }, handler({})), { code: 'INVALID_REQUEST' })
    t.is(count(), 0)
  })

  test('names and values of headers are sent and received unchanged', async (t) => {
    let received = ''
    const { connections } = await connected(t, (socket, bytes) => {
      received = bytes
      socket.write(ok('', 'X-Up: \t a  b \t\r\nx-LOW: caf\xe9\r\nX-Up:\r\n'), 'latin1')
    })
    const headers = ['X-Sent', 'caf\xe9', 'x-sent', 'a, b']
    const { headers: fields } = await fetchWholeResponse(connections, { ...get, headers }, limits)
    t.deepEqual(fields.slice(0, 6), ['X-Up', 'a  b', 'x-LOW', 'caf\xe9', 'X-Up', ''])
    t.true(received.includes('\r\nX-Sent: caf\xe9\r\nx-sent: a, b\r\n'), received)
  })

  test('interim responses are passed on before the response, and a 100 is an error', async (t) => {
    const { connections } = await connected(t, (socket, bytes) => {
      const interim = bytes.startsWith('GET') ? '102 Processing\r\n\r\nHTTP/1.1 103 ' : '100 Continue'
      socket.write(`HTTP/1.1 ${interim}\r\nLink: </a>\r\n\r\n${ok('')}`)
    })
    const seen: (number | string)[] = []
    const ended = Promise.withResolvers<void>()
    connections.send(
      get,
      handler({
        onInterim: ({ status, headers: fields }) => seen.push(status, ...fields),
        onHead: ({ status }) => seen.push(status),
        onEnd: ended.resolve,
        onError: ended.reject,
      }),
    )
    await ended.promise
    t.deepEqual(seen, [102, 103, 'Link', '</a>', 200])
    await t.throwsAsync(ask(connections, { method: 'POST' }), { code: 'MALFORMED' })
  })

  for (const [what, raw] of Object.entries(malformed)) {
    if (accepted.includes(what)) continue
    test(`${what} is an error`, async (t) => {
      const { connections } = await connected(t, (socket) => socket.end(raw, 'latin1'))
      await t.throwsAsync(ask(connections), { code: 'MALFORMED' })
    })
  }

  for (const [what, expected] of Object.entries(wellFormed)) {
    test(`${what} is read`, async (t) => {
      const { connections } = await connected(t, (socket) => {
        if (expected.isPersistent) socket.write(expected.raw, 'latin1')
        else socket.end(expected.raw, 'latin1')
      })
      const { status, headers: fields, body } = await fetchWholeResponse(connections, get, limits)
      t.deepEqual(
        { status, fields, body: body.toString('latin1') },
        { status: expected.status, fields: [...expected.fields], body: expected.body },
      )
    })
  }

  test('TLS trusts the CAs of the profile, presents its certificate, and uses HTTP/1.1', async (t) => {
    const authority = await certificate('an authority')
    const [own, theirs] = await Promise.all([certificate('server', authority), certificate('client', authority)])
    const ca = authority.cert
    const server = createTlsServer({ ...own, ca, requestCert: true, ALPNProtocols: ['h2', 'http/1.1'] }, (socket) => {
      socket.on('error', () => {})
      socket.once('data', () => socket.write(ok(`${socket.alpnProtocol} ${socket.authorized}`)))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
    const trusting = open(origin, { tls: { ca, ...theirs, rejectUnauthorized: true } })
    const doubting = open(origin)
    t.teardown(async () => {
      server.close()
      await Promise.all([trusting.close(), doubting.close()])
    })
    t.is(await ask(trusting), 'http/1.1 true')
    const { code } = (await t.throwsAsync(ask(doubting))) as NodeJS.ErrnoException
    t.regex(String(code), /CERT|SELF_SIGNED|UNABLE_TO/)
  })
}
