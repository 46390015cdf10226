import test from 'ava'
import type { Client } from '../../../../src/gateway/consumers/index.ts'
import { openCallTail } from '../../../../src/gateway/telemetry/call-log/call-tail.ts'
import type { CallRecord } from '../../../../src/gateway/telemetry/calls/index.ts'

let now = 1_000_000
const clock = () => now

function call(change: Partial<CallRecord> = {}): CallRecord {
  return {
    requestId: 'a-1',
    revision: '0123456789ab',
    at: now,
    method: 'GET',
    path: '/acme/sandbox/orders/v1/orders',
    status: 200,
    location: { org: 'acme', catalog: 'sandbox', api: 'orders:1.0.0', operation: 'list' },
    client: { clientId: 'shop-id', application: { name: 'shop' } as Client['application'] },
    user: undefined,
    reason: undefined,
    detail: undefined,
    place: undefined,
    remoteAddress: '127.0.0.1',
    certificate: undefined,
    bytes: 1,
    totalMs: 20,
    upstreamStartedAt: 0,
    upstreamMs: undefined,
    ...change,
  }
}

for (const [title, filter, change, passes] of [
  ['no filter', {}, {}, true],
  ['the name of the API', { api: 'orders' }, {}, true],
  ['name and version of the API', { api: 'orders:1.0.0' }, {}, true],
  ['another API', { api: 'order' }, {}, false],
  ['another application', { application: 'bank' }, {}, false],
  ['a class of status', { status: '4xx' }, { status: 404 }, true],
  ['another class of status', { status: '5xx' }, { status: 404 }, false],
  ['a status', { status: '404' }, { status: 403 }, false],
  ['a path', { path: '*/orders' }, {}, true],
  ['another path', { path: '*/order' }, {}, false],
  ['a slow call', { slowerMs: 20 }, {}, true],
  ['a fast call', { slowerMs: 21 }, {}, false],
] as const) {
  test.serial(`${title} ${passes ? 'lets a call pass' : 'leaves a call out'}`, (t) => {
    const tail = openCallTail(clock)
    tail.read({ follower: 'a', filter })
    tail.add(call(change))
    t.is(tail.read({ follower: 'a', filter }).calls.length, passes ? 1 : 0)
  })
}

test.serial('a slow reader misses calls, and learns how many', (t) => {
  const tail = openCallTail(clock)
  tail.read({ follower: 'a', filter: {} })
  for (let index = 0; index < 1_005; index += 1) tail.add(call())
  const { calls, dropped } = tail.read({ follower: 'a', filter: {} })
  t.deepEqual([calls.length, dropped], [1_000, 5])
  t.deepEqual(tail.read({ follower: 'a', filter: {} }), { ...tail.read({ follower: 'a', filter: {} }), calls: [] })
})

test.serial('nothing is gathered after the last request, and for a reader that asks no more', (t) => {
  const tail = openCallTail(clock)
  t.false(tail.isOpen)
  tail.read({ follower: 'a', filter: {} })
  t.true(tail.isOpen)
  tail.read({ follower: 'a', filter: {}, ends: true })
  t.false(tail.isOpen)
  tail.read({ follower: 'b', filter: {} })
  now += 10_001
  tail.add(call())
  t.false(tail.isOpen)
})

test.serial('a ninth reader is refused, and the others go on', (t) => {
  const tail = openCallTail(clock)
  for (let index = 0; index < 8; index += 1) tail.read({ follower: String(index), filter: {} })
  t.throws(() => tail.read({ follower: '9', filter: {} }), { message: /8 commands follow calls already/ })
  tail.add(call())
  t.is(tail.read({ follower: '0', filter: {} }).calls.length, 1)
})
