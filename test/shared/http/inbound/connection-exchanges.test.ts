import { EventEmitter } from 'node:events'
import { IncomingMessage, type ServerResponse } from 'node:http'
import { mock } from 'node:test'
import test from 'ava'
import { ConnectionExchanges } from '../../../../src/shared/http/inbound/connection-exchanges.ts'
import { asSocket, FakeSocket } from '../fast-path/fake-socket.ts'
import { destroyAndCount } from './destroy-and-count.ts'

test.beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
test.afterEach.always(() => mock.timers.reset())

const turn = () => new Promise(setImmediate)

interface Changes {
  isComplete?: boolean
  shouldKeepAlive?: boolean
  headersSent?: boolean
  writableFinished?: boolean
}

function open() {
  const socket = new FakeSocket()
  const served: ServerResponse[] = []
  const exchanges = new ConnectionExchanges(socket, (response) => void served.push(response))

  /** Begins an exchange. The state of its request and response is that of the changes. */
  function begin({ isComplete = true, ...changes }: Changes = {}) {
    const req = Object.assign(new IncomingMessage(asSocket(socket)), { complete: isComplete })
    const emitter = new EventEmitter()
    const response = Object.assign(emitter, {
      req,
      shouldKeepAlive: true,
      headersSent: false,
      writableFinished: false,
      destroyed: false,
      drained: 0,
      ...changes,
      destroy() {
        response.destroyed = true
        exchanges.end(asResponse(response))
      },
    })
    emitter.on('drain', () => {
      response.drained += 1
    })
    exchanges.begin(asResponse(response))
    return response
  }
  const end = (response: object) => exchanges.end(asResponse(response))
  const sent = async () => {
    await turn()
    return socket.written.join('')
  }
  return { socket, exchanges, served, begin, end, sent }
}

const asResponse = (response: object) => response as unknown as ServerResponse

test.serial('a connection is busy until its last response has ended, in any order', (t) => {
  const { exchanges, begin, end } = open()
  t.false(exchanges.isBusy)
  const responses = [begin(), begin(), begin()]
  for (const index of [1, 0, 2]) {
    t.true(exchanges.isBusy)
    end(responses[index] as object)
  }
  t.false(exchanges.isBusy)
})

test.serial('requests are served one after the other, and nothing is read while one waits', async (t) => {
  const { socket, served, begin, end } = open()
  const [first, second, third] = [begin(), begin(), begin()]
  socket.resume() // as Node's server does after each request
  await turn()
  t.true(socket.isPaused())
  t.deepEqual(served as object[], [first])
  end(first)
  await turn()
  t.true(socket.isPaused())
  t.deepEqual(served as object[], [first, second])
  end(second)
  t.false(socket.isPaused())
  await turn()
  t.deepEqual(served as object[], [first, second, third])
})

test.serial('a request is not served after the end of its connection', async (t) => {
  const { socket, served, begin, end } = open()
  const first = begin()
  begin()
  socket.end()
  end(first)
  await turn()
  t.deepEqual(served as object[], [first])
})

test.serial('drain reaches the oldest response', (t) => {
  const { exchanges, begin, end } = open()
  exchanges.drained()
  const [first, second, third] = [begin(), begin(), begin()]
  exchanges.drained()
  end(second)
  exchanges.drained()
  end(first)
  exchanges.drained()
  t.deepEqual([first.drained, second.drained, third.drained], [2, 0, 1])
})

test.serial('a connection ends with the last response that is not kept alive, or with an error response', (t) => {
  const { exchanges, begin } = open()
  t.false(exchanges.isEnding)
  begin({ shouldKeepAlive: false })
  t.true(exchanges.isEnding)
  begin()
  t.false(exchanges.isEnding)

  const refused = open()
  refused.exchanges.endWith(() => 'error')
  t.true(refused.exchanges.isEnding)
})

test.serial('a body is incomplete when its request is served', (t) => {
  const { exchanges, begin, end } = open()
  t.is(exchanges.incomplete, undefined)
  const first = begin()
  const second = begin({ isComplete: false })
  t.is(exchanges.incomplete, undefined)
  end(first)
  t.deepEqual(exchanges.incomplete as unknown, { request: second.req, response: second })
})

for (const [title, changes, closesAfterMs] of [
  ['the rest of a body is awaited after a response that keeps the connection', { isComplete: false }, 65_000],
  ['the rest of a body is dropped after the last response', { isComplete: false, shouldKeepAlive: false }, 2_000],
  ['a connection that Node leaves open ends after the last response', { shouldKeepAlive: false }, 2_000],
  ['a connection stays open after a response to a complete request', {}, undefined],
  [
    'a connection stays open after a response that was aborted',
    { isComplete: false, writableFinished: false },
    undefined,
  ],
] as const) {
  test.serial(title, async (t) => {
    const { socket, exchanges, begin, end } = open()
    end(begin({ writableFinished: true, ...changes }))
    t.is(exchanges.isEnding, closesAfterMs === 2_000)
    mock.timers.tick((closesAfterMs ?? 100_000) - 1)
    t.false(socket.destroyed)
    mock.timers.tick(1)
    t.is(socket.destroyed, closesAfterMs !== undefined)
    await turn() // the socket closes while its timer is still that of this test
  })
}

test.serial('announceClose ends a connection that waits for the rest of a body', async (t) => {
  const { socket, exchanges, begin, end } = open()
  end(begin({ isComplete: false, writableFinished: true }))
  t.false(socket.writableEnded)
  exchanges.announceClose()
  t.true(socket.writableEnded)
  mock.timers.tick(2_000)
  t.true(socket.destroyed)
  await turn()
})

test.serial('announceClose makes the responses without a head the last ones', (t) => {
  const { exchanges, begin } = open()
  const [begun, waiting] = [begin({ headersSent: true }), begin()]
  exchanges.announceClose()
  t.deepEqual([begun.shouldKeepAlive, waiting.shouldKeepAlive], [true, false])
})

test.serial('destroy aborts all responses, and the connection', (t) => {
  const { socket, exchanges, begin } = open()
  const responses = [begin(), begin(), begin()]
  exchanges.destroy()
  t.true(socket.destroyed)
  t.deepEqual(
    responses.map(({ destroyed }) => destroyed),
    [true, true, true],
  )
  t.false(exchanges.isBusy)
})

test.serial('the timeout of a client that does not read starts once, when bytes wait for the client', async (t) => {
  const { socket, exchanges } = open()
  exchanges.checkReader(7_000)
  t.deepEqual(socket.timeouts, [])
  socket.isStalled = true
  socket.write('x')
  for (let count = 0; count < 3; count += 1) exchanges.checkReader(7_000)
  t.deepEqual(socket.timeouts, [7_000])
})

for (const [isBusy, bytes, isDestroyed] of [
  [true, '', false],
  [true, 'x', true],
  [false, '', true],
  [false, 'x', true],
] as const)
  test.serial(
    `a timeout ${isBusy ? 'of' : 'without'} a request with "${bytes}" waiting ${isDestroyed ? 'destroys the connection' : 'has no effect'}`,
    (t) => {
      const { socket, exchanges, begin } = open()
      if (isBusy) begin()
      socket.isStalled = true
      if (bytes) socket.write(bytes)
      exchanges.onTimeout()
      t.is(socket.destroyed, isDestroyed)
      t.deepEqual(socket.timeouts, isDestroyed ? [] : [0])
    },
  )

test.serial('an error response is sent at once when no response is due, and ends the connection', async (t) => {
  const { socket, exchanges, sent } = open()
  exchanges.endWith(() => 'error \xfc')
  t.is(await sent(), 'error \xfc')
  t.true(socket.writableEnded)
  mock.timers.tick(1_999)
  t.false(socket.destroyed)
  mock.timers.tick(1)
  t.true(socket.destroyed)
})

test.serial('the rest of what the client sends is read after an error response, and no timer stays', async (t) => {
  const { socket, exchanges } = open()
  socket.pause()
  exchanges.endWith(() => 'error')
  t.false(socket.isPaused())
  const countDestroys = destroyAndCount(socket)
  await turn()
  mock.timers.tick(60_000)
  t.is(countDestroys(), 0)
})

test.serial('the first error is the only one', async (t) => {
  const { exchanges, sent } = open()
  exchanges.endWith(() => 'first')
  exchanges.endWith(() => 'second')
  t.is(await sent(), 'first')
})

test.serial('an error response waits for all responses that are due', async (t) => {
  const { exchanges, begin, end, sent } = open()
  const [first, second] = [begin(), begin()]
  let calls = 0
  exchanges.endWith(() => {
    calls += 1
    return 'error'
  })
  exchanges.endWith(() => 'another')
  end(first)
  t.is(await sent(), '')
  t.is(calls, 0)
  end(second)
  t.is(await sent(), 'error')
})

test.serial('a request with an incomplete body gets the error response', async (t) => {
  for (const shouldKeepAlive of [true, false]) {
    const { exchanges, begin, sent } = open()
    begin({ isComplete: false, shouldKeepAlive })
    exchanges.endWith(() => 'error')
    t.is(await sent(), 'error', `kept alive: ${shouldKeepAlive}`)
  }
})

test.serial('a request with an incomplete body gets the error response after the responses before it', async (t) => {
  const { exchanges, begin, end, sent } = open()
  const first = begin()
  begin({ isComplete: false })
  exchanges.endWith(() => 'error')
  t.is(await sent(), '')
  end(first)
  t.is(await sent(), 'error')
})

test.serial('no error response follows the last response of a connection', async (t) => {
  const { socket, exchanges, begin, end, sent } = open()
  const last = begin({ shouldKeepAlive: false })
  exchanges.endWith(() => 'error')
  end(last)
  t.is(await sent(), '')
  t.false(socket.destroyed)
})

test.serial('a response that has begun is cut off instead of followed by an error', async (t) => {
  const { socket, exchanges, begin, sent } = open()
  begin({ isComplete: false, headersSent: true })
  exchanges.endWith(() => 'error')
  t.is(await sent(), '')
  t.true(socket.destroyed)
})

test.serial('a connection that cannot be written is destroyed', async (t) => {
  const { socket, exchanges, sent } = open()
  socket.end()
  exchanges.endWith(() => 'error')
  t.true(socket.destroyed)
  t.is(await sent(), '')
})
