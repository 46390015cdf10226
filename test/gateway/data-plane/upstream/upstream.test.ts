import { once } from 'node:events'
import { connect } from 'node:net'
import test from 'ava'
import { CircuitBreaker } from '../../../../src/gateway/data-plane/upstream/circuit-breaker.ts'
import { openLastingState } from '../../../../src/gateway/data-plane/upstream/lasting-state.ts'
import { RetryBudget } from '../../../../src/gateway/data-plane/upstream/retry-budget.ts'
import {
  openUpstream,
  type UpstreamOrigin,
  type UpstreamSettings,
} from '../../../../src/gateway/data-plane/upstream/upstream.ts'
import { openUpstreamConnections } from '../../../../src/gateway/data-plane/upstream/upstream-connections.ts'
import { TargetCountTable } from '../../../../src/gateway/telemetry/calls/index.ts'
import { api, catalog, config, operation, step } from '../_support/documents.ts'
import { startBackend, startGateway } from '../_support/servers.ts'

const statuses: ReadonlySet<number> = new Set([502, 503, 504])

const plain: UpstreamSettings = {
  balance: 'round-robin',
  hashKey: 'client',
  maxEjected: 1,
  breaker: undefined,
  health: undefined,
  retryShare: 0,
}

function open(settings: Partial<UpstreamSettings>, now = () => 0, lasting = openLastingState(), key = '') {
  const origins = ['a', 'b', 'c'].map((url): UpstreamOrigin => ({ url, weight: 1, connect: () => url as never }))
  return openUpstream(
    origins,
    { ...plain, ...settings },
    { now, key, onClose() {}, onHealthChange() {}, targetCounts: new TargetCountTable(), lasting },
  )
}

test('round-robin selects targets in order', (t) => {
  const upstream = open({})
  const taken = Array.from({ length: 6 }, () => String(upstream.acquire()?.connections))
  t.deepEqual(taken.slice(0, 3).sort(), ['a', 'b', 'c'])
  t.deepEqual(taken.slice(3), taken.slice(0, 3))
})

test('least-connections selects the target with the fewest requests', (t) => {
  const upstream = open({ balance: 'least-connections' })
  const [first, , third] = [upstream.acquire(), upstream.acquire(), upstream.acquire()]
  third?.release(200, undefined)
  t.is(upstream.acquire()?.connections, 'c' as never)
  first?.release(200, undefined)
  t.is(upstream.acquire()?.connections, 'a' as never)
})

test('a circuit opens after failures in a row, and one request tests whether it closes', (t) => {
  const breaker = new CircuitBreaker({ failures: 2, openMs: 100, statuses })
  breaker.end('failure', breaker.begin(), 0)
  breaker.end('success', breaker.begin(), 0)
  breaker.end('failure', breaker.begin(), 0)
  t.true(breaker.allows(0), 'not in a row')
  breaker.end('failure', breaker.begin(), 0)
  t.false(breaker.allows(99))
  t.true(breaker.allows(100))
  breaker.begin()
  t.false(breaker.allows(100), 'one is enough to find out')
  breaker.end('failure', breaker.begin(), 100)
  t.false(breaker.allows(199))
  breaker.begin()
  breaker.end('success', breaker.begin(), 200)
  t.true(breaker.allows(200))
})

test('a request without an outcome lets another request test the target', (t) => {
  const breaker = new CircuitBreaker({ failures: 2, openMs: 100, statuses })
  breaker.end('failure', breaker.begin(), 0)
  breaker.end('unknown', breaker.begin(), 0)
  breaker.end('failure', breaker.begin(), 0)
  t.false(breaker.allows(99), 'still in a row')
  breaker.begin()
  breaker.end('unknown', breaker.begin(), 100)
  t.true(breaker.allows(100))
  t.true(breaker.isOpen)
})

for (const [what, status, failure, outcome] of [
  ['a response', 200, undefined, 'success'],
  ['an error of the caller', 404, undefined, 'success'],
  ['a fault that does not count', 500, undefined, 'success'],
  ['a status that counts', 503, undefined, 'failure'],
  ['a broken body', 200, 'upstream_broken', 'failure'],
  ['no response', undefined, 'upstream_closed', 'failure'],
  ['a caller that disconnects', undefined, undefined, 'unknown'],
] as const) {
  test(`the circuit breaker counts ${what} as ${outcome}`, (t) => {
    const breaker = new CircuitBreaker({ failures: 2, openMs: 100, statuses })
    t.is(breaker.judgeExchange(status, failure !== undefined), outcome)
  })
}

test('targets with an open circuit get no requests; with all open there is no target', (t) => {
  let now = 0
  const upstream = open({ breaker: { failures: 1, openMs: 10, statuses } }, () => now)
  for (let each = 0; each < 3; each += 1) upstream.acquire()?.release(undefined, 'upstream_closed')
  t.is(upstream.acquire(), undefined)
  now = 10
  t.truthy(upstream.acquire())
})

test('an upstream goes on from the circuits of the revision before, and no other one does', (t) => {
  const breaker = { failures: 1, openMs: 10, statuses }
  const lasting = openLastingState()
  const before = open({ breaker }, () => 0, lasting, 'orders')
  const failed = before.acquire()
  failed?.release(503, undefined)
  const take = (key: string) => {
    const upstream = open({ breaker }, () => 0, lasting, key)
    return [1, 2, 3].map(() => String(upstream.acquire()?.connections))
  }
  t.false(take('orders').includes(String(failed?.connections)))
  t.true(take('customers').includes(String(failed?.connections)))
})

test('a retry budget allows its share of retries and saves at most ten', (t) => {
  const budget = new RetryBudget(0.5)
  t.true(budget.spend())
  t.false(budget.spend())
  budget.earn()
  t.false(budget.spend())
  budget.earn()
  t.true(budget.spend())
  for (let each = 0; each < 1_000; each += 1) budget.earn()
  t.is(Array.from({ length: 1_000 }, () => budget.spend()).filter(Boolean).length, 10)
  t.false(new RetryBudget(0).spend())
})

test('health checks run at intervals and report changes', async (t) => {
  let status = 500
  const asked: (string | undefined)[] = []
  const backend = await startBackend((request, response) => {
    asked.push(request.url)
    response.writeHead(status).end()
  })
  const upstreams = openUpstreamConnections()
  t.teardown(async () => {
    await upstreams.close()
    await backend.close()
  })

  const changes: boolean[] = []
  const changed = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const health = { path: '/health', intervalMs: 5, timeoutMs: 1_000, healthyAfter: 1, unhealthyAfter: 2 }
  openUpstream(
    [{ url: backend.url, weight: 1, connect: upstreams.find(backend.url, undefined) }],
    { ...plain, health },
    {
      now: () => 0,
      key: '',
      onClose: upstreams.onClose,
      targetCounts: new TargetCountTable(),
      lasting: openLastingState(),
      onHealthChange(_, isHealthy) {
        changes.push(isHealthy)
        changed[changes.length - 1]?.resolve()
      },
    },
  )
  await changed[0]?.promise
  status = 204
  await changed[1]?.promise
  t.deepEqual(changes, [false, true])
  t.is(asked[0], '/health')
})

const path = '/acme/sandbox/customerdb/v1/customers'

async function gatewayTo(settings: object) {
  const execute = [step('invoke', { 'target-url': 'http://replaced.invalid$(request.path)', ...settings })]
  const operations = ['GET', 'POST'].map((method) => operation(method, '/customers'))
  const assembly = { execute, catch: [], finally: [] }
  return startGateway(config(catalog([api('', { operations, assembly })])))
}

test('a safe request without a response goes to another target within the budget; a POST does not', async (t) => {
  const backend = await startBackend((_, response) => response.end('ok'))
  const gone = await startBackend(() => {})
  await gone.close()
  const gateway = await gatewayTo({ targets: [gone.url, backend.url], 'retry-share': 1 })
  t.teardown(async () => {
    await gateway.close()
    await backend.close()
  })

  for (let each = 0; each < 4; each += 1) t.is((await fetch(gateway.url + path)).status, 200)
  const statuses = [0, 1].map(async () => (await fetch(gateway.url + path, { method: 'POST', body: 'x' })).status)
  t.deepEqual((await Promise.all(statuses)).sort(), [200, 502])
})

test('a caller that disconnects with an unread body does not affect other calls', async (t) => {
  const gone = await startBackend(() => {})
  await gone.close()
  const gateway = await gatewayTo({ targets: [gone.url], 'circuit-breaker': { failures: 1, open: 60 } })
  t.is((await fetch(gateway.url + path)).status, 502)

  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n`
  const socket = connect(gateway.port, '127.0.0.1', () => socket.write(head + 'x'.repeat(300_000)))
  const [answer] = await once(socket, 'data')
  t.regex(String(answer), /^HTTP\/1\.1 503 /)
  socket.destroy()
  await gateway.close() // after the connection; an error that nobody handles would end the process
})

test('an upstream with an open circuit is a 503 with Retry-After', async (t) => {
  const gone = await startBackend(() => {})
  await gone.close()
  const gateway = await gatewayTo({ targets: [gone.url], 'circuit-breaker': { failures: 1, open: 60 } })
  t.teardown(() => gateway.close())

  t.is((await fetch(gateway.url + path)).status, 502)
  const answer = await fetch(gateway.url + path)
  t.is(answer.status, 503)
  t.is(answer.headers.get('retry-after'), '5')
})

test('only responses with a failure status open the circuit', async (t) => {
  let status = 500
  const backend = await startBackend((_, response) => response.writeHead(status).end())
  const breaker = { failures: 2, open: 60, statuses: [503] }
  const gateway = await gatewayTo({ targets: [backend.url], 'circuit-breaker': breaker })
  t.teardown(async () => {
    await gateway.close()
    await backend.close()
  })
  const statusOf = async () => (await fetch(gateway.url + path)).status
  for (let each = 0; each < 3; each += 1) t.is(await statusOf(), 500)
  status = 503
  for (let each = 0; each < 2; each += 1) t.is(await statusOf(), 503)
  status = 200
  const answer = await fetch(gateway.url + path)
  t.is(answer.status, 503)
  t.is(answer.headers.get('retry-after'), '5', 'of the gateway, which has not asked')
})

test('a caller that disconnects before the response does not close the circuit', async (t) => {
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  let isSilent = false
  const backend = await startBackend((request, response) => {
    if (isSilent) resolve()
    else response.socket?.destroy()
    request.resume()
  })
  const gateway = await gatewayTo({ targets: [backend.url], 'circuit-breaker': { failures: 2, open: 60 } })
  t.teardown(async () => {
    await gateway.close()
    await backend.close()
  })
  t.is((await fetch(gateway.url + path)).status, 502)
  isSilent = true
  const socket = connect(gateway.port, '127.0.0.1', () => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`))
  await asked
  socket.destroy()
  await gateway.recorded(2)
  isSilent = false
  t.is((await fetch(gateway.url + path)).status, 502)
  t.is((await fetch(gateway.url + path)).status, 503)
})
