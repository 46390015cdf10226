import { mock } from 'node:test'
import test, { type ExecutionContext } from 'ava'
import { openConsumers } from '../../../../src/gateway/consumers/index.ts'
import { buildChooser, type WeightedTarget } from '../../../../src/gateway/data-plane/upstream/choose-target.ts'
import { CircuitBreaker } from '../../../../src/gateway/data-plane/upstream/circuit-breaker.ts'
import { TargetCountTable } from '../../../../src/gateway/telemetry/calls/index.ts'
import { eventually } from '../../../_support/eventually.ts'
import { findGatewayProblems } from '../../_support/tables.ts'
import {
  accessToken,
  api,
  application,
  catalog,
  config,
  goldSubscription,
  location,
  oauth,
  operation,
  shopProduct,
  step,
} from '../_support/documents.ts'
import { bodyOf, startBackend, startGateway } from '../_support/servers.ts'

const path = '/acme/sandbox/customerdb/v1/customers'

function targets(...weights: number[]): WeightedTarget[] {
  return weights.map((weight, index) => ({ origin: { url: `http://${index}`, weight }, active: 0 }))
}

/** A gateway with settings of `invoke`, called by the applications `one` and `tester`. */
async function start(t: ExecutionContext, settings: object, targetCounts = new TargetCountTable()) {
  const products = [shopProduct]
  const applications = ['one', 'tester'].map((name) => application(name, { subscriptions: [goldSubscription] }))
  const consumers = openConsumers({ applications, products })
  const security = [{ all: [{ definition: oauth, scopes: [] }], location }]
  const operations = ['GET', 'POST'].map((method) => operation(method, '/customers', { security }))
  const execute = [step('invoke', { 'target-url': 'http://replaced.invalid/x', ...settings })]
  const published = api('', { operations, assembly: { execute, catch: [], finally: [] } })
  const gateway = await startGateway(config(catalog([published], { products, applications })), {
    consumers: () => consumers,
    verifyToken: () => (clientId) => accessToken(clientId),
    targetCounts,
  })
  t.teardown(() => gateway.close())
  const call = (client = 'one', init: RequestInit = {}) =>
    fetch(gateway.url + path, { ...init, headers: { authorization: `Bearer ${client}`, ...init.headers } })
  return { gateway, targetCounts, call }
}

async function backendNamed(t: ExecutionContext, name: string) {
  const backend = await startBackend((_, response) => response.end(name))
  t.teardown(() => backend.close())
  return backend.url
}

test.serial('health checks end when only streams are left of a revision that was replaced', async (t) => {
  mock.timers.enable({ apis: ['setInterval', 'setTimeout'] })
  t.teardown(() => mock.timers.reset())
  let checks = 0
  const checked = Promise.withResolvers<void>()
  const backend = await startBackend(({ url }, response) => {
    if (url !== '/health') return void response.writeHead(200).write('part')
    checks += 1
    checked.resolve()
    response.end()
  })
  const { gateway, call } = await start(t, { targets: [backend.url], 'health-check': { path: '/health', interval: 1 } })
  const stream = await call()
  const closed = gateway.closeGateway()
  mock.timers.tick(1_000)
  await checked.promise
  mock.timers.tick(29_000)
  await stream.body?.cancel()
  await closed // also the checks that have begun
  t.true(checks <= 10)
  await backend.close()
})

test('a target that is down gets no calls when other documents are put to use', async (t) => {
  const backend = await startBackend((_, response) => response.end('ok'))
  const gone = await startBackend(() => {})
  await gone.close()
  const health = { path: '/health', interval: 0.2, 'unhealthy-after': 1 }
  const settings = { targets: [backend.url, gone.url], 'health-check': health }
  const { targetCounts, call } = await start(t, settings)
  await eventually(async () => [...targetCounts.find(gone.url).monitors].find(({ isHealthy }) => !isHealthy))
  const next = await start(t, settings, targetCounts)
  const statuses = [await call(), await next.call(), await next.call()].map(({ status }) => status)
  t.deepEqual(statuses, [200, 200, 200])
  await backend.close()
})

test('weights decide the share of each target, spread evenly', (t) => {
  const all = targets(3, 1, 0)
  const choose = buildChooser('round-robin', 'client', all)
  const chosen = Array.from({ length: 8 }, () => all.indexOf(choose(all, undefined) as WeightedTarget))
  t.deepEqual(chosen, [0, 0, 1, 0, 0, 0, 1, 0])
})

test('least requests are compared with the weights', (t) => {
  const all = targets(4, 1)
  const choose = buildChooser('least-connections', 'client', all)
  const [big, small] = all as [WeightedTarget, WeightedTarget]
  big.active = 3
  small.active = 1
  t.is(choose(all, undefined), big)
  big.active = 5
  t.is(choose(all, undefined), small)
})

test('the hash of a caller selects the same target, and only callers of a target that goes get another', (t) => {
  const all = targets(1, 1, 2)
  const choose = buildChooser('hash', 'address', all)
  const choices = (available: readonly WeightedTarget[]) =>
    Array.from({ length: 200 }, (_, index) => choose(available, { remoteAddress: `10.0.0.${index}` } as never))
  const before = choices(all)
  t.deepEqual(choices(all), before)
  const after = choices(all.slice(0, 2))
  t.true(before.every((target, index) => target === all[2] || target === after[index]))
  t.true(before.filter((target) => target === all[2]).length > 60, 'the weight counts')
})

test('a share of failures opens a circuit, within its window', (t) => {
  const rate = { share: 0.5, minRequests: 4, windowMs: 100 }
  const breaker = new CircuitBreaker({ failures: 100, openMs: 10, statuses: new Set([503]), rate })
  for (const outcome of ['success', 'failure', 'success'] as const) breaker.end(outcome, breaker.begin(), 0)
  breaker.end('failure', breaker.begin(), 100)
  t.true(breaker.allows(100), 'the window before is over')
  for (const outcome of ['failure', 'success', 'failure'] as const) breaker.end(outcome, breaker.begin(), 101)
  t.false(breaker.allows(101))
  t.true(breaker.allows(111))
})

test('targets with a header or applications get their calls, and no others', async (t) => {
  const [stable, canary] = [await backendNamed(t, 'stable'), await backendNamed(t, 'canary')]
  const { call } = await start(t, {
    targets: [stable, { url: canary, header: { name: 'X-Canary', value: 'on' }, applications: ['tester'] }],
  })
  const textOf = async (client: string, headers: Record<string, string> = {}) =>
    (await call(client, { headers })).text()
  t.is(await textOf('one'), 'stable')
  t.is(await textOf('one', { 'x-canary': 'off' }), 'stable')
  t.is(await textOf('one', { 'x-canary': 'on' }), 'canary')
  t.is(await textOf('tester'), 'canary')
})

test('without a target for all other calls, the document has a problem', (t) => {
  const execute = [step('invoke', { 'target-url': 'http://h', targets: [{ url: 'http://a', applications: ['x'] }] })]
  const [problem] = findGatewayProblems(config(catalog([api('', { assembly: { execute, catch: [], finally: [] } })])))
  t.regex(problem?.message ?? '', /there must be a target for all other calls/)
})

test('ejection leaves the share of targets in use that max-ejected demands', async (t) => {
  const gone = await startBackend(() => {})
  await gone.close()
  const breaker = { failures: 1, open: 3_600, 'max-ejected': 0.5 }
  const { call } = await start(t, {
    targets: [gone.url, `${gone.url.replace('127.0.0.1', 'localhost')}`],
    'circuit-breaker': breaker,
  })
  const statuses: number[] = []
  for (let each = 0; each < 4; each += 1) statuses.push((await call()).status)
  t.deepEqual(statuses, [502, 502, 502, 502], 'and never 503 without a try')
})

test('a mirror gets copies with their bodies, and neither its errors nor its silence reach the call', async (t) => {
  const copies: string[] = []
  const mirror = await startBackend(async (request) => void copies.push(`${request.method} ${await bodyOf(request)}`))
  t.teardown(() => mirror.close())
  const backend = await backendNamed(t, 'served')
  const { call, targetCounts } = await start(t, { targets: [backend], mirror: { url: mirror.url } })
  t.is(await (await call()).text(), 'served')
  t.is(await (await call('one', { method: 'POST', body: 'hello' })).text(), 'served')
  t.is(await (await call('one', { method: 'POST', body: 'x'.repeat(100_000) })).text(), 'served', 'too long to copy')
  await eventually(async () => copies[1])
  t.deepEqual(copies.sort(), ['GET ', 'POST hello'])
  t.is(targetCounts.find(mirror.url).requests, 2)
})

test('a mirror that is not there counts failures, and gets its share', async (t) => {
  const gone = await startBackend(() => {})
  await gone.close()
  const { call, targetCounts } = await start(t, {
    targets: [await backendNamed(t, 'served')],
    mirror: { url: gone.url, share: 50 },
  })
  for (let each = 0; each < 4; each += 1) t.is((await call()).status, 200)
  const counts = targetCounts.find(gone.url)
  await eventually(async () => counts.failures.get('upstream_unreachable'))
  t.is(counts.requests, 2)
})

for (const [written, status] of [
  ['status=418', 418],
  ['delay=0.01, status=503', 503],
  ['delay=0.01', 200],
  ['delay=61', 400],
  ['status=200', 400],
  ['explode', 400],
] as const) {
  test(`the fault "${written}" of an allowed caller is ${status}, and has no effect for others`, async (t) => {
    const { call, gateway } = await start(t, {
      targets: [await backendNamed(t, 'served')],
      faults: { header: 'X-Fault', applications: ['tester'] },
    })
    const headers = { 'x-fault': written }
    t.is((await call('one', { headers })).status, 200)
    const response = await call('tester', { headers })
    t.is(response.status, status)
    const { reason } = await gateway.recordOf(response)
    t.is(reason, status === 200 ? undefined : status === 400 ? 'value_unusable' : 'fault_injected')
  })
}

test('the fault "abort" breaks the connection', async (t) => {
  const { call, gateway } = await start(t, {
    targets: [await backendNamed(t, 'served')],
    faults: { header: 'X-Fault', applications: ['tester'] },
  })
  await t.throwsAsync(call('tester', { headers: { 'x-fault': 'abort' } }))
  t.is((await gateway.recorded())[0]?.reason, 'fault_injected')
})
