import test from 'ava'
import type { AssemblyLimit, Plan } from '../../../../src/gateway/config/types/index.ts'
import type { GatewayError } from '../../../../src/gateway/data-plane/errors/gateway-errors.ts'
import { buildAssemblyLimitStep } from '../../../../src/gateway/data-plane/limits/assembly-limits.ts'
import type { CallCounter } from '../../../../src/gateway/data-plane/limits/call-counter.ts'
import { application, goldPlan, location, shopProduct } from '../_support/documents.ts'

type Step = ReturnType<typeof buildAssemblyLimitStep>

function limitOf(extra: Partial<AssemblyLimit> = {}): AssemblyLimit {
  return {
    name: 'writes',
    kind: 'rate',
    calls: 2,
    intervalSeconds: 60,
    hard: true,
    location,
    weight: 1,
    isClient: true,
    per: { api: false, application: false, client: false },
    ...extra,
  }
}

/** Counts calls against one limit; returns the result of the last call and the keys that each counter got. */
function count(limit: AssemblyLimit, calls = 1) {
  const keys: { exact: string[]; eventual: string[] } = { exact: [], eventual: [] }
  const counterOf = (to: string[]): CallCounter => ({ add: (key) => to.push(key) })
  const counters = { exact: counterOf(keys.exact), eventual: counterOf(keys.eventual) }
  const step = buildAssemblyLimitStep([{ kind: limit.kind, name: limit.name }], counters)
  const plan: Plan = { ...goldPlan, assemblyLimits: [limit] }
  const api = { reference: 'customers:1.0.0', catalog: { path: '/acme/sandbox' } }
  const call = {
    id: 'r-1',
    deps: { clock: () => 0 },
    limits: {},
    outcome: {},
    route: { api, requireApi: () => api },
    caller: {
      client: { clientId: 'shop-id', application: application('shop') },
      entitlement: { product: shopProduct, plan },
      requireEntitlement: () => ({ product: shopProduct, plan }),
    },
  } as unknown as Parameters<Step>[0]
  let outcome: ReturnType<Step>
  for (let number = 0; number < calls; number += 1) outcome = step(call)
  return { outcome: outcome as GatewayError | undefined, keys, call }
}

const plan = '/acme/sandbox shop:1.0.0:gold'

for (const [per, key] of [
  [{}, ''],
  [{ api: true }, ' api customers:1.0.0'],
  [{ application: true }, ' app shop'],
  [{ client: true }, ' client shop-id'],
  [{ api: true, application: true, client: true }, ' api customers:1.0.0 app shop client shop-id'],
] as const) {
  test(`counts calls of a plan together per ${Object.keys(per).join(', ') || 'nothing else'}`, (t) => {
    const all = { api: false, application: false, client: false, ...per }
    t.deepEqual(count(limitOf({ per: all })).keys.exact, [`${plan}${key} assembly rate writes`])
  })
}

test('a hard limit rejects calls by an exact count, another one counts them without rejecting', (t) => {
  const hard = count(limitOf(), 3)
  t.is(hard.outcome?.reason, 'assembly_limit')
  t.deepEqual([hard.keys.exact.length, hard.keys.eventual.length], [3, 0])
  const soft = count(limitOf({ hard: false }), 3)
  t.is(soft.outcome, undefined)
  t.deepEqual([soft.keys.exact.length, soft.keys.eventual.length], [0, 3])
})

test('a limit without a number of calls counts and rejects nothing', (t) => {
  const { outcome, keys, call } = count(limitOf({ calls: undefined as never }), 3)
  t.is(outcome, undefined)
  t.deepEqual(keys, { exact: [], eventual: [] })
  t.is(call.limits.shown, undefined)
})

test('a limit that is not for clients is a 503 without headers', (t) => {
  const hidden = count(limitOf({ isClient: false }), 3)
  t.like(hidden.outcome, { status: 503, reason: 'assembly_limit' })
  t.is(hidden.call.limits.shown, undefined)
  const shown = count(limitOf(), 3)
  t.is(shown.outcome?.status, 429)
  t.is(shown.call.limits.shown?.length, 1)
})
