import test from 'ava'
import { createDialer } from '../../../../../src/shared/http/client/built-in/dial.ts'
import { AdaptiveReadBuffer, streamReadBuffer } from '../../../../../src/shared/http/client/built-in/read-buffer.ts'
import { type FakeConnection, fakeConnections } from '../fake-connections.ts'

/** Dials without a peer. `calls` lists the calls of the handler. */
function dial(origin: string, { isHandedOn = false } = {}) {
  const calls: string[] = []
  const handler = {
    onReady: () => calls.push('ready'),
    onBytes: (bytes: Buffer, end: number) => calls.push(bytes.toString('latin1', 0, end)),
  }
  const { opened, stop } = fakeConnections()
  const { readBuffer } = createDialer(new URL(origin), undefined)(handler, isHandedOn)
  stop()
  const { options, socket } = opened[0] as FakeConnection
  return { calls, socket, readBuffer, onread: options.onread }
}

test('a TCP connection reads into its read buffer, and goes on after each read', (t) => {
  const { calls, socket, readBuffer, onread } = dial('http://backend')
  t.true(readBuffer instanceof AdaptiveReadBuffer)
  t.is(onread?.buffer, (readBuffer as AdaptiveReadBuffer).next)
  socket.emit('connect')
  t.true(onread?.callback(5, Buffer.from('firstLATER')))
  t.deepEqual(calls, ['ready', 'first'])
})

for (const [what, origin, readyEvent, isHandedOn] of [
  ['a TLS connection', 'https://backend', 'secureConnect', false],
  ['a TCP connection for another owner', 'http://backend', 'connect', true],
  ['a TLS connection for another owner', 'https://backend', 'secureConnect', true],
] as const)
  test(`${what} is read as a stream`, (t) => {
    const { calls, socket, readBuffer, onread } = dial(origin, { isHandedOn })
    t.is(readBuffer, streamReadBuffer)
    t.is(onread, undefined)
    socket.emit(readyEvent)
    socket.emit('data', Buffer.from('first'))
    t.deepEqual(calls, ['ready', 'first'])
  })
