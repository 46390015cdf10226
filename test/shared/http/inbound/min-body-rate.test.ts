/** When a body is too slow, with a clock that the test moves. */
import { EventEmitter } from 'node:events'
import { mock } from 'node:test'
import test from 'ava'
import {
  defaultMinBodyRate,
  type IncompleteExchange,
  type MinBodyRate,
  watchBodyRates,
} from '../../../../src/shared/http/inbound/min-body-rate.ts'
import { slowBodyEvent } from '../../../../src/shared/http/request/follow-body.ts'

test.beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }))
test.afterEach.always(() => mock.timers.reset())

/** A grace period of 10 seconds, which each 100 bytes extend by one second. */
const slow: MinBodyRate = { graceMs: 10_000, bytesPerSecond: 100 }

function open(rate: MinBodyRate = slow) {
  const refused: unknown[] = []
  const watch = watchBodyRates(rate, (request, response) => refused.push([request, response]))
  return { watch, refused, seconds: (count: number) => mock.timers.tick(count * 1_000) }
}

/** A request whose body the test sends. */
function exchange() {
  const socket = {
    bytesRead: 0,
    destroyed: false,
    isHeld: false,
    isPaused: () => socket.isHeld,
    destroy() {
      socket.destroyed = true
    },
  }
  const request = Object.assign(new EventEmitter(), { socket, complete: false, readableLength: 0 })
  const response = { headersSent: false, destroy: () => socket.destroy() }
  return { socket, request, response, both: { request, response } as unknown as IncompleteExchange }
}

test.serial('a body without bytes is refused at the first check after the grace period, once', (t) => {
  const { watch, refused, seconds } = open()
  const { request, response, both } = exchange()
  watch.add(both)
  seconds(10)
  t.deepEqual(refused, [])
  seconds(1)
  t.deepEqual(refused, [[request, response]])
  seconds(60)
  t.is(refused.length, 1)
})

test.serial('a request that is added twice has one grace period', (t) => {
  const { watch, refused, seconds } = open()
  const { both } = exchange()
  watch.add(both)
  seconds(5)
  watch.add(both)
  seconds(6)
  t.is(refused.length, 1)
})

for (const [title, graceMs, dueMs] of [
  ['30 seconds is checked every second', 30_000, 31_000],
  ['one second is checked ten times', 1_000, 1_100],
  ['ten seconds is checked every second', 10_000, 11_000],
] as const)
  test.serial(`a grace period of ${title}`, (t) => {
    const { watch, refused } = open({ graceMs, bytesPerSecond: 100 })
    watch.add(exchange().both)
    mock.timers.tick(dueMs - 1)
    t.is(refused.length, 0)
    mock.timers.tick(1)
    t.is(refused.length, 1)
  })

test('the default rate is 30 seconds, and one more for each 500 bytes', (t) =>
  t.deepEqual(defaultMinBodyRate, { graceMs: 30_000, bytesPerSecond: 500 }))

for (const [bytes, isRefused] of [
  [100, false],
  [99, true],
] as const)
  test.serial(`a body of ${bytes} bytes per second is ${isRefused ? 'refused' : 'served'}`, (t) => {
    const { watch, refused, seconds } = open()
    const { socket, both } = exchange()
    watch.add(both)
    for (let count = 0; count < 2_000; count += 1) {
      socket.bytesRead += bytes
      seconds(1)
    }
    t.is(refused.length > 0, isRefused)
  })

test.serial('a body that is one percent too slow is refused when it has used up the grace period', (t) => {
  const { watch, refused, seconds } = open()
  const { socket, both } = exchange()
  watch.add(both)
  const receive = (count: number) => {
    for (let second = 0; second < count; second += 1) {
      socket.bytesRead += 99
      seconds(1)
    }
  }
  receive(901) // the first check leaves nine seconds, and each later one takes ten milliseconds
  t.is(refused.length, 0)
  receive(1)
  t.is(refused.length, 1)
})

test.serial('bytes that arrived before the watch extend nothing', (t) => {
  const { watch, refused, seconds } = open()
  const { socket, both } = exchange()
  socket.bytesRead = 1_000_000
  watch.add(both)
  seconds(11)
  t.is(refused.length, 1)
})

test.serial('a fast beginning extends the wait to the grace period and no further', (t) => {
  const { watch, refused, seconds } = open()
  const { socket, both } = exchange()
  watch.add(both)
  seconds(5)
  socket.bytesRead = 1_000_000
  seconds(10)
  t.is(refused.length, 0)
  seconds(1)
  t.is(refused.length, 1)
})

for (const [title, hold, release] of [
  [
    'the socket is paused',
    ({ socket }: ReturnType<typeof exchange>) => {
      socket.isHeld = true
    },
    ({ socket }: ReturnType<typeof exchange>) => {
      socket.isHeld = false
    },
  ],
  [
    'the handler has bytes to read',
    ({ request }: ReturnType<typeof exchange>) => {
      request.readableLength = 1
    },
    ({ request }: ReturnType<typeof exchange>) => {
      request.readableLength = 0
    },
  ],
] as const)
  test.serial(`the time in which ${title} does not count, nor do the bytes of that time`, (t) => {
    const { watch, refused, seconds } = open()
    const body = exchange()
    watch.add(body.both)
    hold(body)
    body.socket.bytesRead = 1_000_000
    seconds(100)
    t.is(refused.length, 0)
    release(body)
    seconds(10)
    t.is(refused.length, 0)
    seconds(1)
    t.is(refused.length, 1)
  })

for (const [title, finish] of [
  [
    'is complete',
    ({ request }: ReturnType<typeof exchange>) => {
      request.complete = true
    },
  ],
  [
    'has lost its connection',
    ({ socket }: ReturnType<typeof exchange>) => {
      socket.destroyed = true
    },
  ],
] as const)
  test.serial(`a request that ${title} is not refused, nor watched any longer`, (t) => {
    const { watch, refused, seconds } = open()
    const body = exchange()
    watch.add(body.both)
    seconds(10)
    finish(body)
    seconds(1)
    body.request.complete = false
    body.socket.destroyed = false
    seconds(60)
    t.deepEqual(refused, [])
  })

test.serial('a listener of the request responds itself', (t) => {
  const { watch, refused, seconds } = open()
  const { request, socket, both } = exchange()
  let calls = 0
  request.on(slowBodyEvent, () => {
    calls += 1
  })
  watch.add(both)
  seconds(60)
  t.is(calls, 1)
  t.deepEqual(refused, [])
  t.false(socket.destroyed)
})

test.serial('after the head of a response, the connection is destroyed', (t) => {
  const { watch, refused, seconds } = open()
  const { socket, response, both } = exchange()
  response.headersSent = true
  watch.add(both)
  seconds(10)
  t.false(socket.destroyed)
  seconds(1)
  t.true(socket.destroyed)
  t.deepEqual(refused, [])
})

test.serial('the bodies of all sources are found before each check', (t) => {
  const { watch, refused, seconds } = open()
  const [one, two, later] = [exchange(), exchange(), exchange()]
  const found = [one.both]
  watch.addSource(() => found)
  watch.addSource(() => [two.both])
  seconds(5)
  found.push(later.both)
  const requests = () => refused.map((pair) => (pair as unknown[])[0])
  seconds(6)
  t.deepEqual(requests(), [one.request, two.request])
  one.request.complete = true
  two.request.complete = true
  seconds(5)
  t.deepEqual(requests(), [one.request, two.request, later.request])
})

test.serial('nothing is checked after close', (t) => {
  const { watch, refused, seconds } = open()
  watch.add(exchange().both)
  watch.close()
  seconds(60)
  t.deepEqual(refused, [])
})

test.serial('of a stream, its own bytes count, and whether its own reader holds it back', (t) => {
  const { watch, refused, seconds } = open()
  const { socket, request, both } = exchange()
  const stream = Object.assign(request, { receivedBytes: 0, isHeldBack: true })
  watch.add(both)
  socket.isHeld = true
  seconds(20)
  t.deepEqual(refused, [])
  stream.isHeldBack = false
  for (let second = 0; second < 11; second += 1) {
    socket.bytesRead += 1_000_000 // of other streams
    seconds(1)
  }
  t.is(refused.length, 1)
})

test.serial('a stream that was aborted is no longer watched', (t) => {
  const { watch, refused, seconds } = open()
  const { request, both } = exchange()
  watch.add(both)
  Object.assign(request, { aborted: true })
  seconds(60)
  t.deepEqual(refused, [])
})
