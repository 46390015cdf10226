/** What the guard makes of requests that Node's server reads, without a network. The client is the test. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { mock } from 'node:test'
import test from 'ava'
import type { IncompleteExchange } from '../../../../src/shared/http/inbound/min-body-rate.ts'
import { RequestGuard, type RequestGuardOptions } from '../../../../src/shared/http/inbound/request-guard.ts'
import { asSocket, FakeSocket } from '../fast-path/fake-socket.ts'

test.beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }))
test.afterEach.always(() => mock.timers.reset())

const turn = () => new Promise(setImmediate)
const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const chunked = 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
const last = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

function open(changes: Partial<RequestGuardOptions> = {}) {
  const requests: IncomingMessage[] = []
  const responses: ServerResponse[] = []
  const reported: number[] = []
  const sources: (() => Iterable<IncompleteExchange>)[] = []
  const guard = new RequestGuard({
    handler(request, response) {
      requests.push(request)
      responses.push(response)
    },
    bodyRateWatch: { add() {}, addSource: (find) => void sources.push(find), close() {} },
    acceptsMissingHost: false,
    isStrictTransport: false,
    stalledReaderTimeoutMs: 7_000,
    checkIntervalMs: 1_000,
    report(error) {
      reported.push(error.status)
      return 'the-id'
    },
    ...changes,
  })
  const server = createServer({ requireHostHeader: false, shouldUpgradeCallback: guard.shouldUpgrade })
  guard.attach(server)

  /** Opens a connection. */
  function dial() {
    const socket = new FakeSocket()
    server.emit('connection', socket)
    return {
      socket,
      state: () => guard.stateOf(asSocket(socket)),
      async receive(text: string) {
        socket.push(Buffer.from(text, 'latin1'))
        await turn()
        await turn()
      },
      sent: () => socket.written.join(''),
      statuses: () => [...socket.written.join('').matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status),
    }
  }
  const incomplete = () => sources.flatMap((find) => [...find()])
  return { guard, server, dial, requests, responses, reported, incomplete }
}

test.serial('a connection is silent, busy and idle in turn', async (t) => {
  const { dial, responses } = open()
  const { state, receive } = dial()
  t.is(state(), 'silent')
  await receive(get)
  t.is(state(), 'busy')
  responses[0]?.end('ok')
  await turn()
  t.is(state(), 'idle')
})

for (const [title, fields, isUpgraded] of [
  ['a WebSocket', 'Upgrade: websocket', true],
  ['a WebSocket in another spelling', 'Upgrade: WebSocket', true],
  ['a WebSocket with an empty body', 'Upgrade: websocket\r\nContent-Length: 0', true],
  ['a WebSocket with a body of one byte', 'Upgrade: websocket\r\nContent-Length: 1', false],
  ['a WebSocket with chunks', 'Upgrade: websocket\r\nTransfer-Encoding: chunked', false],
  ['another protocol', 'Upgrade: h2c', false],
  ['a list of protocols', 'Upgrade: websocket, h2c', false],
] as const)
  test.serial(`an upgrade to ${title} is ${isUpgraded ? 'served' : 'ignored'}`, async (t) => {
    const heads: string[] = []
    const { dial, requests } = open({ upgrade: (_, __, head) => heads.push(String(head)) })
    const { state, receive } = dial()
    await receive(`GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n${fields}\r\n\r\nfirst`)
    t.is(heads.length, isUpgraded ? 1 : 0)
    t.is(requests.length, isUpgraded ? 0 : 1)
    t.is(state(), 'busy')
    if (isUpgraded) t.deepEqual(heads, ['first'])
  })

const upgradeToWebSocket = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'

test.serial('the response to an ignored upgrade is the last one of its connection', async (t) => {
  const { dial, responses } = open()
  const { socket, receive, sent } = dial()
  await receive(upgradeToWebSocket)
  responses[0]?.end('ok')
  await turn()
  t.regex(sent(), /\r\nConnection: close\r\n/)
  t.true(socket.destroyed)
})

test.serial('an upgrade during another request is ignored, and one after its response is served', async (t) => {
  let upgrades = 0
  const upgrade = () => {
    upgrades += 1
  }
  for (const isDuring of [true, false]) {
    const { dial, responses, requests } = open({ upgrade })
    const { receive } = dial()
    await receive(get)
    if (!isDuring) responses[0]?.end('ok')
    await turn()
    await receive(upgradeToWebSocket)
    if (isDuring) responses[0]?.end('ok')
    await turn()
    await turn()
    t.is(upgrades, isDuring ? 0 : 1)
    t.is(requests.length, isDuring ? 2 : 1)
  }
})

test.serial('an upgrade without a valid head is rejected', async (t) => {
  const { dial, reported } = open({ upgrade: () => t.fail() })
  const { socket, receive, statuses, sent, state } = dial()
  await receive(upgradeToWebSocket.replace('Host: x\r\n', ''))
  t.deepEqual(statuses(), ['400'])
  t.regex(sent(), /X-Request-Id: the-id\r\n/)
  t.deepEqual(reported, [400])
  t.is(state(), 'idle')
  socket.emit('error', new Error('read ECONNRESET'))
  t.true(socket.destroyed)
})

test.serial('announceClose makes the current and all later responses the last ones', async (t) => {
  const { guard, dial, responses } = open()
  const [current, idle, closed] = [dial(), dial(), dial()]
  await idle.receive(get)
  responses[0]?.end('first')
  await closed.receive(get)
  closed.socket.destroy()
  await current.receive(get)
  guard.announceClose()
  responses[2]?.end('current')
  await idle.receive(get)
  responses[3]?.end('later')
  await turn()
  for (const { sent, socket } of [current, idle]) {
    t.regex(sent(), /\r\nConnection: close\r\n(?:.*\r\n)*\r\n(?:current|later)$/)
    t.true(socket.destroyed)
  }
})

test.serial('destroy aborts the responses that are not complete', async (t) => {
  const { guard, dial, responses } = open()
  const [busy, idle] = [dial(), dial()]
  await idle.receive(get)
  responses[0]?.end('ok')
  await turn()
  await busy.receive(get)
  guard.destroy()
  t.true(busy.socket.destroyed)
  t.deepEqual([responses[0]?.writableFinished, responses[1]?.writableFinished], [true, false])
})

test.serial('a client that does not read meets a timeout, which ends with the server', async (t) => {
  const { server, dial, responses } = open()
  const stall = async () => {
    const connection = dial()
    await connection.receive(get)
    connection.socket.isStalled = true
    responses.at(-1)?.write('x')
    await turn()
    return connection
  }
  const [{ socket }, closed] = [await stall(), await stall()]
  closed.socket.destroy()
  await turn()
  mock.timers.tick(999)
  t.deepEqual(socket.timeouts, [])
  mock.timers.tick(1)
  t.deepEqual(socket.timeouts, [7_000])
  t.deepEqual(closed.socket.timeouts, [], 'a closed connection is forgotten')

  socket.emit('timeout')
  t.true(socket.destroyed)
  const other = await stall()
  server.emit('close')
  mock.timers.tick(60_000)
  t.deepEqual(other.socket.timeouts, [])
})

test.serial('a timeout ends an idle connection, and none that waits for the handler', async (t) => {
  const { dial } = open()
  const [idle, busy] = [dial(), dial()]
  await busy.receive(get)
  busy.socket.emit('timeout')
  t.false(busy.socket.destroyed)
  t.deepEqual(busy.socket.timeouts, [0])
  idle.socket.emit('timeout')
  t.true(idle.socket.destroyed)
})

test.serial('bodies that have not arrived are watched', async (t) => {
  const { dial, requests, responses, incomplete } = open()
  t.deepEqual(incomplete(), [])
  await dial().receive(get)
  const { receive } = dial()
  await receive(chunked)
  t.deepEqual(incomplete() as unknown, [{ request: requests[1], response: responses[1] }])
  await receive('0\r\n\r\n')
  t.deepEqual(incomplete(), [])
})

test.serial('no request is served after the last response of a connection, and nothing more is read', async (t) => {
  const { dial, requests, responses } = open()
  const { socket, receive, statuses } = dial()
  await receive(get)
  const response = responses[0] as ServerResponse
  response.shouldKeepAlive = false
  t.false(socket.isPaused())
  await receive(get)
  t.is(requests.length, 1)
  t.true(socket.isPaused())
  response.end('ok')
  await turn()
  t.deepEqual(statuses(), ['200'])
  t.true(socket.destroyed)
})

test.serial('bytes after a last request are not served', async (t) => {
  const { dial, requests } = open()
  await dial().receive(last + get)
  t.is(requests.length, 1)
})

for (const isStrictTransport of [true, false])
  test.serial(`responses ${isStrictTransport ? 'have' : 'do not have'} Strict-Transport-Security as set`, async (t) => {
    const { dial, responses } = open({ isStrictTransport })
    const { receive, sent } = dial()
    await receive(get)
    responses[0]?.end('ok')
    t.is(sent().includes('Strict-Transport-Security: max-age=31536000\r\n'), isStrictTransport)
  })

for (const [title, fields, expected] of [
  ['100-continue without a body', 'HTTP/1.1\r\nHost: x\r\nExpect: 100-continue', ['200']],
  ['another expectation', 'HTTP/1.1\r\nHost: x\r\nExpect: foo', ['417']],
  ['none', 'HTTP/1.1\r\nHost: x', ['200']],
  ['100-continue in HTTP/1.0', 'HTTP/1.0\r\nExpect: 100-continue', ['200']],
  ['another expectation in HTTP/1.0', 'HTTP/1.0\r\nExpect: foo', ['200']],
  ['100-continue without a Host', 'HTTP/1.1\r\nExpect: 100-continue', ['400']],
] as const)
  test.serial(`the expectation ${title} leads to ${expected.join(' and ')}`, async (t) => {
    const { dial, reported } = open({ handler: (_, response) => response.end('ok') })
    const { receive, statuses, sent } = dial()
    await receive(`POST / ${fields}\r\nContent-Length: 0\r\n\r\n`)
    t.deepEqual(statuses(), [...expected])
    const isError = Number(expected[0]) >= 400
    t.deepEqual(reported, isError ? [Number(expected[0])] : [])
    t.is(sent().includes('X-Request-Id: the-id\r\n'), isError)
    t.is(sent().includes('Connection: close\r\n'), isError || fields !== 'HTTP/1.1\r\nHost: x')
  })

test.serial('malformed bytes get an error with its id, and the connection ends', async (t) => {
  const { dial, reported } = open()
  const { socket, receive, statuses, sent } = dial()
  await receive('nonsense\r\n\r\n')
  t.deepEqual(statuses(), ['400'])
  t.regex(sent(), /X-Request-Id: the-id\r\n/)
  t.deepEqual(reported, [400])
  t.true(socket.writableEnded)
})

test.serial('an error of the connection gets no response', async (t) => {
  const { server, dial, reported } = open()
  const { socket, receive, sent } = dial()
  await receive(get)
  server.emit('clientError', Object.assign(new Error('read'), { code: 'ECONNRESET' }), socket)
  t.true(socket.destroyed)
  t.is(sent(), '')
  t.deepEqual(reported, [])
})

test.serial('CONNECT is rejected after the responses that are due, which still get drain', async (t) => {
  const { dial, responses, reported } = open()
  const { socket, receive, statuses } = dial()
  await receive(get)
  await receive('CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n')
  t.deepEqual(statuses(), [])
  t.deepEqual(reported, [])
  let drained = 0
  responses[0]?.on('drain', () => {
    drained += 1
  })
  socket.emit('drain')
  t.is(drained, 1)
  responses[0]?.end('ok')
  await turn()
  await turn()
  t.deepEqual(statuses(), ['200', '501'])
  t.deepEqual(reported, [501])
})

test.serial('an error of a connection with CONNECT destroys it', async (t) => {
  const { dial, responses } = open()
  const { socket, receive } = dial()
  await receive(get)
  await receive('CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n')
  socket.emit('error', new Error('read ECONNRESET'))
  t.true(socket.destroyed)
  await turn()
  t.true(responses[0]?.destroyed)
})

test.serial('a request without a Host reaches a handler that checks it', async (t) => {
  for (const acceptsMissingHost of [true, false]) {
    const { dial, requests } = open({ acceptsMissingHost })
    await dial().receive('GET / HTTP/1.1\r\n\r\n')
    t.is(requests.length, acceptsMissingHost ? 1 : 0)
  }
})
