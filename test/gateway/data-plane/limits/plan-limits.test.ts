import test from 'ava'
import type { CallLimit, Plan } from '../../../../src/gateway/config/types/index.ts'
import type { GatewayError } from '../../../../src/gateway/data-plane/errors/gateway-errors.ts'
import type { CallCounter } from '../../../../src/gateway/data-plane/limits/call-counter.ts'
import {
  buildLimitCountKey,
  buildPlanLimitStep,
  listPlanLimits,
} from '../../../../src/gateway/data-plane/limits/plan-limits.ts'
import { readPlanLimits } from '../../../../src/gateway/data-plane/limits/read-plan-limits.ts'
import { application, goldPlan, location, operation, shopProduct } from '../_support/documents.ts'

function limitOf(name: string, extra: Partial<CallLimit> = {}): CallLimit {
  return { name, kind: 'rate', calls: 2, intervalSeconds: 60, hard: true, location, ...extra }
}

const [ofPlan, ofApi, ofOperation] = [limitOf('of plan'), limitOf('of API'), limitOf('of operation')]
const listed: Plan = {
  ...goldPlan,
  limits: [ofPlan],
  apiTerms: new Map([
    ['customers:1.0.0', { limits: [ofApi], operations: new Map([['GET /customers', [ofOperation]]]) }],
    ['orders:1.0.0', { limits: [], operations: undefined }],
  ]),
}

test('lists the limits of a plan, of its APIs and of their operations', (t) => {
  t.deepEqual(listPlanLimits(listed), [
    { limit: ofPlan, appliesTo: '' },
    { limit: ofApi, appliesTo: 'customers:1.0.0' },
    { limit: ofOperation, appliesTo: 'customers:1.0.0 GET /customers' },
  ])
  t.deepEqual(listPlanLimits(goldPlan), [])
})

test('the keys of counts stay the same, because workers of two versions share them', (t) => {
  const key = (appliesTo: string) => buildLimitCountKey('PLAN', 'shop', { limit: ofPlan, appliesTo })
  t.is(key(''), 'PLAN shop rate of plan')
  t.is(key('customers:1.0.0'), 'PLAN shop customers:1.0.0 rate of plan')
})

/** Counts calls against one limit of a plan; returns the last result and how often each counter was asked. */
function count(limit: CallLimit, calls: number) {
  const counts = { exact: 0, eventual: 0 }
  const counterOf = (kind: 'exact' | 'eventual'): CallCounter => ({
    add() {
      counts[kind] += 1
      return counts[kind]
    },
  })
  const step = buildPlanLimitStep({ exact: counterOf('exact'), eventual: counterOf('eventual') })
  const client = { clientId: 'shop', application: application('shop') }
  const entitlement = { product: shopProduct, plan: { ...goldPlan, limits: [limit] } }
  const api = { reference: 'customers:1.0.0', catalog: { path: '/acme/sandbox' } }
  const endpoint = { operation: operation('GET', '/customers') }
  const call = {
    id: 'r-1',
    deps: { clock: () => 0 },
    limits: {},
    outcome: {},
    route: { requireApi: () => api, requireEndpoint: () => endpoint },
    caller: { client, entitlement, requireClient: () => client, requireEntitlement: () => entitlement },
  } as unknown as Parameters<typeof step>[0]
  let outcome: ReturnType<typeof step>
  for (let number = 0; number < calls; number += 1) outcome = step(call)
  return { reason: (outcome as GatewayError | undefined)?.reason, counts }
}

for (const [title, limit, reason, counts] of [
  ['a hard rate limit', limitOf('x'), 'rate_limit', { exact: 3, eventual: 0 }],
  ['another rate limit', limitOf('x', { hard: false }), undefined, { exact: 0, eventual: 3 }],
  ['a burst limit', limitOf('x', { kind: 'burst', hard: false }), 'burst_limit', { exact: 3, eventual: 0 }],
] as const) {
  test(`the third of two calls of ${title} ${reason ? `is rejected as ${reason}` : 'passes'}`, (t) => {
    t.is(count(limit, 2).reason, undefined)
    t.deepEqual(count(limit, 3), { reason, counts })
  })
}

test('reads the usage of each limit in its present window', async (t) => {
  const now = 1_699_999_200_000
  const plan = { ...goldPlan, limits: [ofPlan, limitOf('unlimited', { calls: undefined as never })] }
  const query = { catalog: '/acme/sandbox', subscribed: { product: shopProduct, plan }, application: 'shop' }
  const counts = new Map([[`/acme/sandbox shop:1.0.0:gold shop rate of plan ${now + 60_000}`, 7]])
  const read = (at: number) => readPlanLimits(query, { now: at, find: async (key: string) => counts.get(key) })

  const [unlimited] = (await read(now)).slice(1)
  t.deepEqual(unlimited, { limit: plan.limits[1] as CallLimit, appliesTo: '', used: 0, endsAt: undefined })
  for (const [at, used, endsAt] of [
    [now - 1, 0, now],
    [now, 7, now + 60_000],
    [now + 59_999, 7, now + 60_000],
    [now + 60_000, 0, now + 120_000],
  ] as const)
    t.deepEqual((await read(at))[0], { limit: ofPlan, appliesTo: '', used, endsAt })
})

test('counts a subscription that moved to another version or plan under the plan from which it moved', async (t) => {
  const now = 1_699_999_200_000
  const plan = { ...goldPlan, name: 'platinum', limits: [ofPlan] }
  const product = { ...shopProduct, name: 'shop:2.0.0', version: '2.0.0' }
  const subscription = { product: 'shop:2.0.0', plan: 'platinum', state: 'enabled', line: 1 } as const
  const counts = new Map([
    [`/acme/sandbox shop:1.0.0:gold shop rate of plan ${now + 60_000}`, 7],
    [`/acme/sandbox shop:2.0.0:platinum shop rate of plan ${now + 60_000}`, 1],
  ])
  const read = async (countedAs?: string) => {
    const subscribed = { product, plan, subscription: { ...subscription, countedAs } }
    const query = { catalog: '/acme/sandbox', subscribed, application: 'shop' }
    return (await readPlanLimits(query, { now, find: async (key) => counts.get(key) }))[0]?.used
  }
  t.is(await read('shop:1.0.0/gold'), 7)
  t.is(await read(), 1)
})
