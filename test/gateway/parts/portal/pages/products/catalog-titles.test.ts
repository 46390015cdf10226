import test from 'ava'
import { buildCatalogTitles } from '../../../../../../src/gateway/parts/portal/pages/products/catalog-titles.ts'

const api = { reference: 'customers:1.0.0', name: 'customers', version: '1.0.0', title: 'Customer Database' }
const plan = { name: 'gold', title: 'Gold Plan', approval: false, limits: [], apis: [], operations: [] }
const titles = buildCatalogTitles([{ name: 'shop', title: 'Shop', apis: [api], plans: [plan] }])

test('an API is shown by title and version, with the operation of a limit', (t) => {
  t.is(titles.describeApi('customers:1.0.0'), 'Customer Database 1.0.0')
  t.is(titles.describeApi('customers:1.0.0 GET /customers'), 'Customer Database 1.0.0 GET /customers')
})

test('a plan is shown by its title and the title of its product', (t) => {
  t.is(titles.describePlan('shop/gold'), 'Shop · Gold Plan')
})

test('what the catalog no longer publishes is shown by its name', (t) => {
  t.is(titles.describeApi('old:1.0.0'), 'old:1.0.0')
  t.is(titles.describeApi(''), '')
  t.is(titles.describePlan('shop/old'), 'shop/old')
})
