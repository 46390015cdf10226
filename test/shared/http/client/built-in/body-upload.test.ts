import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import test from 'ava'
import { BodyUpload } from '../../../../../src/shared/http/client/built-in/body-upload.ts'
import { UpstreamRequest } from '../../../../../src/shared/http/client/exchange/upstream-request.ts'
import { FakeSocket } from '../fake-socket.ts'

/** Uploads a body of which the test emits the parts itself. `length` is its Content-Length. */
function upload({ length, isFull = false }: { length?: number; isFull?: boolean } = {}) {
  const body = new Readable({ read() {} })
  const flow: string[] = []
  body.pause = () => {
    flow.push('pause')
    return body
  }
  body.resume = () => {
    flow.push('resume')
    return body
  }
  const socket = new FakeSocket()
  socket.isFull = isFull
  const sent: string[] = []
  const ends: (string | undefined)[] = []
  const outgoing = {
    method: 'PUT',
    path: '/',
    headers: length === undefined ? [] : ['Content-Length', String(length)],
    body,
    onBodySent: (part: Buffer) => sent.push(part.toString()),
  }
  const ignore = () => {}
  const handler = { onHead: ignore, onData: ignore, onEnd: ignore, onError: ignore }
  const request = new UpstreamRequest(outgoing, handler, 'host')
  const running = new BodyUpload(socket.asSocket(), request, body, (error) => ends.push(error?.message))
  flow.length = 0
  const emit = (text: string) => body.emit('data', Buffer.from(text))
  const text = () => socket.written.slice(request.head.text.length)
  return { body, emit, flow, socket, sent, ends, request, running, text }
}

test('the head is sent once, with the first part or with the end', (t) => {
  const { socket, emit, body, request, text, ends } = upload()
  t.is(socket.written, '')
  emit('abc')
  t.is(socket.written, `${request.head.text}3\r\nabc\r\n`)
  emit('d'.repeat(17))
  body.emit('end')
  t.is(text(), `3\r\nabc\r\n11\r\n${'d'.repeat(17)}\r\n0\r\n\r\n`)
  t.deepEqual(ends, [undefined])

  const empty = upload()
  empty.body.emit('end')
  t.is(empty.socket.written, `${empty.request.head.text}0\r\n\r\n`)
  t.deepEqual(empty.ends, [undefined])
})

test('an empty part is not sent, because it would end a body in chunks', async (t) => {
  const { emit, text, body, sent } = upload()
  emit('')
  emit('a')
  emit('')
  emit('b')
  body.emit('end')
  t.is(text(), '1\r\na\r\n1\r\nb\r\n0\r\n\r\n')
  await nextTurn()
  t.deepEqual(sent, ['a', 'b'])
})

for (const [parts, length, sentText, error] of [
  [[], 0, '', undefined],
  [['abc'], 3, 'abc', undefined],
  [['ab', 'c'], 3, 'abc', undefined],
  [['ab'], 3, 'ab', 'the body is shorter than its Content-Length'],
  [[], 1, '', 'the body is shorter than its Content-Length'],
  [['ab', 'cd'], 3, 'ab', 'the body is longer than its Content-Length'],
  [['a'], 0, '', 'the body is longer than its Content-Length'],
] as const)
  test(`a body of ${JSON.stringify(parts)} with Content-Length ${length} ${error ? 'is an error' : 'is sent as it is'}`, async (t) => {
    const { emit, body, text, ends, socket, sent } = upload({ length })
    for (const part of parts) emit(part)
    body.emit('end')
    t.is(text(), sentText)
    t.deepEqual(ends, [error])
    await nextTurn()
    t.is(sent.join(''), sentText)
    t.is(socket.listenerCount('drain'), 0)
    t.is(body.listenerCount('data'), 0)
    t.is(body.listenerCount('end'), 0)
  })

test('the body is paused while the socket is full, and resumed when it drains', (t) => {
  const { emit, flow, running } = upload({ isFull: true })
  emit('a'.repeat(100 * 1024))
  t.deepEqual(flow, [], 'one read of a large body may wait')
  emit('a'.repeat(100 * 1024))
  t.deepEqual(flow, ['pause'])
  running.onDrain()
  t.deepEqual(flow, ['pause', 'resume'])
})

test('a body is not paused while the socket has room', (t) => {
  const { emit, flow, socket } = upload()
  Object.defineProperty(socket, 'write', { value: () => true })
  emit('a')
  t.deepEqual(flow, [])
})

test('a part counts as sent when the socket has taken it, and never after an error', async (t) => {
  for (const error of [undefined, new Error('reset')]) {
    const { emit, socket, sent } = upload({ isFull: true })
    socket.on('error', () => {})
    emit('a')
    await nextTurn()
    t.deepEqual(sent, [])
    socket.pendingWrites.shift()?.(error)
    await nextTurn()
    t.deepEqual(sent, error ? [] : ['a'])
  }
})

test('stop removes every listener and reports nothing', (t) => {
  const { running, body, socket, ends, text } = upload()
  const others = body.listenerCount('end')
  running.stop()
  t.is(body.listenerCount('data'), 0)
  t.is(body.listenerCount('end'), others - 1)
  t.is(socket.listenerCount('drain'), 0)
  body.emit('end')
  t.deepEqual(ends, [])
  t.is(text(), '')
})
