import test, { type ExecutionContext } from 'ava'
import type { AssemblyLimit, CallLimit, Plan, PolicyStep } from '../../../src/gateway/config/types/index.ts'
import { openConsumers } from '../../../src/gateway/consumers/index.ts'
import { GatewayBuildError, type GatewayDeps } from '../../../src/gateway/data-plane/index.ts'
import { openLog } from '../../../src/shared/lib/output/log.ts'
import {
  accessToken,
  api,
  application,
  catalog,
  config,
  goldPlan,
  goldSubscription,
  location,
  oauth,
  operation,
  shopProduct,
  step,
} from './_support/documents.ts'
import { startBackend, startGateway } from './_support/servers.ts'

const path = '/acme/sandbox/customerdb/v1/customers'

function limit(extra: Partial<CallLimit> = {}): CallLimit {
  return { name: 'default', kind: 'rate', calls: 2, intervalSeconds: 60, hard: true, location, ...extra }
}

async function gatewayWith(
  t: ExecutionContext,
  limits: CallLimit[],
  deps: Partial<GatewayDeps> = {},
  more: Partial<Plan> = {},
  execute: PolicyStep[] = [],
) {
  const backend = await startBackend((_, response) => response.end('ok'))
  t.teardown(backend.close)
  const plan: Plan = { ...goldPlan, limits, ...more }
  const product = { ...shopProduct, plans: new Map([['gold', plan]]) }
  const applications = ['one', 'other'].map((name) => application(name, { subscriptions: [goldSubscription] }))
  const security = [{ all: [{ definition: oauth, scopes: [] }], location }]
  const operations = [
    ...['GET', 'POST'].map((method) => operation(method, '/customers', { security })),
    operation('PUT', '/customers'), // open to everyone
  ]
  const { assembly } = api(backend.url)
  const apis = [api(backend.url, { operations, assembly: { ...assembly, execute: [...execute, ...assembly.execute] } })]
  const consumers = openConsumers({ applications, products: [product] })
  const gateway = await startGateway(config(catalog(apis, { products: [product] })), {
    clock: () => 1_700_000_015_000, // 15 s into a minute, 5 s short of the next 20
    consumers: () => consumers,
    verifyToken: () => (clientId) =>
      clientId === 'bad' ? { refused: 'invalid_token', reason: 'bad' } : accessToken(clientId),
    ...deps,
  })
  t.teardown(gateway.close)
  return (client = 'one', method = 'GET') =>
    fetch(gateway.url + path, { method, headers: { authorization: `Bearer ${client}` } })
}

test('a hard limit rejects calls above it, with Retry-After', async (t) => {
  const call = await gatewayWith(t, [limit()])

  const first = await call()
  t.is(first.status, 200)
  t.is(first.headers.get('x-ratelimit-limit'), 'name=default,2;')
  t.is(first.headers.get('x-ratelimit-remaining'), 'name=default,1;')
  t.is(first.headers.get('ratelimit-policy'), '"default";q=2;w=60')
  t.is(first.headers.get('ratelimit'), '"default";r=1;t=25')
  t.is((await call()).status, 200)

  const refused = await call()
  t.is(refused.status, 429)
  t.is(refused.headers.get('retry-after'), '25')
  t.is(refused.headers.get('x-ratelimit-reset'), 'name=default,25;')
  t.deepEqual(await refused.json(), {
    httpCode: '429',
    httpMessage: 'Too Many Requests',
    moreInformation: 'Rate Limit exceeded',
  })
})

test('each application has its own count', async (t) => {
  const call = await gatewayWith(t, [limit({ calls: 1 })])
  t.is((await call('one')).status, 200)
  t.is((await call('other')).status, 200)
  t.is((await call('one')).status, 429)
})

test('a soft limit counts calls and rejects none', async (t) => {
  const call = await gatewayWith(t, [limit({ calls: 1, hard: false })])
  await call()
  const over = await call()
  t.is(over.status, 200)
  t.is(over.headers.get('x-ratelimit-remaining'), 'name=default,0;')
})

test('a burst limit is counted first and always rejects', async (t) => {
  const call = await gatewayWith(t, [limit({ calls: 100 }), limit({ kind: 'burst', calls: 1, hard: false })])
  const first = await call()
  t.is(first.headers.get('x-burstlimit-remaining'), 'name=default,0;')
  t.is(first.headers.get('ratelimit-policy'), '"burst-default";q=1;w=60, "default";q=100;w=60')
  const refused = await call()
  t.is(refused.status, 429)
  t.is(refused.headers.get('x-ratelimit-remaining'), null)
})

test('an unlimited plan adds no headers', async (t) => {
  const call = await gatewayWith(t, [limit({ calls: undefined })])
  t.is((await call()).headers.get('x-ratelimit-limit'), null)
})

test('a call that fails the security checks is not counted', async (t) => {
  const call = await gatewayWith(t, [limit({ calls: 1 })])
  t.is((await call('bad')).status, 401)
  t.is((await call()).status, 200)
})

test('two gateways with a shared count let exactly the limit pass', async (t) => {
  const sums = new Map<string, number>()
  let writes = 0
  const count = async (key: string, by: number) => {
    writes += 1
    await new Promise((next) => setImmediate(next))
    const sum = (sums.get(key) ?? 0) + by
    sums.set(key, sum)
    return sum
  }
  const limits = [limit({ calls: 20 })]
  const calls = [
    await gatewayWith(t, limits, { addToSharedCount: count }),
    await gatewayWith(t, limits, { addToSharedCount: count }),
  ]
  const statuses = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => (await calls[index % 2]?.())?.status),
  )
  t.is(statuses.filter((status) => status === 200).length, 20)
  t.is(statuses.filter((status) => status === 429).length, 40)

  const before = writes
  t.is((await calls[0]?.())?.status, 429)
  t.is(writes, before, 'a limit that is used up costs no more writes')
})

test('calls pass while the shared count fails, and the failure is logged', async (t) => {
  const lines: string[] = []
  const call = await gatewayWith(t, [limit({ calls: 1 })], {
    addToSharedCount: () => Promise.reject(new Error('disk full')),
    log: openLog({ write: (line) => lines.push(line) }),
  })
  const response = await call()
  t.is(response.status, 200)
  t.is((await call()).status, 200)
  t.is(lines.length, 2)
  t.like(JSON.parse(lines[0] as string), {
    level: 'error',
    requestId: response.headers.get('x-request-id'),
    msg: 'a call could not be counted and is not limited',
  })
})

test('calls are rejected while the shared count fails, where the settings say so', async (t) => {
  const call = await gatewayWith(t, [limit({ calls: 1 })], {
    addToSharedCount: () => Promise.reject(new Error('no connection')),
    rejectsUncounted: true,
  })
  const response = await call()
  t.is(response.status, 503)
  t.is(response.headers.get('retry-after'), '5')
  t.regex(await response.text(), /Calls cannot be counted at the moment/)
})

test('limits of an operation replace those of the plan and have a count of their own', async (t) => {
  const operations = new Map([
    ['GET /customers', [limit({ name: 'get', calls: 1 })]],
    ['POST /customers', []],
  ])
  const apiTerms = new Map([['customers:1.0.0', { limits: [], operations }]])
  const call = await gatewayWith(t, [limit({ calls: 1 }), limit({ kind: 'burst', calls: 9 })], {}, { apiTerms })

  const first = await call('one', 'GET')
  t.is(first.headers.get('x-ratelimit-limit'), 'name=get,1;')
  t.is(first.headers.get('x-burstlimit-remaining'), 'name=default,8;', 'of the plan: the operation has none')
  t.is((await call('one', 'GET')).status, 429)
  t.is((await call('one', 'POST')).headers.get('x-ratelimit-limit'), 'name=default,1;')
  t.is((await call('one', 'POST')).status, 429)
})

test('limits of the same name have one count for each operation', async (t) => {
  const operations = new Map(['GET', 'POST'].map((method) => [`${method} /customers`, [limit({ calls: 1 })]]))
  const apiTerms = new Map([['customers:1.0.0', { limits: [], operations }]])
  const call = await gatewayWith(t, [], {}, { apiTerms })
  t.is((await call('one', 'GET')).status, 200)
  t.is((await call('one', 'POST')).status, 200)
  t.is((await call('one', 'GET')).status, 429)
  t.is((await call('one', 'POST')).status, 429)
})

test('a plan that lists operations rejects all others', async (t) => {
  const operations = new Map([['GET /customers', []]])
  const apiTerms = new Map([['customers:1.0.0', { limits: [], operations }]])
  const call = await gatewayWith(t, [], {}, { apiTerms })
  t.is((await call('one', 'GET')).status, 200)
  const refused = await call('one', 'POST')
  t.is(refused.status, 403)
  t.like(await refused.json(), { moreInformation: 'Not registered to plan' })
})

function assemblyLimit(extra: Partial<AssemblyLimit> = {}): AssemblyLimit {
  const per = { api: false, application: true, client: false }
  return { ...limit({ name: 'create', calls: 10 }), weight: 5, isClient: true, per, ...extra }
}

const consume = [step('ratelimit', { source: 'plan-named', 'rate-limit': [{ name: 'create' }] })]

test('ratelimit counts the weight of the limit, and the headers show it beside the limits of the plan', async (t) => {
  const assemblyLimits = [assemblyLimit()]
  const call = await gatewayWith(t, [limit({ calls: 100 })], {}, { assemblyLimits }, consume)

  const first = await call()
  t.is(first.headers.get('x-ratelimit-limit'), 'name=default,100; name=create,10;')
  t.is(first.headers.get('x-ratelimit-remaining'), 'name=default,99; name=create,5;')
  t.is(first.headers.get('ratelimit'), '"default";r=99;t=25, "assembly-create";r=5;t=25')
  t.is((await call()).status, 200)
  const refused = await call()
  t.is(refused.status, 429)
  t.is(refused.headers.get('retry-after'), '25')
  t.like(await refused.json(), { moreInformation: 'Assembly Rate Limit exceeded' })
  t.is((await call('other')).status, 200)
})

test('ratelimit does not count a call without a plan', async (t) => {
  const call = await gatewayWith(t, [], {}, { assemblyLimits: [assemblyLimit({ calls: 1 })] }, consume)
  const response = await call('one', 'PUT')
  t.is(response.status, 200)
  t.is(response.headers.get('x-ratelimit-limit'), null)
})

test('a burst limit of an assembly has its own headers', async (t) => {
  const execute = [step('ratelimit', { source: 'plan-named', 'burst-limit': [{ name: 'create' }] })]
  const assemblyLimits = [assemblyLimit({ kind: 'burst' })]
  const response = await (await gatewayWith(t, [], {}, { assemblyLimits }, execute))()
  t.is(response.headers.get('x-burstlimit-remaining'), 'name=create,5;')
  t.is(response.headers.get('x-ratelimit-limit'), null)
  t.is(response.headers.get('ratelimit'), '"assembly-burst-create";r=5;t=25')
})

test('an assembly limit without use-app-id is shared by all applications of the plan', async (t) => {
  const per = { api: false, application: false, client: false }
  const call = await gatewayWith(t, [], {}, { assemblyLimits: [assemblyLimit({ per, calls: 5 })] }, consume)
  t.is((await call('one')).status, 200)
  t.is((await call('other')).status, 429)
})

test('an assembly limit with is-client false is a 503 without headers', async (t) => {
  const assemblyLimits = [assemblyLimit({ calls: 4, isClient: false })]
  const refused = await (await gatewayWith(t, [], {}, { assemblyLimits }, consume))()
  t.is(refused.status, 503)
  t.is(refused.headers.get('x-ratelimit-limit'), null)
  t.like(await refused.json(), { moreInformation: 'The API is not available at the moment' })
})

test('a soft assembly limit rejects no call', async (t) => {
  const assemblyLimits = [assemblyLimit({ calls: 4, hard: false })]
  t.is((await (await gatewayWith(t, [], {}, { assemblyLimits }, consume))()).status, 200)
})

test('ratelimit with plan-default counts against the limits of the plan a second time', async (t) => {
  const execute = [step('ratelimit', { source: 'plan-default' })]
  const call = await gatewayWith(t, [limit({ calls: 3 })], {}, {}, execute)
  const first = await call()
  t.is(first.status, 200)
  t.is(first.headers.get('x-ratelimit-remaining'), 'name=default,1;')
  t.is(first.headers.get('ratelimit'), '"default";r=1;t=25')
  t.is((await call()).status, 429)
})

test('ratelimit demands its limits in every plan with the API', async (t) => {
  const assemblyLimits = [assemblyLimit({ name: 'creat' })]
  const error = await t.throwsAsync(gatewayWith(t, [], {}, { assemblyLimits }, consume), {
    instanceOf: GatewayBuildError,
  })
  t.regex(String(error), /plan shop\/gold opens the API and has no assembly rate limit "create" - did you mean "creat"/)
})
