import test from 'ava'
import { monthSeconds } from '../../../../../src/shared/lib/time/count-window.ts'
import { type Files, loadValid, problemsOf, valid } from '../../_support/folder.ts'

/** The product with another plan in the place of its only one. */
function shop(plan: string): Files {
  const file = 'catalogs/sandbox/products/shop.yaml'
  const text = valid[file]
  return { [file]: `${text.slice(0, text.indexOf('  gold:'))}  gold:\n${plan}` }
}

test('a plan may limit single operations, by their id or by method and path', async (t) => {
  const plan = (
    await loadValid(
      t,
      shop(`    apis:
      customers:
        burst-limits: { api: { value: 5/1second } }
        operations:
          - { operationId: list, rate-limit: { value: 3/1minute, hard-limit: true } }
`),
    )
  ).catalogs[0]?.products[0]?.plans.get('gold')
  const offer = plan?.apiTerms?.get('customers:1.0.0')
  t.like(offer?.limits[0], { name: 'api', kind: 'burst', calls: 5 })
  t.like(offer?.operations?.get('GET /customers')?.[0], { name: 'default', calls: 3, hard: true })
})

for (const [title, operation, expected] of [
  [
    'that the API lacks',
    '{ operationId: lisst }',
    'shop.yaml:10:13 the API customers:1.0.0 has no operation "lisst" - did you mean "list"?',
  ],
  [
    'by half a name',
    '{ operation: get }',
    'shop.yaml:10:13 an operation is named by either "operationId", or "operation" and "path"',
  ],
  [
    'twice',
    '{ operationId: list }\n          - { operation: get, path: /customers }',
    'shop.yaml:11:13 GET /customers stands in this plan already, at catalogs/sandbox/products/shop.yaml:10',
  ],
] as const) {
  test(`a plan with an operation ${title} is refused`, async (t) => {
    const lines = await problemsOf(
      t,
      shop(`    apis:\n      customers:\n        operations:\n          - ${operation}\n`),
    )
    t.deepEqual(lines, [`catalogs/sandbox/products/${expected}`])
  })
}

test('a plan has limits by the calendar, on concurrent calls and on addresses', async (t) => {
  const plan = (
    await loadValid(
      t,
      shop(`    rate-limit: { value: 1000/1month }
    concurrent-calls: 5
    addresses: { allow: [10.0.0.0/8, "fd00::/8"], deny: [10.0.0.1] }
`),
    )
  ).catalogs[0]?.products[0]?.plans.get('gold')
  t.like(plan?.limits[0], { calls: 1000, intervalSeconds: monthSeconds })
  t.deepEqual(plan?.terms, { concurrentCalls: 5, addresses: { allow: ['10.0.0.0/8', 'fd00::/8'], deny: ['10.0.0.1'] } })
  const lines = await problemsOf(t, shop(`    addresses: { deny: [10.0.0.0/33] }\n`))
  t.deepEqual(lines, [
    'catalogs/sandbox/products/shop.yaml:7:25 plans.gold.addresses.deny[0] must be an IP address or a CIDR such as 10.0.0.0/8 - found "10.0.0.0/33"',
  ])
})

test('assembly limits are read as exports write them, and in short', async (t) => {
  const files = shop(`    assembly-rate-limits:
      create:
        - { value: 200/1minute, hard-limit: true, cache-only: false, is-client: false, use-api-name: true, use-app-id: false, use-client-id: true, weight: "5" }
    assembly-burst-limits:
      all: { value: 20/1second }
`)
  const limits = (await loadValid(t, files)).catalogs[0]?.products[0]?.plans.get('gold')?.assemblyLimits
  t.like(limits?.[0], {
    name: 'create',
    kind: 'rate',
    calls: 200,
    hard: true,
    weight: 5,
    isClient: false,
    per: { api: true, application: false, client: true },
  })
  t.like(limits?.[1], {
    name: 'all',
    kind: 'burst',
    calls: 20,
    hard: true,
    weight: 1,
    isClient: true,
    per: { api: false, application: true, client: false },
  })
})

test('a weight that would have to be computed is refused', async (t) => {
  const lines = await problemsOf(t, shop('    assembly-rate-limits: { a: { value: 5/1minute, weight: tokenCount } }\n'))
  t.deepEqual(lines, [
    'catalogs/sandbox/products/shop.yaml:7:60 plans.gold.assembly-rate-limits.a.weight must be a whole number: computed weights are not supported - found "tokenCount"',
  ])
})

for (const [title, written, price] of [
  ['as its publisher writes it', 'price: 49 € per month', '49 € per month'],
  [
    'of an export',
    'billing: { billing: account, currency: USD, price: 10, period: 1, period-unit: month }',
    '10 USD per month',
  ],
  [
    'of an export with a trial period',
    'billing: { currency: EUR, price: "9.90", period: 3, period-unit: month, trial-period: 14, trial-period-unit: day }',
    '9.90 EUR per 3 months, 14 days free',
  ],
  ['of an export that costs nothing', 'billing: { currency: USD, price: 0, period: 1, period-unit: month }', 'free'],
  [
    'of its own before that of the export',
    'price: on request\n    billing: { price: 10, currency: USD }',
    'on request',
  ],
  ['of an export without an amount', 'billing: { billing: account }', undefined],
  ['of an export that is no map', 'billing: account', undefined],
] as const) {
  test(`a plan has the price ${title}`, async (t) => {
    const config = await loadValid(t, shop(`    ${written}\n`))
    t.is(config.catalogs[0]?.products[0]?.plans.get('gold')?.price, price)
  })
}
