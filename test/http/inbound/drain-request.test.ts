import { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { mock } from 'node:test'

import test from 'ava'

import { drainRequest } from '../../../src/http/inbound/drain-request.ts'
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

test.serial('the connection closes two seconds after the response when the body does not end', async (t) => {
  const { socket, request } = open()
  drainRequest(request)
  mock.timers.tick(1_999)
  t.false(socket.destroyed)
  mock.timers.tick(1)
  t.true(socket.destroyed)
  await turn()
  t.is(request.errored?.message, 'the connection was closed before the end of the body')
})

test.serial('bytes that arrive do not extend the time', (t) => {
  const { socket, request } = open()
  drainRequest(request)
  for (let count = 0; count < 20; count += 1) {
    request.push('x')
    mock.timers.tick(100)
  }
  t.true(socket.destroyed)
})

test.serial('the rest of the body is read and dropped, and the connection stays open after it', async (t) => {
  const { socket, request } = open()
  drainRequest(request)
  request.push('rest')
  request.complete = true
  request.push(null)
  await turn()
  t.true(request.readableEnded)
  mock.timers.tick(60_000)
  t.false(socket.destroyed)
  t.is(socket.listenerCount('close'), 0)
})

test.serial('a handler that still reads gets an error when the connection closes', async (t) => {
  const { socket, request } = open()
  const errors: string[] = []
  request.on('error', ({ message }) => errors.push(message))
  drainRequest(request)
  socket.destroy()
  await turn()
  t.deepEqual(errors, ['the connection was closed before the end of the body'])
  t.true(request.destroyed)
})

test.serial('the error of a closed connection needs no listener', async (t) => {
  const { socket, request } = open()
  socket.destroy()
  await turn()
  drainRequest(request)
  await turn()
  t.is(request.errored?.message, 'the connection was closed before the end of the body')
})

test.serial('no timer stays when the connection has closed', async (t) => {
  const { socket, request } = open()
  drainRequest(request)
  const countDestroys = destroyAndCount(socket)
  await turn()
  mock.timers.tick(60_000)
  t.is(countDestroys(), 0)
})
