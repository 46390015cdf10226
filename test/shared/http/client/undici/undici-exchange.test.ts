import { Readable } from 'node:stream'
import test from 'ava'
import type { Dispatcher } from 'undici'
import { UpstreamRequest } from '../../../../../src/shared/http/client/exchange/upstream-request.ts'
import type { OutgoingRequest, ResponseHandler } from '../../../../../src/shared/http/client/index.ts'
import {
  type UndiciConnectionState,
  UndiciExchange,
} from '../../../../../src/shared/http/client/undici/undici-exchange.ts'
import { FakeSocket } from '../fake-socket.ts'

/** Creates an exchange, and the controller that undici gives it. `calls` lists the calls of both sides. */
function create(outgoing: Partial<OutgoingRequest> = {}, own: Partial<ResponseHandler> = {}) {
  const calls: unknown[] = []
  const handler: ResponseHandler = {
    onHead: ({ status }) => calls.push(`head ${status}`),
    onInterim: ({ status }) => calls.push(`interim ${status}`),
    onData: (part) => calls.push(part.toString()),
    onEnd: () => calls.push('end'),
    onError: (error) => calls.push(error),
    ...own,
  }
  const request = new UpstreamRequest({ method: 'PUT', path: '/', headers: [], ...outgoing }, handler, 'host')
  const exchange = new UndiciExchange(request)
  request.connection = exchange
  const state: UndiciConnectionState = { hasServed: false, exchange: undefined }
  exchange.connection = state
  const controller = (...rawHeaders: string[]) =>
    ({
      rawHeaders: rawHeaders.map((text) => Buffer.from(text, 'latin1')),
      pause: () => calls.push('pause'),
      resume: () => calls.push('resume'),
      abort: (error: Error) => calls.push(`abort: ${error.message}`),
    }) as unknown as Dispatcher.DispatchController
  const start = () => exchange.onRequestStart(controller())
  return { request, exchange, state, controller, calls, start }
}

const aborted = 'abort: the request was aborted'

test('the calls of a response are passed on', (t) => {
  const { exchange, controller, calls, start, request, state } = create()
  start()
  t.is(state.exchange, exchange)
  t.deepEqual(calls, [])
  exchange.onResponseStart(controller(), 103, {})
  exchange.onResponseStart(controller('A', '\t b \t'), 200, {}, 'OK')
  exchange.onResponseData(controller(), Buffer.from('part'))
  t.false(state.hasServed)
  exchange.onResponseEnd()
  t.deepEqual(calls, ['interim 103', 'head 200', 'part', 'end'])
  t.true(request.isOver)
  t.true(state.hasServed)
})

test('statuses from 200 are the response', (t) => {
  for (const [status, call] of [
    [199, 'interim 199'],
    [200, 'head 200'],
  ] as const) {
    const { exchange, controller, calls } = create()
    exchange.onResponseStart(controller(), status, {})
    t.deepEqual(calls, [call])
  }
})

test('the white space around a header value is removed, and hop-by-hop headers too', (t) => {
  const heads: unknown[] = []
  const { exchange, controller } = create({}, { onHead: ({ headers }) => heads.push(headers) })
  const headers = ['A', '\t b c \t', 'B', 'caf\xe9', 'Connection', 'x-hop', 'X-Hop', '1']
  exchange.onResponseStart(controller(...headers), 200, {}, 'OK')
  t.deepEqual(heads, [['A', 'b c', 'B', 'caf\xe9']])
})

test('a reason phrase with control characters is malformed', (t) => {
  const { exchange, controller, calls } = create()
  t.throws(() => exchange.onResponseStart(controller(), 200, {}, 'O\x01K'), { code: 'MALFORMED' })
  t.deepEqual(calls, [])
})

test('up to 32 interim responses are passed on, also without a callback', (t) => {
  for (const own of [{}, { onInterim: undefined }] as Partial<ResponseHandler>[]) {
    const { exchange, controller } = create({}, own)
    for (let each = 0; each < 32; each += 1) exchange.onResponseStart(controller(), 102, {}, '')
    t.throws(() => exchange.onResponseStart(controller(), 102, {}, ''), {
      code: 'MALFORMED',
      message: 'there are more than 32 interim responses',
    })
  }
})

test('a request that is over gets nothing more, and its connection counts as used', (t) => {
  const { exchange, controller, calls, start, request, state } = create()
  start()
  request.finish()
  exchange.onResponseStart(controller(), 200, {}, 'OK')
  exchange.onResponseData(controller(), Buffer.from('part'))
  exchange.onResponseEnd()
  t.deepEqual(calls, [])
  t.true(state.hasServed)
})

test('pause, resume and abort reach the controller of undici', (t) => {
  const { calls, start, request } = create()
  start()
  request.pause()
  request.resume()
  request.abort()
  t.deepEqual(calls, ['pause', 'resume', aborted])
})

test('what was asked before undici starts a request takes effect at its start', (t) => {
  const paused = create()
  paused.request.pause()
  t.deepEqual(paused.calls, [])
  paused.start()
  t.deepEqual(paused.calls, ['pause'])

  const over = create()
  over.request.pause()
  over.request.abort()
  over.start()
  t.deepEqual(over.calls, [aborted])
})

test('a request without a connection of its own is started too', (t) => {
  const { exchange, calls, start } = create()
  exchange.connection = undefined
  start()
  exchange.onResponseEnd()
  exchange.onResponseError({} as Dispatcher.DispatchController, new Error('late'))
  t.deepEqual(calls, ['end'])
})

for (const hasServed of [false, true])
  test(`a connection that ${hasServed ? 'has' : 'has not'} served a request says so when it closes`, (t) => {
    const { exchange, calls, start, state, request } = create()
    state.hasServed = hasServed
    start()
    state.hasServed = !hasServed
    const error = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' })
    exchange.onResponseError({} as Dispatcher.DispatchController, error)
    t.like(calls, [aborted, { code: 'CONNECTION_CLOSED', isReused: hasServed }])
    t.true(request.isOver)
  })

test('a connection that closes before it has a request was not reused', (t) => {
  const { exchange, calls, controller } = create()
  const error = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' })
  exchange.onResponseError(controller(), error)
  t.like(calls, [{ code: 'CONNECTION_CLOSED', isReused: false }])
})

test('a wrong length means a closed connection after the head only', (t) => {
  for (const hasHead of [false, true]) {
    const { exchange, calls, controller } = create()
    exchange.onResponseStart(controller(), 103, {}, '')
    if (hasHead) exchange.onResponseStart(controller(), 200, {}, '')
    const error = Object.assign(new Error(''), { code: 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' })
    exchange.onResponseError(controller(), error)
    t.like(calls.at(-1), { code: hasHead ? 'CONNECTION_CLOSED' : 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' })
  }
})

test('the parts of a stream are reported, those of a buffer are not', (t) => {
  const sent: Buffer[] = []
  const onBodySent = (part: Buffer) => sent.push(part)
  const part = Buffer.from('a')
  create({ body: new Readable({ read() {} }), onBodySent }).exchange.onPartWritten(part)
  t.deepEqual(sent, [part])
  create({ body: Buffer.from('a'), onBodySent }).exchange.onPartWritten(part)
  create({ onBodySent }).exchange.onPartWritten(part)
  t.is(sent.length, 1)
  t.notThrows(() => create({ body: new Readable({ read() {} }) }).exchange.onPartWritten(part))
})

test('a requested protocol is passed on with its connection, by its name in any case', (t) => {
  const given: unknown[] = []
  const { exchange, controller, calls, request } = create(
    { upgrade: 'websocket' },
    { onUpgrade: ({ status }, connection) => given.push(status, connection, request.isOver) },
  )
  const socket = new FakeSocket()
  exchange.onRequestUpgrade(controller('Upgrade', 'WebSocket'), 101, {}, socket)
  t.is(given[0], 101)
  t.is(given[1], socket)
  t.true(given[2])
  t.false(socket.destroyed)
  t.deepEqual(calls, [])
})

for (const [what, upgrade, header, onUpgrade] of [
  ['another protocol', 'websocket', ['Upgrade', 'h2c'], () => {}],
  ['no protocol', 'websocket', [], () => {}],
  ['a protocol that was not requested', undefined, ['Upgrade', 'h2c'], () => {}],
  ['a protocol that the handler cannot take', 'websocket', ['Upgrade', 'websocket'], undefined],
] as const)
  test(`a switch to ${what} is malformed and closes the connection`, (t) => {
    const { exchange, controller, calls, request } = create(
      { ...(upgrade && { upgrade }) },
      { ...(onUpgrade && { onUpgrade: () => t.fail() }) },
    )
    const socket = new FakeSocket()
    exchange.onRequestUpgrade(controller(...header), 101, {}, socket)
    t.true(socket.destroyed)
    t.notThrows(() => socket.emit('error', new Error('reset')))
    t.like(calls, [{ code: 'MALFORMED' }])
    t.true(request.isOver)
  })

test('a switch after an abort closes the connection', (t) => {
  const { exchange, controller, calls, request } = create({ upgrade: 'websocket' }, { onUpgrade: () => t.fail() })
  request.abort()
  const socket = new FakeSocket()
  exchange.onRequestUpgrade(controller('Upgrade', 'websocket'), 101, {}, socket)
  t.true(socket.destroyed)
  t.deepEqual(calls, [])
})
