import { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { mock } from 'node:test'
import test from 'ava'
import { drainRequest, endsConnection, isReceived } from '../../../../src/shared/http/inbound/drain-request.ts'
import { asSocket, FakeSocket } from '../fast-path/fake-socket.ts'
import { destroyAndCount } from './destroy-and-count.ts'

test.beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
test.afterEach.always(() => mock.timers.reset())

const turn = () => new Promise(setImmediate)

/** A request whose body has not arrived, on a connection that closes when it is destroyed. */
function open() {
  const socket = new FakeSocket()
  const request = new IncomingMessage(asSocket(socket) as Socket)
  return { socket, request }
}

test.serial(
  'a connection that is not kept ends at once, and closes two seconds later when the body does not end',
  async (t) => {
    const { socket, request } = open()
    drainRequest(request, false)
    t.true(socket.writableEnded)
    mock.timers.tick(1_999)
    t.false(socket.destroyed)
    mock.timers.tick(1)
    t.true(socket.destroyed)
    await turn()
    t.is(request.errored?.message, 'the connection was closed before the end of the body')
  },
)

test.serial('a connection that is kept waits for the rest of the body as long as for another request', async (t) => {
  const { socket, request } = open()
  drainRequest(request, true)
  t.false(socket.writableEnded)
  mock.timers.tick(64_999)
  t.false(socket.destroyed)
  mock.timers.tick(1)
  t.true(socket.destroyed)
})

test.serial('bytes that arrive do not extend the time', (t) => {
  const { socket, request } = open()
  drainRequest(request, false)
  for (let count = 0; count < 20; count += 1) {
    request.push('x')
    mock.timers.tick(100)
  }
  t.true(socket.destroyed)
})

test.serial('the rest of the body is read and dropped, and the connection stays open after it', async (t) => {
  const { socket, request } = open()
  drainRequest(request, true)
  request.push('rest')
  request.complete = true
  request.push(null)
  await turn()
  t.true(request.readableEnded)
  mock.timers.tick(100_000)
  t.false(socket.destroyed)
  t.is(socket.listenerCount('close'), 0)
})

test.serial('a handler that still reads gets an error when the connection closes', async (t) => {
  const { socket, request } = open()
  const errors: string[] = []
  request.on('error', ({ message }) => errors.push(message))
  drainRequest(request, true)
  socket.destroy()
  await turn()
  t.deepEqual(errors, ['the connection was closed before the end of the body'])
  t.true(request.destroyed)
})

test.serial('the error of a closed connection needs no listener', async (t) => {
  const { socket, request } = open()
  socket.destroy()
  await turn()
  drainRequest(request, true)
  await turn()
  t.is(request.errored?.message, 'the connection was closed before the end of the body')
})

test.serial('no timer stays when the connection has closed', async (t) => {
  const { socket, request } = open()
  drainRequest(request, true)
  const countDestroys = destroyAndCount(socket)
  await turn()
  mock.timers.tick(100_000)
  t.is(countDestroys(), 0)
})

for (const [title, headers, complete, isWhole] of [
  ['a body of known length', { 'content-length': '3' }, false, false],
  ['a chunked body', { 'transfer-encoding': 'chunked' }, false, false],
  ['a complete body', { 'content-length': '3' }, true, true],
  ['no body, before its parser has said so', {}, false, true],
] as const) {
  test.serial(`a request with ${title} ${isWhole ? 'has' : 'has not'} arrived`, (t) => {
    t.is(isReceived({ complete, headers } as unknown as IncomingMessage), isWhole)
  })
}

for (const [headers, status, ends] of [
  [{ 'content-length': '1048576' }, 413, false],
  [{ 'content-length': '1048577' }, 413, true],
  [{ 'content-length': '1' }, 408, true],
  [{ 'transfer-encoding': 'chunked' }, 401, true],
] as const) {
  test.serial(`an early ${status} to ${JSON.stringify(headers)} ${ends ? 'ends' : 'keeps'} the connection`, (t) => {
    t.is(endsConnection({ headers } as unknown as IncomingMessage, status), ends)
  })
}
