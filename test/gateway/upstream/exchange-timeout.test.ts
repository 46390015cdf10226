import test, { type ExecutionContext } from 'ava'

import { ExchangeTimeout, type SilentPeer } from '../../../src/gateway/upstream/exchange-timeout.ts'

/** A timeout whose timer never expires by itself, and the peers that it reports. */
function open(t: ExecutionContext, { isUploading = true, isPaused = false, isComplete = false } = {}) {
  const socket = { bytesRead: 0 }
  const flow: { pausedSince: number | undefined } = { pausedSince: undefined }
  const silentPeers: SilentPeer[] = []
  const request = { socket, complete: isComplete, isPaused: () => isPaused }
  const context = { request, isUploading, flow } as never
  const timeout = new ExchangeTimeout(1_000_000, context, (peer) => silentPeers.push(peer))
  t.teardown(() => timeout.stop())
  return { timeout, socket, flow, silentPeers }
}

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

test('after the head of the response the upstream is the silent peer, except for events', (t) => {
  const body = open(t)
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
