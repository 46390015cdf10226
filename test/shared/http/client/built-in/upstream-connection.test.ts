import { Readable } from 'node:stream'
import { mock } from 'node:test'
import test from 'ava'
import type { DialHandler } from '../../../../../src/shared/http/client/built-in/dial.ts'
import { UpstreamConnection } from '../../../../../src/shared/http/client/built-in/upstream-connection.ts'
import { UpstreamRequest } from '../../../../../src/shared/http/client/exchange/upstream-request.ts'
import type { OutgoingRequest, ResponseHandler } from '../../../../../src/shared/http/client/index.ts'
import { FakeSocket } from '../fake-socket.ts'

const now = 5_000
// A hook around each test keeps the file out of groups: with `before`, the clock of all files of a group would stand still.
test.beforeEach(() => mock.method(performance, 'now', () => now))

/** Creates a request that records the calls of its handler. */
function createRequest(outgoing: Partial<OutgoingRequest> = {}, own: Partial<ResponseHandler> = {}) {
  const calls: unknown[] = []
  const handler: ResponseHandler = {
    onHead: ({ status }) => calls.push(status),
    onInterim: ({ status }) => calls.push(status),
    onData: (part) => calls.push(part.toString('latin1')),
    onEnd: () => calls.push('end'),
    onError: (error) => calls.push(error),
    ...own,
  }
  const request = new UpstreamRequest({ method: 'GET', path: '/', headers: [], ...outgoing }, handler, 'host')
  return { request, calls }
}

/** Opens a connection for a first request; its socket is ready. */
function connect(outgoing: Partial<OutgoingRequest> = {}, own: Partial<ResponseHandler> = {}) {
  const { request, calls } = createRequest(outgoing, own)
  const socket = new FakeSocket()
  const owner: string[] = []
  let idleReads = 0
  let dialed: DialHandler | undefined
  const connection = new UpstreamConnection(
    { onFree: () => owner.push('free'), onGone: () => owner.push('gone') },
    (handler) => {
      dialed = handler
      const readBuffer = {
        take: (bytes: Buffer, start: number, end: number) => Buffer.from(bytes.subarray(start, end)),
        onIdle: () => {
          idleReads += 1
        },
      }
      return { socket: socket.asSocket(), readBuffer }
    },
    request,
  )
  const ready = () => dialed?.onReady()
  const receive = (text: string) => {
    const bytes = Buffer.from(`${text}LATER`, 'latin1')
    dialed?.onBytes(bytes, text.length)
  }
  return { request, calls, socket, owner, connection, ready, receive, idleReads: () => idleReads }
}

/** Opens a connection and sends its first request. */
function connected(outgoing: Partial<OutgoingRequest> = {}, own: Partial<ResponseHandler> = {}) {
  const all = connect(outgoing, own)
  all.ready()
  return all
}

const ok = (extra = '') => `HTTP/1.1 200 OK\r\n${extra}Content-Length: 2\r\n\r\nok`
const closedError = (isReused: boolean) => ({ code: 'CONNECTION_CLOSED', isReused })

test('a request is sent when the socket is ready', (t) => {
  const { socket, ready, connection } = connect()
  t.is(socket.written, '')
  t.is(connection.idleUntil, 0)
  ready()
  t.is(socket.written, 'GET / HTTP/1.1\r\nhost: host\r\nconnection: keep-alive\r\n\r\n')
})

test('a request that was aborted before the socket is ready is not sent', (t) => {
  const { request, socket, calls, owner, ready } = connect()
  request.abort()
  ready()
  t.is(socket.written, '')
  t.deepEqual(calls, [])
  t.deepEqual(owner, ['gone'])
})

test('a complete response frees the connection for the next request', (t) => {
  const { connection, socket, receive, calls, owner, idleReads } = connected()
  receive(ok())
  t.deepEqual(calls, [200, 'ok', 'end'])
  t.deepEqual(owner, ['free'])
  t.is(idleReads(), 1)
  t.true(connection.isOpen)
  t.deepEqual(socket.flow, [])
  socket.written = ''

  const next = createRequest({ path: '/next' })
  connection.sendNext(next.request)
  t.true(socket.written.startsWith('GET /next '))
  receive(ok())
  t.deepEqual(next.calls, [200, 'ok', 'end'])
  t.is(calls.length, 3)
  t.deepEqual(owner, ['free', 'free'])
})

for (const [title, response, expected] of [
  [
    'a short body in one piece is passed as text',
    ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n\xff\0'],
    ['whole \xff\0'],
  ],
  ['a body in two pieces is passed as bytes', ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\no', 'k'], ['o', 'k']],
  [
    'a body in chunks is passed as bytes',
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n'],
    ['ok'],
  ],
  [
    'a long body is passed as bytes',
    [`HTTP/1.1 200 OK\r\nContent-Length: 4097\r\n\r\n${'x'.repeat(4097)}`],
    ['x'.repeat(4097)],
  ],
] as const)
  test(`${title} to a handler that takes text`, (t) => {
    const parts: string[] = []
    const { receive } = connected(
      {},
      {
        onData: (part) => parts.push(part.toString('latin1')),
        onWholeBody: (text) => parts.push(`whole ${text}`),
        onEnd: () => parts.push('end'),
      },
    )
    for (const piece of response) receive(piece)
    t.deepEqual(parts, [...expected, 'end'])
  })

test('the connection is free, and the request over, when the handler gets the end', (t) => {
  const seen: unknown[] = []
  const { receive, owner, request } = connected({}, { onEnd: () => seen.push(...owner, request.isOver) })
  receive(ok())
  t.deepEqual(seen, ['free', true])
})

for (const [keepAlive, idleMs] of [
  ['', 4_000],
  ['Keep-Alive: max=9\r\n', 4_000],
  ['Keep-Alive: timeout=3\r\n', 1_000],
  ['Keep-Alive: timeout=5\r\n', 3_000],
  ['Keep-Alive: timeout=602\r\n', 600_000],
  ['Keep-Alive: timeout=603\r\n', 600_000],
  ['Keep-Alive: timeout=999999999\r\n', 600_000],
  ['Keep-Alive: timeout=2\r\n', undefined],
  ['Keep-Alive: timeout=1\r\n', undefined],
  ['Keep-Alive: timeout=0\r\n', undefined],
] as const)
  test(`${keepAlive.trim() || 'no Keep-Alive'} ${idleMs ? `keeps an idle connection for ${idleMs} ms` : 'prevents reuse'}`, (t) => {
    const { connection, receive, owner } = connected()
    receive(ok(keepAlive))
    t.is(connection.isOpen, idleMs !== undefined)
    t.deepEqual(owner, [idleMs ? 'free' : 'gone'])
    if (idleMs) t.is(connection.idleUntil, now + idleMs)
  })

for (const [what, outgoing, response] of [
  ['a request that closes it', { closeConnection: true }, ok()],
  ['a response that closes it', {}, ok('Connection: close\r\n')],
  ['a second response', {}, ok() + ok()],
] as const)
  test(`a connection is closed after ${what}`, (t) => {
    const { connection, receive, owner, calls } = connected(outgoing)
    receive(response)
    t.false(connection.isOpen)
    t.deepEqual(owner, ['gone'])
    t.deepEqual(calls, [200, 'ok', 'end'])
  })

/** Sends a request whose body has begun, and whose response is complete. */
function answeredEarly() {
  const body = new Readable({ read() {} })
  const all = connected({ method: 'POST', body })
  body.emit('data', Buffer.from('abc'))
  all.receive(ok())
  return { ...all, body }
}

test('a body goes on after a complete response; then the response ends and the connection is free', (t) => {
  const { owner, calls, socket, body } = answeredEarly()
  t.deepEqual([owner, calls], [[], [200, 'ok']])
  body.emit('data', Buffer.from('def'))
  body.emit('end')
  t.true(socket.written.endsWith('3\r\nabc\r\n3\r\ndef\r\n0\r\n\r\n'))
  t.deepEqual([owner, calls], [['free'], [200, 'ok', 'end']])
})

for (const [title, close] of Object.entries({
  'ends its side': ({ socket }) => socket.emit('end'),
  'breaks the connection': ({ socket }) => socket.emit('error', new Error('reset')),
  'closes the connection': ({ socket }) => socket.destroy(),
  'sends more than its response': ({ receive }) => receive('x'),
} satisfies Record<string, (given: ReturnType<typeof answeredEarly>) => void>))
  test(`the response ends without the rest of the body when the upstream ${title}`, (t) => {
    const given = answeredEarly()
    close(given)
    t.deepEqual([given.owner, given.calls], [['gone'], [200, 'ok', 'end']])
    t.true(given.body.destroyed)
    t.is(given.body.listenerCount('data'), 0)
  })

test('a caller that hangs up after a complete response, before the end of its body, fails the request', (t) => {
  const { owner, calls, body } = answeredEarly()
  body.emit('close')
  t.deepEqual(owner, ['gone'])
  t.like(calls, [200, 'ok', { code: 'BODY_BROKEN' }])
  t.is(calls.length, 3)
})

test('a response with Connection: close ends the connection and the body', (t) => {
  const body = new Readable({ read() {} })
  const { receive, owner, calls } = connected({ method: 'POST', body })
  receive('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok')
  t.deepEqual([owner, calls], [['gone'], [200, 'ok', 'end']])
  t.true(body.destroyed)
})

test('a connection whose body was sent is reused', async (t) => {
  const body = Readable.from([Buffer.from('abc')])
  const { receive, owner, socket } = connected({ method: 'POST', body })
  await new Promise((resolve) => body.once('end', resolve))
  t.true(socket.written.endsWith('3\r\nabc\r\n0\r\n\r\n'))
  receive(ok())
  t.deepEqual(owner, ['free'])
})

test('a body that is a buffer is sent with the head, and its connection is reused', (t) => {
  const { receive, owner, socket } = connected({ method: 'POST', body: Buffer.from('a\xe9', 'latin1') })
  t.true(socket.written.endsWith('content-length: 2\r\n\r\na\xe9'))
  receive(ok())
  t.deepEqual(owner, ['free'])
})

test('a body of another length than announced fails the request and closes the connection', async (t) => {
  const body = Readable.from([Buffer.from('abc')])
  const { owner, calls } = connected({ method: 'POST', body, headers: ['Content-Length', '4'] })
  await new Promise((resolve) => body.once('close', resolve))
  t.like(calls, [{ code: 'BODY_BROKEN' }])
  t.is(calls.length, 1)
  t.deepEqual(owner, ['gone'])
})

test('pause and resume of a request reach the socket, until the request is over', (t) => {
  const { request, receive, socket } = connected()
  request.pause()
  request.resume()
  t.deepEqual(socket.flow, ['pause', 'resume'])
  receive(ok())
  request.pause()
  request.resume()
  t.deepEqual(socket.flow, ['pause', 'resume'], 'the next request is not paused')
})

test('a later request pauses, resumes and aborts on the connection that serves it', (t) => {
  const { connection, socket, receive, owner } = connected()
  receive(ok())
  const { request, calls } = createRequest()
  connection.sendNext(request)
  request.pause()
  request.resume()
  t.deepEqual(socket.flow, ['pause', 'resume'])
  request.abort()
  t.true(socket.destroyed)
  t.deepEqual(owner, ['free', 'gone'])
  t.deepEqual(calls, [])
})

test('a connection whose response was paused reads on when it is free', (t) => {
  const { request, receive, socket } = connected()
  request.pause()
  receive(ok())
  t.deepEqual(socket.flow, ['pause', 'resume'])
})

for (const isReused of [false, true]) {
  const use = () => {
    const all = connected()
    if (!isReused) return all
    all.receive(ok())
    const next = createRequest()
    all.connection.sendNext(next.request)
    return { ...all, ...next }
  }
  const what = isReused ? 'a reused' : 'a new'

  test(`${what} connection that ends or closes before the response is an error that says so`, (t) => {
    for (const event of ['end', 'close']) {
      const { socket, calls, owner } = use()
      socket.emit(event)
      t.like(calls, [closedError(isReused)], event)
      t.is(calls.length, 1)
      t.is(owner.filter((call) => call === 'gone').length, 1)
      t.true(socket.destroyed)
    }
  })

  test(`${what} connection passes on the error of its socket`, (t) => {
    const { socket, calls, owner } = use()
    socket.emit('error', Object.assign(new Error('reset'), { code: 'ECONNRESET' }))
    t.like(calls, [{ code: 'ECONNRESET' }])
    t.is(owner.at(-1), 'gone')
  })
}

test('a response without a length ends with the connection', (t) => {
  const { socket, receive, calls, owner } = connected()
  receive('HTTP/1.1 200 OK\r\n\r\nall')
  t.deepEqual(calls, [200, 'all'])
  socket.emit('end')
  t.deepEqual(calls, [200, 'all', 'end'])
  t.deepEqual(owner, ['gone'])
  t.true(socket.destroyed)
})

test('an idle connection that the upstream ends or breaks is closed, and no handler is called', (t) => {
  for (const event of ['end', 'close', 'error']) {
    const { socket, receive, calls, owner } = connected()
    receive(ok())
    socket.emit(event, new Error('broken'))
    t.true(socket.destroyed || event === 'close', event)
    t.deepEqual(owner, ['free', 'gone'])
    t.is(calls.length, 3)
  }
})

test('bytes on an idle connection close it', (t) => {
  const { socket, receive, calls, owner } = connected()
  receive(ok())
  receive('x')
  t.true(socket.destroyed)
  t.deepEqual(owner, ['free', 'gone'])
  t.is(calls.length, 3)
})

test('a malformed response fails the request and closes the connection', (t) => {
  const { socket, receive, calls, owner } = connected()
  receive('SSH-2.0')
  t.like(calls, [{ code: 'MALFORMED' }])
  t.true(socket.destroyed)
  t.deepEqual(owner, ['gone'])
})

test('an aborted request gets no further callback, and the body is not read further', (t) => {
  const body = new Readable({ read() {} })
  const { request, socket, receive, calls, owner } = connected({ method: 'POST', body })
  receive('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab')
  request.abort()
  receive('cd')
  socket.emit('end')
  t.deepEqual(calls, [200, 'ab'])
  t.deepEqual(owner, ['gone'])
  t.is(body.listenerCount('data'), 0)
  body.pause()
  socket.emit('drain')
  t.true(body.isPaused(), 'a drained socket resumes nothing')
})

test('an abort within a callback ends the read', (t) => {
  const { request, receive, calls, owner } = connected({}, { onHead: () => request.abort() })
  receive(ok())
  t.deepEqual(calls, [])
  t.deepEqual(owner, ['gone'])
})

test('interim responses are passed on, and need no callback', (t) => {
  const interim = 'HTTP/1.1 103 \r\n\r\n'
  const first = connected()
  first.receive(interim + ok())
  t.deepEqual(first.calls, [103, 200, 'ok', 'end'])
  const { onInterim: _, ...withoutInterim } = createRequest().request.handler
  const second = connected()
  second.receive(ok())
  const next = new UpstreamRequest({ method: 'GET', path: '/', headers: [] }, withoutInterim, 'host')
  second.connection.sendNext(next)
  t.notThrows(() => second.receive(interim + ok()))
  t.true(next.isOver)
  t.deepEqual(second.owner, ['free', 'free'])
})

const switching = 'HTTP/1.1 101 \r\nUpgrade: echo\r\n\r\n'

for (const first of ['', '1', 'first'])
  test(`a switched connection is given away with ${first.length} bytes that have arrived`, (t) => {
    const given: unknown[] = []
    const { request, socket, receive, calls, owner } = connected(
      { upgrade: 'echo' },
      { onUpgrade: ({ status }, connection) => given.push(status, connection, request.isOver) },
    )
    socket.on('data', () => t.fail('the listener of the client is removed'))
    socket.flow.length = 0
    receive(switching + first)
    t.is(given[0], 101)
    t.is(given[1], socket)
    t.true(given[2])
    t.is(socket.listenerCount('data'), 0)
    t.deepEqual(socket.flow, ['pause'])
    t.is(socket.readableLength, first.length)
    t.deepEqual(owner, ['gone'])

    socket.emit('end')
    t.false(socket.destroyed, 'the next owner may still write')
    socket.emit('error', new Error('of the next owner'))
    t.deepEqual(owner, ['gone'], 'the pool counts it once')
    t.deepEqual(calls, [])
  })

test('a switched connection that the handler cannot take is closed', (t) => {
  const { request, socket, receive, owner, calls } = connected({ upgrade: 'echo' })
  receive(switching)
  t.true(socket.destroyed)
  t.true(request.isOver)
  t.deepEqual(owner, ['gone'])
  t.deepEqual(calls, [])
})
