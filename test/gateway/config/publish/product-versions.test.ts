import test, { type ExecutionContext } from 'ava'
import { isProductNamed } from '../../../../src/gateway/config/types/index.ts'
import { findSubscribedPlans } from '../../../../src/gateway/consumers/index.ts'
import { type Files, loadValid, problemsOf, valid } from '../_support/folder.ts'

const version = (number: string, state = 'published', plan = 'gold') => `product: 1.0.0
state: ${state}
info: { name: shop, version: ${number} }
apis: { customers: { name: "customers:1.0.0" } }
plans: { ${plan}: { title: Plan of ${number} } }
`
const productsOf = (...documents: string[]): Files => ({
  'catalogs/sandbox/products/shop.yaml': undefined,
  ...Object.fromEntries(documents.map((text, index) => [`catalogs/sandbox/products/p${index}/shop.yaml`, text])),
})
const subscribed = (...subscriptions: string[]): Files => ({
  'catalogs/sandbox/applications/app.yaml': valid['catalogs/sandbox/applications/app.yaml'].replace(
    / {2}- \{ product.*\n/,
    subscriptions.map((each) => `  - { product: "${each}", plan: gold }\n`).join(''),
  ),
})

async function catalogWith(t: ExecutionContext, files: Files) {
  const [catalog] = (await loadValid(t, files)).catalogs
  if (!catalog) throw new Error('no catalog')
  return catalog
}

const meanings: readonly (readonly [title: string, documents: string[], meant: string])[] = [
  ['the only one', [version('1.0.0')], '1.0.0'],
  ['the published one beside a staged one', [version('1.0.0'), version('2.0.0', 'staged')], '1.0.0'],
  ['the published one after a retired one', [version('1.0.0', 'retired'), version('2.0.0')], '2.0.0'],
  [
    'the lowest of several published ones, as numbers',
    [version('10.0.0'), version('9.0.0'), version('9.1.0')],
    '9.0.0',
  ],
  ['the one before it is superseded', [version('1.0.0', 'deprecated'), version('2.0.0')], '1.0.0'],
]
for (const [title, documents, meant] of meanings) {
  test(`a subscription without a version means ${title}`, async (t) => {
    const { applications, products } = await catalogWith(t, { ...productsOf(...documents), ...subscribed('shop') })
    const [application] = applications
    t.deepEqual(application && findSubscribedPlans(application, products).map(({ product }) => product.version), [
      meant,
    ])
    t.is(new Set(products.map(({ name }) => name)).size, documents.length)
  })
}

test('an application subscribes to versions beside each other, each with its own plans', async (t) => {
  const files = { ...productsOf(version('1.0.0'), version('2.0.0')), ...subscribed('shop', 'shop:2.0.0') }
  const { applications, products } = await catalogWith(t, files)
  const [application] = applications
  t.deepEqual(
    application && findSubscribedPlans(application, products).map(({ product, plan }) => [product.name, plan.title]),
    [
      ['shop', 'Plan of 1.0.0'],
      ['shop:2.0.0', 'Plan of 2.0.0'],
    ],
  )
  t.true(products.every((each) => isProductNamed(each, `shop:${each.version}`)))
})

const faults: readonly (readonly [title: string, files: Files, expected: string])[] = [
  [
    'one version twice',
    productsOf(version('1.0.0'), version('1.0.0')),
    'catalogs/sandbox/products/p1/shop.yaml:3:30 the catalog has version 1.0.0 of the product "shop" already, at catalogs/sandbox/products/p0/shop.yaml:1: another version can be beside it',
  ],
  [
    'a subscription to a version that is not there',
    { ...productsOf(version('1.0.0'), version('2.0.0')), ...subscribed('shop:3.0.0') },
    'catalogs/sandbox/applications/app.yaml:6:16 the catalog has no product "shop:3.0.0" - did you mean "shop:2.0.0"?',
  ],
  [
    'a subscription to one version under two names',
    { ...productsOf(version('1.0.0'), version('2.0.0')), ...subscribed('shop', 'shop:1.0.0') },
    'catalogs/sandbox/applications/app.yaml:7:5 is subscribed to the product "shop:1.0.0" twice: one plan for each product',
  ],
  [
    'a plan that only another version has',
    { ...productsOf(version('1.0.0', 'published', 'silver'), version('2.0.0')), ...subscribed('shop') },
    'catalogs/sandbox/applications/app.yaml:6:30 product "shop" has no plan "gold" - its plans are silver',
  ],
]
for (const [title, files, expected] of faults) {
  test(`an error: ${title}`, async (t) => {
    t.deepEqual(await problemsOf(t, files), [expected])
  })
}
