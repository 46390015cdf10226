import { mock } from 'node:test'
import test, { type ExecutionContext } from 'ava'
import {
  ExchangeClock,
  ExchangeTimeout,
  type TimeoutCause,
} from '../../../../src/gateway/data-plane/upstream/exchange-timeout.ts'

const timeouts = (clock: ExchangeClock) => ({ head: clock, idle: clock, minBytes: 0, totalMs: undefined })

/** A timeout that expires only when the test says so, and the peers that it reports. */
function open(t: ExecutionContext, { isUploading = true, isPaused = false, isComplete = false } = {}) {
  const socket = { bytesRead: 0 }
  const flow: { pausedSince: number | undefined } = { pausedSince: undefined }
  const silentPeers: TimeoutCause[] = []
  const request = { socket, complete: isComplete, isPaused: () => isPaused }
  const timeout = new ExchangeTimeout(timeouts(new ExchangeClock(1_000_000)), {
    request,
    isUploading,
    get pausedSince() {
      return flow.pausedSince
    },
    onTimeout: (peer) => silentPeers.push(peer),
  })
  t.teardown(() => timeout.stop())
  return { timeout, socket, flow, silentPeers }
}

test.serial('timeouts of one clock expire between their duration and one step more', (t) => {
  t.teardown(() => mock.timers.reset())
  mock.timers.enable({ apis: ['setInterval'] })
  const clock = new ExchangeClock(60_000)
  const expired: string[] = []
  const request = { socket: { bytesRead: 0 }, complete: true, isPaused: () => false }
  const start = (name: string, onTimeout = () => {}): ExchangeTimeout => {
    const timeout: ExchangeTimeout = new ExchangeTimeout(timeouts(clock), {
      request,
      isUploading: false,
      pausedSince: undefined,
      onTimeout() {
        expired.push(name)
        timeout.stop()
        onTimeout()
      },
    })
    return timeout
  }
  const stopped = start('stopped')
  const one: ExchangeTimeout = start('one of two', () => other.stop())
  const other = start('one of two', () => one.stop())
  const restarted = start('restarted')
  stopped.stop()
  stopped.stop()
  mock.timers.tick(30_000)
  restarted.restart()
  mock.timers.tick(30_000)
  t.deepEqual(expired, [])
  mock.timers.tick(1_000)
  t.deepEqual(expired, ['one of two'])
  mock.timers.tick(30_000)
  t.deepEqual(expired, ['one of two', 'restarted'])
})

test('a caller that keeps sending its body has no timeout, one that stops has', (t) => {
  const { timeout, socket, silentPeers } = open(t)
  socket.bytesRead = 10
  timeout.onExpiry()
  socket.bytesRead = 20
  timeout.onExpiry()
  t.deepEqual(silentPeers, [])
  timeout.onExpiry()
  t.deepEqual(silentPeers, ['client'])
})

for (const [title, options] of [
  ['has no body to wait for', { isUploading: false }],
  ['has the whole body of the caller', { isComplete: true }],
  ['does not take more of the body', { isPaused: true }],
] as const)
  test(`an upstream that ${title} is the silent peer`, (t) => {
    const { timeout, silentPeers } = open(t, options)
    timeout.onExpiry()
    t.deepEqual(silentPeers, ['upstream'])
  })

test('after the head of the response, a caller that keeps sending its body has no timeout, one that stops has', (t) => {
  const { timeout, socket, silentPeers } = open(t)
  timeout.responseStarted('application/json')
  socket.bytesRead = 10
  timeout.onExpiry()
  t.deepEqual(silentPeers, [])
  timeout.onExpiry()
  t.deepEqual(silentPeers, ['client'])
})

test('after the head of the response and the request, the upstream is the silent peer, except for events', (t) => {
  const body = open(t, { isComplete: true })
  body.timeout.responseStarted('application/json')
  body.timeout.onExpiry()
  t.deepEqual(body.silentPeers, ['upstream'])

  const events = open(t)
  events.timeout.responseStarted('text/event-stream; charset=utf-8')
  events.timeout.onExpiry()
  t.deepEqual(events.silentPeers, [])
})

test('a caller that reads nothing of the response is the silent peer after two minutes', (t) => {
  const { timeout, flow, silentPeers } = open(t)
  timeout.responseStarted(undefined)
  flow.pausedSince = performance.now() - 60_000
  timeout.onExpiry()
  t.deepEqual(silentPeers, [])
  flow.pausedSince = performance.now() - 120_001
  timeout.onExpiry()
  t.deepEqual(silentPeers, ['client'])
})

test.serial('after the head, the clock of the idle timeout counts, and too few bytes do not restart it', (t) => {
  t.teardown(() => mock.timers.reset())
  mock.timers.enable({ apis: ['setInterval'] })
  let isExpired = false
  const timeout: ExchangeTimeout = new ExchangeTimeout(
    { head: new ExchangeClock(10_000), idle: new ExchangeClock(60_000), minBytes: 100, totalMs: undefined },
    {
      request: { socket: { bytesRead: 0 }, complete: true, isPaused: () => false },
      isUploading: false,
      pausedSince: undefined,
      onTimeout() {
        isExpired = true
        timeout.stop()
      },
    },
  )
  timeout.responseStarted('text/plain')
  mock.timers.tick(40_000)
  timeout.bodyReceived(60)
  timeout.bodyReceived(60)
  mock.timers.tick(40_000)
  t.false(isExpired, '120 bytes within 60 s are enough')
  timeout.bodyReceived(60)
  mock.timers.tick(22_000)
  t.true(isExpired, 'and 60 are too few')
})
