import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import test from 'ava'
import { attachConnectionLimits } from '../../../../src/shared/http/inbound/attach-connection-limits.ts'
import type { ConnectionLimits, ConnectionState } from '../../../../src/shared/http/inbound/connection-limits.ts'

type Stream = EventEmitter & Pick<Socket, 'remoteAddress' | 'remotePort' | 'localAddress'>

function connection(remotePort: number, remoteAddress = '127.0.0.1', localAddress = '127.0.0.2'): Stream {
  return Object.assign(new EventEmitter(), { remotePort, remoteAddress, localAddress })
}

/** Attaches limits to a server that opens no port. `stateOf` returns what the limits learn about a connection. */
function attach({ isTls = false, admits = true } = {}) {
  const server = Object.assign(new EventEmitter(), isTls && { setSecureContext() {} })
  const taken: unknown[] = []
  server.on('connection', function take(this: unknown, socket) {
    taken.push([this === server, socket])
  })
  let stateOf: (socket: Socket) => ConnectionState = () => 'busy'
  const limits: ConnectionLimits = {
    openCount: 0,
    admit(_, state) {
      stateOf = state
      return admits
    },
    onDescriptorShortage() {},
  }
  const states = new Map<unknown, ConnectionState>()
  attachConnectionLimits(server as unknown as Server, limits, (stream) => states.get(stream) ?? 'busy')
  return { server, taken, states, stateOf: (socket: Stream) => stateOf(socket as unknown as Socket) }
}

test('an admitted connection reaches the server once', (t) => {
  const { server, taken } = attach()
  const socket = connection(1)
  server.emit('connection', socket)
  t.deepEqual(taken, [[true, socket]])
})

test('a refused connection does not reach the server', (t) => {
  const { server, taken } = attach({ admits: false })
  server.emit('connection', connection(1))
  t.deepEqual(taken, [])
})

test('the state of a plain connection is that of its socket', (t) => {
  const { server, states, stateOf } = attach()
  const socket = connection(1)
  server.emit('connection', socket)
  states.set(socket, 'idle')
  t.is(stateOf(socket), 'idle')
})

test('the state of a TLS connection is silent until its handshake, then that of its stream', (t) => {
  const { server, states, stateOf } = attach({ isTls: true })
  const socket = connection(1)
  const stream = connection(1)
  const others = [connection(2), connection(1, '127.0.0.9'), connection(1, '127.0.0.1', '127.0.0.3')]
  server.emit('connection', socket)
  t.is(stateOf(socket), 'silent')
  server.emit('secureConnection', stream)
  states.set(stream, 'idle')
  t.is(stateOf(socket), 'idle')
  for (const other of others) t.is(stateOf(other), 'silent')

  stream.emit('close')
  t.is(stateOf(socket), 'silent')
})

test('the end of a TLS connection does not hide a later one from the same port', (t) => {
  const { server, states, stateOf } = attach({ isTls: true })
  const [former, later] = [connection(1), connection(1)]
  server.emit('connection', connection(1))
  server.emit('secureConnection', former)
  server.emit('secureConnection', later)
  states.set(later, 'idle')
  former.emit('close')
  t.is(stateOf(connection(1)), 'idle')
})

test('the stream of a TLS connection is known before other listeners get it', (t) => {
  const server = Object.assign(new EventEmitter(), { setSecureContext() {} })
  const seen: ConnectionState[] = []
  let stateOf: (socket: Socket) => ConnectionState = () => 'busy'
  server.on('secureConnection', (stream) => seen.push(stateOf(stream)))
  const limits = {
    openCount: 0,
    onDescriptorShortage() {},
    admit(_: Socket, state: typeof stateOf) {
      stateOf = state
      return true
    },
  }
  attachConnectionLimits(server as unknown as Server, limits, () => 'idle')
  server.emit('connection', connection(1))
  server.emit('secureConnection', connection(1))
  t.deepEqual(seen, ['idle'])
})
