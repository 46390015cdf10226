import test from 'ava'
import { loadValid, problemsOf, valid } from '../_support/folder.ts'

const shop = 'catalogs/sandbox/products/shop.yaml'
const sandbox = 'catalogs/sandbox/catalog.yaml'
const inState = (state: string) => ({ [shop]: `state: ${state}\n${valid[shop]}` })

for (const [state, apis] of [
  ['published', ['customers:1.0.0']],
  ['deprecated', ['customers:1.0.0']],
  ['staged', []],
  ['retired', []],
] as const) {
  test(`a product that is ${state} ${apis.length > 0 ? 'opens its APIs' : 'opens nothing'}`, async (t) => {
    const [catalog] = (await loadValid(t, inState(state))).catalogs
    const [product] = catalog?.products ?? []
    t.is(product?.state, state)
    t.deepEqual([...(product?.plans.get('gold')?.apis ?? [])], [...apis])
    t.deepEqual(
      catalog?.apis.map(({ reference }) => reference),
      [...apis],
    )
  })
}

test('an API that another product publishes is still there', async (t) => {
  const other = valid[shop].replace('name: shop', 'name: other')
  const [catalog] = (await loadValid(t, { ...inState('retired'), 'catalogs/sandbox/products/other.yaml': other }))
    .catalogs
  t.is(catalog?.apis.length, 1)
})

test('a catalog takes an API offline by its name, which must exist', async (t) => {
  const offline = (name: string) => ({ [sandbox]: `${valid[sandbox]}offline_apis: ["${name}"]\n` })
  const [catalog] = (await loadValid(t, offline('customers:1.0.0'))).catalogs
  t.like(catalog?.apis[0]?.offline, { file: sandbox })
  t.deepEqual(await problemsOf(t, offline('customer:1.0.0')), [
    `${sandbox}:7:16 the catalog has no API "customer:1.0.0" - did you mean "customers:1.0.0"?`,
  ])
})
