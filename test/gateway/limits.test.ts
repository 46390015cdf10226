import test, { type ExecutionContext } from 'ava'

import type { Limit } from '../../src/config/types.ts'
import { openConsumers } from '../../src/consumers/index.ts'
import type { GatewayTools } from '../../src/gateway/index.ts'
import { api, application, catalog, config, oauth, operation, place } from './_support/documents.ts'
import { startBackend, startGateway } from './_support/servers.ts'

const path = '/acme/sandbox/customerdb/v1/customers'

function limit(extra: Partial<Limit> = {}): Limit {
  return { name: 'default', kind: 'rate', calls: 2, intervalSeconds: 60, hard: true, place, ...extra }
}

async function gatewayWith(t: ExecutionContext, limits: Limit[], tools: Partial<GatewayTools> = {}) {
  const backend = await startBackend((_, response) => response.end('ok'))
  const plan = {
    name: 'gold',
    title: 'Gold',
    approval: false,
    limits,
    apis: new Set(['customers:1.0.0']),
    place,
  }
  const product = { name: 'shop', title: 'Shop', version: '1.0.0', plans: new Map([['gold', plan]]), place }
  const subscriptions = [{ product: 'shop', plan: 'gold', state: 'enabled' as const, place }]
  const applications = ['one', 'other'].map((name) => application(name, { subscriptions }))
  const security = [{ all: [{ definition: oauth, scopes: [] }], place }]
  const apis = [api(backend.url, { operations: [operation('GET', '/customers', { security })] })]
  const consumers = openConsumers({ applications, products: [product] })
  const gateway = await startGateway(config(catalog(apis)), {
    clock: () => 1_700_000_015_000, // 15 s into a minute, 5 s short of the next 20
    consumers: () => consumers,
    verifyToken: () => (clientId) =>
      clientId === 'bad'
        ? { refused: 'invalid_token', reason: 'bad' }
        : {
            id: 'jti',
            clientId,
            subject: 'alice',
            scopes: new Set(),
            issuedAt: 0,
            expiresAt: Number.MAX_SAFE_INTEGER,
            grant: 'password',
          },
    ...tools,
  })
  t.teardown(async () => {
    await gateway.close()
    await backend.close()
  })
  return (client = 'one') => fetch(gateway.url + path, { headers: { authorization: `Bearer ${client}` } })
}

test('a hard limit refuses what is over, and tells when to come again', async (t) => {
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

test('a soft limit counts and lets pass', async (t) => {
  const call = await gatewayWith(t, [limit({ calls: 1, hard: false })])
  await call()
  const over = await call()
  t.is(over.status, 200)
  t.is(over.headers.get('x-ratelimit-remaining'), 'name=default,0;')
})

test('a burst limit is looked at first, and always refuses', async (t) => {
  const call = await gatewayWith(t, [limit({ calls: 100 }), limit({ kind: 'burst', calls: 1, hard: false })])
  const first = await call()
  t.is(first.headers.get('x-burstlimit-remaining'), 'name=default,0;')
  t.is(first.headers.get('ratelimit-policy'), '"burst-default";q=1;w=60, "default";q=100;w=60')
  const refused = await call()
  t.is(refused.status, 429)
  t.is(refused.headers.get('x-ratelimit-remaining'), null)
})

test('an unlimited plan says nothing', async (t) => {
  const call = await gatewayWith(t, [limit({ calls: undefined })])
  t.is((await call()).headers.get('x-ratelimit-limit'), null)
})

test('a call that is not let in costs nothing', async (t) => {
  const call = await gatewayWith(t, [limit({ calls: 1 })])
  t.is((await call('bad')).status, 401)
  t.is((await call()).status, 200)
})

test('of many calls at once over two gateways that share a count, exactly as many pass as are allowed', async (t) => {
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
  const calls = [await gatewayWith(t, limits, { count }), await gatewayWith(t, limits, { count })]
  const statuses = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => (await calls[index % 2]?.())?.status),
  )
  t.is(statuses.filter((status) => status === 200).length, 20)
  t.is(statuses.filter((status) => status === 429).length, 40)

  const before = writes
  t.is((await calls[0]?.())?.status, 429)
  t.is(writes, before, 'a limit that is used up costs no more writes')
})

test('a count that fails lets calls pass', async (t) => {
  const call = await gatewayWith(t, [limit({ calls: 1 })], {
    count: () => Promise.reject(new Error('disk full')),
  })
  t.is((await call()).status, 200)
  t.is((await call()).status, 200)
})
