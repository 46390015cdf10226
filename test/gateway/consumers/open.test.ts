import test from 'ava'
import type { Application, Plan, Product } from '../../../src/gateway/config/types/index.ts'
import { indexClients, openConsumers } from '../../../src/gateway/consumers/index.ts'
import { hashSecret, verifySecret } from '../../../src/shared/security/secret-hash.ts'

const location = { file: 'catalogs/test', line: 1, column: 1 }

function application(name: string, members: Partial<Application> = {}): Application {
  return {
    name,
    title: name,
    state: 'enabled',
    clientType: 'confidential',
    grants: undefined,
    credentials: [credential(name)],
    redirectEndpoints: [],
    subscriptions: [],
    location,
    ...members,
  }
}

function credential(clientId: string, secretHashes: readonly string[] = []) {
  return { name: 'default', clientId, secretHashes, hasWellKnownSecret: false }
}

function subscription(product: string, plan: string, state: 'enabled' | 'disabled' | 'pending' = 'enabled') {
  return { product, plan, state, line: 1 }
}

function product(name: string, version: string, plans: Record<string, string[]>): Product {
  const entries = Object.entries(plans).map(([plan, apis]): [string, Plan] => [
    plan,
    { name: plan, title: plan, approval: false, limits: [], apis: new Set(apis), location },
  ])
  return { name, title: name, version, plans: new Map(entries), location }
}

const gold = product('shop', '1.0.0', { gold: ['orders:1', 'stock:1'], silver: ['stock:1'] })
const newer = product('shop', '2.0.0', { gold: ['orders:2'] })

/** Counts what is derived, and never remembers. */
function countingVerifier() {
  const asked: (readonly string[])[] = []
  const match = async (hashes: readonly string[], secret: string) => {
    asked.push(hashes)
    const verdicts = await Promise.all(hashes.map((hash) => verifySecret(hash, secret)))
    return hashes[verdicts.indexOf(true)]
  }
  return {
    asked,
    verify: async (hashes: readonly string[], secret: string) => (await match(hashes, secret)) !== undefined,
    findMatchingHash: match,
  }
}

test('finds an application by each of its client ids', (t) => {
  const app = application('app', { credentials: [credential('one'), credential('two')] })
  const consumers = openConsumers({ applications: [app], products: [] })
  t.is(consumers.find('one')?.application, app)
  t.is(consumers.find('two')?.application, app)
  t.is(consumers.find('two')?.clientId, 'two')
  t.is(consumers.find('One'), undefined)
  t.is(consumers.find('__proto__'), undefined)
})

test('finds a suspended application with its state', (t) => {
  const app = application('app', { state: 'disabled' })
  t.is(openConsumers({ applications: [app], products: [] }).find('app')?.application.state, 'disabled')
})

test('rejects two applications with the same client id', (t) => {
  const applications = ['a', 'b'].map((name) => application(name, { credentials: [credential('same')] }))
  t.throws(() => openConsumers({ applications, products: [] }), { message: 'client id same belongs to both a and b' })
})

test('clients that were indexed in slices are found, and other work is done between the slices', async (t) => {
  const applications = Array.from({ length: 5_000 }, (_, index) => application(`app-${index}`))
  let turns = 0
  const count = () => {
    turns += 1
    if (turns < 100) setImmediate(count)
  }
  setImmediate(count)
  await indexClients(applications)
  t.true(turns >= 2)
  const consumers = openConsumers({ applications, products: [] })
  for (const name of ['app-0', 'app-1999', 'app-2000', 'app-4999']) t.is(consumers.find(name)?.application.name, name)
  t.is(consumers.find('app-5000'), undefined)
  const twice = [...applications, application('last', { credentials: [credential('app-1')] })]
  await t.throwsAsync(indexClients(twice), { message: 'client id app-1 belongs to both app-1 and last' })
})

test('lists that follow one another find the clients as they are in each of them', async (t) => {
  const ids = (name: string, ...clientIds: string[]) =>
    application(name, { credentials: clientIds.map((id) => credential(id)) })
  const first = [ids('a', 'a-1', 'a-2'), ids('b', 'b-1'), ids('c', 'c-1')]
  const second = [...first.slice(1), ids('a', 'a-2', 'a-3')]
  const third = [ids('d', 'a-1', 'b-1'), ids('c', 'c-2')]
  await indexClients(first)
  await indexClients(second, first)
  await indexClients(third, second)
  const owners = [first, second, third, first].map((applications) => {
    const { find } = openConsumers({ applications, products: [] })
    return ['a-1', 'a-2', 'a-3', 'b-1', 'c-1', 'c-2'].map((id) => find(id)?.application.name ?? '-').join('')
  })
  t.deepEqual(owners, ['aa-bc-', '-aabc-', 'd--d-c', 'aa-bc-'])
  const twice = [...third, ids('e', 'a-1')]
  await t.throwsAsync(indexClients(twice, third), { message: 'client id a-1 belongs to both d and e' })
})

test('accepts both valid secrets, and no other', async (t) => {
  const hashes = await Promise.all(['old', 'new'].map(hashSecret))
  const app = application('app', { credentials: [credential('app', hashes)] })
  const { verifySecret } = openConsumers({ applications: [app], products: [] })
  t.true(await verifySecret('app', 'old'))
  t.true(await verifySecret('app', 'new'))
  t.false(await verifySecret('app', 'newer'))
  t.false(await verifySecret('app', ''))
  t.false(await verifySecret('APP', 'new'))
})

test('accepts the old secret until its expiry', async (t) => {
  const hashes = await Promise.all(['new', 'old'].map(hashSecret))
  const app = application('app', { credentials: [{ ...credential('app', hashes), oldSecretUntil: 1_000 }] })
  let now = 999
  const { verifySecret } = openConsumers({ applications: [app], products: [] }, { clock: () => now })
  t.true(await verifySecret('app', 'old'))
  now = 1_000
  t.false(await verifySecret('app', 'old'))
  t.true(await verifySecret('app', 'new'))
})

test('accepts the only secret of a catalog, in whichever application', async (t) => {
  const hash = await hashSecret('only')
  const applications = [
    application('public', { clientType: 'public' }),
    application('app', { credentials: [credential('app', [hash])] }),
  ]
  const { verifySecret } = openConsumers({ applications, products: [] })
  t.true(await verifySecret('app', 'only'))
  t.false(await verifySecret('app', 'guess'))
  t.false(await verifySecret('public', 'only'))
})

test('accepts the newest secret until its expiry, and an old one until its own', async (t) => {
  const hashes = await Promise.all(['new', 'old'].map(hashSecret))
  const app = application('app', {
    credentials: [{ ...credential('app', hashes), secretExpiresAt: 1_000, oldSecretUntil: 2_000 }],
  })
  let now = 999
  const verifier = countingVerifier()
  const consumers = openConsumers({ applications: [app], products: [] }, { clock: () => now, verifier })
  const works = async () => [await consumers.verifySecret('app', 'new'), await consumers.verifySecret('app', 'old')]
  t.deepEqual(await works(), [true, true])
  t.is(consumers.findSecretExpiry('app'), undefined)
  now = 1_000
  t.deepEqual(await works(), [false, true])
  t.is(consumers.findSecretExpiry('app'), 1_000)
  now = 2_000
  t.deepEqual(await works(), [false, false])
  t.is(consumers.findSecretExpiry('unknown'), undefined)
  t.deepEqual([...new Set(verifier.asked.map(({ length }) => length))], [2], 'an expired secret costs as much as any')
})

test('an unknown client and a client without a secret take as long as a wrong secret', async (t) => {
  const hashes = await Promise.all(['old', 'new'].map(hashSecret))
  const applications = [
    application('both', { credentials: [credential('both', hashes)] }),
    application('one', { credentials: [credential('one', hashes.slice(0, 1))] }),
    application('public', { clientType: 'public' }),
  ]
  const verifier = countingVerifier()
  const { verifySecret } = openConsumers({ applications, products: [] }, { verifier })
  for (const clientId of ['both', 'one', 'public', 'nobody', '']) {
    t.false(await verifySecret(clientId, 'guess'), clientId)
  }
  const readCost = (hash: string) => hash.split('$')[3]
  const costs = verifier.asked.map((each) => each.map(readCost))
  t.deepEqual(costs, Array(5).fill(hashes.map(readCost)))
})

test('without declared secrets every secret is wrong', async (t) => {
  const { verifySecret } = openConsumers({ applications: [application('app')], products: [] })
  t.false(await verifySecret('app', ''))
  t.false(await verifySecret('nobody', 'x'))
})

test('an enabled subscription opens the APIs of its plan', (t) => {
  const app = application('app', { subscriptions: [subscription('shop', 'silver')] })
  const consumers = openConsumers({ applications: [app], products: [gold] })
  const client = { clientId: 'app', application: app }
  t.like(consumers.findEntitlement(client, 'stock:1', 'GET /'), {
    product: { name: 'shop' },
    plan: { name: 'silver' },
    subscription: { plan: 'silver' },
  })
  t.is(consumers.findEntitlement(client, 'orders:1', 'GET /'), undefined)
  t.true(consumers.isEntitledToAny(client, ['orders:1', 'stock:1']))
  t.false(consumers.isEntitledToAny(client, ['orders:1']))
  t.false(consumers.isEntitledToAny(client, []))
})

for (const state of ['pending', 'disabled'] as const) {
  test(`a ${state} subscription opens nothing`, (t) => {
    const app = application('app', { subscriptions: [subscription('shop', 'gold', state)] })
    const consumers = openConsumers({ applications: [app], products: [gold] })
    const client = { clientId: 'app', application: app }
    t.is(consumers.findEntitlement(client, 'stock:1', 'GET /'), undefined)
    t.false(consumers.isEntitledToAny(client, ['stock:1', 'orders:1']))
  })
}

test('of several subscriptions, the first one applies', (t) => {
  const subscriptions = [subscription('shop', 'silver'), subscription('shop', 'gold')]
  const app = application('app', { subscriptions })
  const consumers = openConsumers({ applications: [app], products: [gold] })
  const client = { clientId: 'app', application: app }
  t.is(consumers.findEntitlement(client, 'stock:1', 'GET /')?.plan.name, 'silver')
  t.is(consumers.findEntitlement(client, 'orders:1', 'GET /')?.plan.name, 'gold')
})

test('a subscription can name one version of a product', (t) => {
  const named = (name: string) => {
    const app = application('app', { subscriptions: [subscription(name, 'gold')] })
    const consumers = openConsumers({ applications: [app], products: [gold, newer] })
    const client = { clientId: 'app', application: app }
    return ['orders:1', 'orders:2'].filter((api) => consumers.findEntitlement(client, api, 'GET /'))
  }
  t.deepEqual(named('shop'), ['orders:1', 'orders:2'])
  t.deepEqual(named('shop:2.0.0'), ['orders:2'])
  t.deepEqual(named('shop:3.0.0'), [])
})

test('a subscription to a product or plan that is not published opens nothing', (t) => {
  const app = application('app', { subscriptions: [subscription('shop', 'bronze'), subscription('other', 'gold')] })
  const consumers = openConsumers({ applications: [app], products: [gold] })
  t.false(consumers.isEntitledToAny({ clientId: 'app', application: app }, ['orders:1', 'stock:1']))
})

test('each operation is opened by the first subscription that opens it', (t) => {
  const plans = product('shop', '1.0.0', { readers: ['orders:1'], writers: ['orders:1'], all: ['orders:1'] })
  const only = (...operations: string[]) =>
    new Map([['orders:1', { limits: [], operations: new Map(operations.map((each) => [each, []])) }]])
  Object.assign(plans.plans.get('readers') as Plan, { apiTerms: only('GET /orders') })
  Object.assign(plans.plans.get('writers') as Plan, { apiTerms: only('GET /orders', 'POST /orders') })
  const opened = (...names: string[]) => {
    const app = application('app', { subscriptions: names.map((name) => subscription('shop', name)) })
    const consumers = openConsumers({ applications: [app], products: [plans] })
    const by = (operation: string) =>
      consumers.findEntitlement({ clientId: 'app', application: app }, 'orders:1', operation)?.plan.name
    return ['GET /orders', 'POST /orders', 'DELETE /orders'].map(by)
  }
  t.deepEqual(opened('readers', 'writers'), ['readers', 'writers', undefined])
  t.deepEqual(opened('writers', 'readers'), ['writers', 'writers', undefined])
  t.deepEqual(opened('readers', 'all', 'writers'), ['readers', 'all', 'all'])
})
