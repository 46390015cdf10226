import { setImmediate as nextTurn } from 'node:timers/promises'
import test from 'ava'
import { trackWrites } from '../../../../../src/shared/http/client/undici/track-writes.ts'
import { FakeSocket } from '../fake-socket.ts'

function track() {
  const socket = new FakeSocket()
  socket.isFull = true
  socket.on('error', () => {})
  const taken: Buffer[] = []
  trackWrites(socket.asSocket(), (part) => taken.push(part))
  return { socket, taken }
}

test('a buffer is reported once the operating system has taken it, and not after an error', async (t) => {
  for (const error of [undefined, new Error('reset')]) {
    const { socket, taken } = track()
    const part = Buffer.from('abc')
    t.false(socket.write(part))
    await nextTurn()
    t.deepEqual(taken, [])
    socket.pendingWrites.shift()?.(error)
    await nextTurn()
    t.deepEqual(taken, error ? [] : [part])
    t.is(socket.written, 'abc')
  }
})

test('text, and buffers with a callback of their own, are written and not reported', async (t) => {
  const { socket, taken } = track()
  socket.isFull = false
  socket.write('caf\xe9', 'latin1')
  let calls = 0
  socket.write(Buffer.from('abc'), () => {
    calls += 1
  })
  await nextTurn()
  t.is(socket.written, 'caf\xe9abc')
  t.is(calls, 1)
  t.deepEqual(taken, [])
})
