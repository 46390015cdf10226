/** The states and timeouts of connections of the fast path, with a clock that the test moves. */
import { mock } from 'node:test'
import test from 'ava'
import { asSocket, FakeSocket } from './fake-socket.ts'
import { get, openConnection, turn } from './fast-path-harness.ts'

test.beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }))
test.afterEach.always(() => mock.timers.reset())

const open = () => ({ ...openConnection(), seconds: (count: number) => mock.timers.tick(count * 1_000) })

test.serial('a connection is silent, busy and idle in turn, and unknown after its end', async (t) => {
  const { server, socket, responses, state, receive } = open()
  t.is(server.stateOf(asSocket(new FakeSocket())), undefined)
  t.is(state(), 'silent')
  await receive(get.slice(0, 9))
  t.is(state(), 'silent')
  await receive(get.slice(9))
  t.is(state(), 'busy')
  responses[0]?.end('ok')
  await turn()
  t.is(state(), 'idle')
  await receive(get.slice(0, 9))
  t.is(state(), 'silent')
  socket.destroy()
  await turn()
  t.is(state(), undefined)
})

for (const [title, begin] of [
  ['a connection without a head', ''],
  ['an incomplete head', 'GET / HT'],
] as const)
  test.serial(`${title} meets the head timeout of three seconds, and not before`, async (t) => {
    const { log, receive, seconds } = open()
    if (begin) await receive(begin)
    seconds(3)
    t.deepEqual(log, [])
    seconds(1) // the first check can follow the beginning at once
    t.deepEqual(log, ['head timeout'])
    await turn()
    seconds(9)
    t.deepEqual(log, ['head timeout'])
  })

test.serial('the head timeout of a later request begins with its first byte', async (t) => {
  const { log, responses, receive, seconds } = open()
  await receive(get)
  responses[0]?.end('ok')
  await turn()
  seconds(30)
  await receive('GET /')
  seconds(3)
  t.deepEqual(log, [])
  seconds(1)
  t.deepEqual(log, ['head timeout'])
})

test.serial('an idle connection closes after 65 seconds, and not before', async (t) => {
  const { socket, responses, receive, seconds } = open()
  seconds(2)
  await receive(get)
  seconds(100)
  t.false(socket.destroyed, 'a request is in progress')
  responses[0]?.end('ok')
  await turn()
  seconds(65)
  t.false(socket.destroyed)
  seconds(1)
  t.true(socket.destroyed)
})

test.serial('a client that reads nothing of a response is destroyed after the timeout', async (t) => {
  const { socket, responses, receive, seconds } = open()
  await receive(get)
  seconds(1)
  t.is(socket.timeout, 0, 'nothing waits for the client')
  responses[0]?.writeHead(200, { 'Content-Length': 2 })
  responses[0]?.flushHeaders()
  socket.isStalled = true
  responses[0]?.write('x')
  await turn()
  t.is(socket.writableLength, 1)
  seconds(3)
  t.deepEqual(socket.timeouts, [7_000], 'a further check does not start the timeout again')
  socket.emit('timeout')
  t.true(socket.destroyed)
})

test.serial('a client that reads everything is not destroyed by a late timeout', async (t) => {
  const { socket, responses, receive, seconds } = open()
  await receive(get)
  socket.isStalled = true
  responses[0]?.write('x')
  await turn()
  seconds(1)
  socket.isStalled = false
  socket.takeWrites?.()
  await turn()
  socket.emit('timeout')
  t.false(socket.destroyed)
  t.is(socket.timeout, 0, 'the timeout has ended')
})

for (const [title, length, passes] of [
  ['32 KiB before its empty line', 32 * 1024, []],
  ['a byte more', 32 * 1024 + 1, ['passed']],
] as const)
  test.serial(`a complete head with ${title} ${passes.length ? 'passes to Node' : 'is served'}`, async (t) => {
    const { log, responses, receive } = open()
    const start = 'GET / HTTP/1.1\r\nHost: x\r\nA: '
    await receive(`${start}${'a'.repeat(length - start.length)}\r\n\r\n`)
    t.deepEqual(log, passes)
    t.is(responses.length, 1 - passes.length)
  })

test.serial('an incomplete head of 32 KiB passes to Node, a shorter one waits for the rest', async (t) => {
  const { log, state, receive } = open()
  const start = 'GET / HTTP/1.1\r\nHost: x\r\nA: '
  await receive(start + 'a'.repeat(32 * 1024 - start.length - 1))
  t.deepEqual(log, [])
  await receive('a')
  t.deepEqual(log, ['passed'])
  t.is(state(), undefined)
})

test.serial('a connection that passes to Node keeps all its bytes, and no listener of the fast path', async (t) => {
  const { socket, log, passedBytes, receive } = open()
  const unwanted = 'POST /unwanted HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbo'
  await receive(unwanted)
  t.deepEqual(log, ['passed'])
  await receive('dy')
  t.is(passedBytes.join(''), `${unwanted}dy`)
  for (const event of ['drain', 'timeout', 'error', 'close'])
    t.is(socket.listenerCount(event), 0, `${event} is left to Node`)
})

test.serial('only a body that arrives later is watched for its rate', async (t) => {
  const { log, receive, responses } = open()
  await receive('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody')
  t.deepEqual(log, [])
  responses[0]?.end()
  await turn()
  await receive('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbod')
  t.deepEqual(log, ['body watched'])
})

test.serial(
  'a client that ends its side gives up a request without a response, and gets one that has ended',
  async (t) => {
    const given = open()
    await given.receive(get)
    given.socket.push(null)
    await turn()
    t.true(given.socket.destroyed)
    t.like(given.responses[0], { destroyed: true, writableFinished: false })

    const ended = open()
    await ended.receive(get)
    ended.socket.isStalled = true
    ended.responses[0]?.end('ok')
    ended.socket.push(null)
    await turn()
    t.false(ended.socket.destroyed)
    ended.socket.takeWrites?.()
    await turn()
    t.true(ended.socket.destroyed)
  },
)

test.serial('after announceClose, each response is the last one unless its head was sent', async (t) => {
  const sent = open()
  await sent.receive(get)
  sent.responses[0]?.writeHead(200)
  sent.server.announceClose()
  sent.responses[0]?.end('ok')
  await turn()
  t.false(sent.socket.destroyed)
  await sent.receive(get)
  sent.responses[1]?.end('ok')
  await turn()
  t.true(sent.socket.written.at(-1)?.includes('Connection: close\r\n'))
  t.true(sent.socket.destroyed)

  const begun = open()
  await begun.receive(get)
  begun.server.announceClose()
  begun.responses[0]?.end('ok')
  await turn()
  t.true(begun.socket.written.join('').includes('Connection: close\r\n'))
})

test.serial('closeIdle closes connections without a request, but none with a begun one', async (t) => {
  for (const [begin, isDestroyed] of [
    ['', true],
    ['GET /', false],
    [get, false],
  ] as const) {
    const { server, socket, receive } = open()
    if (begin) await receive(begin)
    server.closeIdle()
    t.is(socket.destroyed, isDestroyed, JSON.stringify(begin))
  }
})

test.serial('destroy ends all connections and the checks', async (t) => {
  const { server, socket, log, seconds } = open()
  server.destroy()
  t.true(socket.destroyed)
  const other = new FakeSocket()
  server.accept(asSocket(other))
  seconds(60)
  t.deepEqual(log, [])
})
