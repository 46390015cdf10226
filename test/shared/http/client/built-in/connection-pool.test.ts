import test from 'ava'
import { openConnectionPool } from '../../../../../src/shared/http/client/index.ts'
import { ask, aTurn, connectedBy, get, handler, ok, testConnectionPool } from '../conformance.ts'

testConnectionPool(test, openConnectionPool)

test('concurrent requests have their own connections, and the most recently used one is reused first', async (t) => {
  const { connections, count } = await connectedBy(openConnectionPool, t, (socket, _, own) =>
    socket.write(ok(String(own))),
  )
  const first = await Promise.all([ask(connections), ask(connections), ask(connections)])
  t.deepEqual(first.toSorted(), ['1', '2', '3'])
  const again = await ask(connections)
  for (let turn = 0; turn < 2; turn += 1) await aTurn()
  t.is(await ask(connections), again)
  t.is(count(), 3)
})

test('a request for another protocol uses a new connection', async (t) => {
  const { connections, count } = await connectedBy(openConnectionPool, t, (socket, bytes) => {
    if (bytes.startsWith('GET /ordinary')) socket.write(ok(''))
    else socket.write('HTTP/1.1 101 \r\nConnection: upgrade\r\nUpgrade: echo\r\n\r\n')
  })
  await ask(connections, { path: '/ordinary' })
  await new Promise<void>((resolve, reject) => {
    const onSwitch = () => resolve()
    connections.send({ ...get, upgrade: 'echo' }, handler({ onUpgrade: onSwitch, onError: reject }))
  })
  t.is(count(), 2)
})

test('a response that was paused at its head still ends when all of it was read', async (t) => {
  const { connections, count } = await connectedBy(openConnectionPool, t, (socket) => socket.write(ok('a')))
  const ended = Promise.withResolvers<void>()
  const sending = connections.send(get, handler({ onHead: () => sending.pause(), onEnd: ended.resolve }))
  await ended.promise
  t.is(await ask(connections), 'a')
  t.is(count(), 1)
})
