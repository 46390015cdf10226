import { once } from 'node:events'
import type { Socket } from 'node:net'
import { type Duplex, Readable } from 'node:stream'

import test, { type ExecutionContext } from 'ava'

import {
  type AnswerHandler,
  type Connections,
  collect,
  type OutgoingRequest,
  openConnections,
} from '../../../src/http/client/index.ts'
import { startRawBackend } from '../../gateway/_support/servers.ts'

const get: OutgoingRequest = { method: 'GET', path: '/', headers: [] }
const limits = { timeoutMs: 10_000, longest: 1_000_000 }
const ok = (body: string, extra = '') =>
  `HTTP/1.1 200 OK\r\n${extra}Content-Length: ${body.length}\r\n\r\n${body}`

/** Connections to a backend that is told of each piece of a request, and of the connection it came on. */
async function connected(
  t: ExecutionContext,
  onBytes: (socket: Socket, bytes: string, count: number) => void,
) {
  let count = 0
  const backend = await startRawBackend((socket) => {
    count += 1
    const own = count
    socket.setEncoding('latin1')
    socket.on('data', (bytes: string) => onBytes(socket, bytes, own))
  })
  const connections = openConnections(backend.url)
  t.teardown(async () => {
    await backend.close()
    await connections.close()
  })
  return { connections, count: () => count, backend }
}

async function ask(connections: Connections, request: Partial<OutgoingRequest> = {}): Promise<string> {
  return (await collect(connections, { ...get, ...request }, limits)).body.toString('latin1')
}

/** A handler for what the test does not look at. */
function handler(own: Partial<AnswerHandler>): AnswerHandler {
  return { onHead() {}, onData() {}, onEnd() {}, onError() {}, ...own }
}

const aTurn = () => new Promise((next) => setImmediate(next))

test('a connection serves one request after the other', async (t) => {
  const { connections, count } = await connected(t, (socket) => socket.write(ok('a')))
  for (let each = 0; each < 5; each += 1) t.is(await ask(connections), 'a')
  t.is(count(), 1)
})

test('requests at once have connections of their own, and the one that was used last is used next', async (t) => {
  const { connections, count } = await connected(t, (socket, _, own) => socket.write(ok(String(own))))
  const first = await Promise.all([ask(connections), ask(connections), ask(connections)])
  t.deepEqual(first.toSorted(), ['1', '2', '3'])
  const again = await ask(connections)
  for (let turn = 0; turn < 2; turn += 1) await aTurn()
  t.is(await ask(connections), again)
  t.is(count(), 3)
})

test('a connection rests for a turn, in which its end is seen', async (t) => {
  const { connections, count } = await connected(t, (socket, _, own) => {
    socket.write(ok(String(own)))
    if (own === 1) setImmediate(() => socket.destroy()) // it had not said that it would
  })
  t.is(await ask(connections), '1')
  t.is(await ask(connections, { method: 'POST' }), '2')
  t.is(count(), 2)
})

test('beyond a thousand connections, requests wait in the order in which they came', async (t) => {
  const held: Socket[] = []
  const full = Promise.withResolvers<void>()
  const { connections, count } = await connected(t, (socket) => {
    held.push(socket)
    if (held.length === 1_024) full.resolve()
    if (held.length > 1_024) socket.write(ok(''))
  })
  const done: number[] = []
  const all = Array.from({ length: 1_027 }, async (_, index) => {
    await ask(connections)
    done.push(index)
  })
  await full.promise
  held[7]?.write(ok('')) // one connection serves those that wait
  await Promise.all(all.slice(1_024))
  t.deepEqual(done.slice(1), [1_024, 1_025, 1_026])
  for (const [index, socket] of held.slice(0, 1_024).entries()) if (index !== 7) socket.write(ok(''))
  await Promise.all(all)
  t.is(count(), 1_024)
})

test('an answer that nobody asked for is never taken for the next one', async (t) => {
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

test('an answer right behind another is dropped with its connection', async (t) => {
  const { connections } = await connected(t, (socket, _, own) => socket.write(ok(`good ${own}`) + ok('evil')))
  t.is(await ask(connections), 'good 1')
  t.is(await ask(connections), 'good 2')
})

test('a connection that the upstream has closed while it was idle is not used again', async (t) => {
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
  ['a request that is the last', { reset: true }, ''],
  ['a HEAD', { method: 'HEAD' }, ''],
  ['a GET with a body', { body: Buffer.from('x') }, ''],
  ['an upstream that closes', {}, 'Connection: close\r\n'],
  ['an upstream that keeps it for a moment only', {}, 'Keep-Alive: timeout=2\r\n'],
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

test('an idle connection is closed some time before the upstream would', async (t) => {
  const closed = Promise.withResolvers<void>()
  const { connections } = await connected(t, (socket) => {
    socket.on('close', () => closed.resolve())
    socket.write(ok('', 'Keep-Alive: timeout=3, max=100\r\n'))
  })
  await ask(connections)
  await closed.promise
  t.pass()
})

test('an upstream that closes in the middle of an answer is an error, also after it has served others', async (t) => {
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

test('nobody who listens is an error, and the next request tries again', async (t) => {
  const backend = await startRawBackend(() => {})
  await backend.close()
  const connections = openConnections(backend.url)
  for (let each = 0; each < 2; each += 1) await t.throwsAsync(ask(connections), { code: 'ECONNREFUSED' })
  await connections.close()
})

test('a handler that fails is an error of its request alone', async (t) => {
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
  ['that waits', 'sent'],
  ['that is being answered', 'head'],
] as const) {
  test(`a request ${when} can be given up, with its connection`, async (t) => {
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

test('closing lets requests finish that were sent, and takes no others', async (t) => {
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

test('a paused answer is not read on', async (t) => {
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

test('a body is not taken faster than the upstream reads it', async (t) => {
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
  ['an empty stream', () => Readable.from([]), 'transfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
] as const) {
  test(`sends ${what} as it is`, async (t) => {
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
  ['is broken off', (body: Readable) => body.destroy(), 'BODY_BROKEN'],
] as const) {
  test(`a body that ${what} is an error of the request`, async (t) => {
    const body = new Readable({ read() {} })
    const begun = Promise.withResolvers<void>()
    const { connections } = await connected(t, () => begun.resolve())
    body.push('beginning')
    const answer = ask(connections, { method: 'POST', body })
    await begun.promise
    broken(body)
    await t.throwsAsync(answer, { code })
  })

  test(`a body that ${what} before there is a connection is one, too`, async (t) => {
    const body = new Readable({ read() {} })
    const { connections } = await connected(t, () => {})
    const answer = ask(connections, { method: 'POST', body })
    broken(body)
    await t.throwsAsync(answer, { code })
  })
}

test('an answer that comes before the whole body is passed on; the rest is not sent', async (t) => {
  const closed = Promise.withResolvers<void>()
  const { connections, count } = await connected(t, (socket) => {
    socket.on('close', () => closed.resolve())
    socket.write(ok('too large'))
  })
  const body = new Readable({ read() {} })
  body.push('beginning')
  t.is(await ask(connections, { method: 'POST', body }), 'too large')
  t.true(body.destroyed)
  await ask(connections)
  t.is(count(), 2, 'nothing else can follow half a body')
  await closed.promise
})

test('a connection whose answer was paused at its end serves the next request', async (t) => {
  const { connections, count } = await connected(t, (socket) => socket.write(ok('a')))
  const ended = Promise.withResolvers<void>()
  const sending = connections.send(get, handler({ onHead: () => sending.pause(), onEnd: ended.resolve }))
  await ended.promise
  t.is(await ask(connections), 'a')
  t.is(count(), 1)
})

test('a connection that switches protocols is a new one, and is handed on with all that comes', async (t) => {
  const { connections, count } = await connected(t, (socket, bytes) => {
    if (bytes.startsWith('GET /ordinary')) socket.write(ok(''))
    else if (bytes.startsWith('GET'))
      socket.write('HTTP/1.1 101 \r\nConnection: upgrade\r\nUpgrade: echo\r\n\r\nfirst, ')
    else socket.end(bytes)
  })
  await ask(connections, { path: '/ordinary' })
  const switched = Promise.withResolvers<Duplex>()
  connections.send(
    { ...get, upgrade: 'echo' },
    handler({ onSwitch: (_, connection) => switched.resolve(connection), onError: switched.reject }),
  )
  const connection = await switched.promise
  await aTurn()
  connection.write('second')
  let received = ''
  for await (const bytes of connection) received += bytes
  t.is(received, 'first, second')
  t.is(count(), 2)
  await connections.close() // is not its business any more
})
