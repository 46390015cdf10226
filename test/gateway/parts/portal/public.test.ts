import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import type {
  ApiView,
  PortalView,
  ProductView,
  SearchResultView,
} from '../../../../src/gateway/parts/portal/rest/index.ts'
import { requireSuccess } from '../../../_support/require-success.ts'
import { startPortal } from './_support/portal.ts'

const productWith = (name: string, type: string) => `product: 1.0.0
info: { name: ${name}, version: 1.0.0, title: ${name} }
apis: { ${name}-api: { name: "${name}-api:1.0.0" } }
visibility: { view: { type: ${type}, enabled: true, orgs: [], tags: [] }, subscribe: { type: authenticated } }
plans: { all: {} }
`
const apiWith = (name: string) => `openapi: 3.0.3
info: { title: The ${name} API, version: 1.0.0, x-ibm-name: ${name}-api, description: Everything about ${name} }
servers: [{ url: /${name} }]
paths:
  /invoices/{invoiceId}:
    get:
      operationId: ${name}Show
      summary: Shows one invoice of ${name}
      tags: [billing]
      responses: { "200": { description: It } }
  /refunds:
    post: { operationId: ${name}Refund, description: Pays an invoice back, responses: { "201": { description: Done } } }
x-ibm-configuration: { assembly: { execute: [{ invoke: { target-url: "http://127.0.0.1:1/" } }] } }
`

const visibilities = ['authenticated', 'subscribed', 'custom'] as const
const files = Object.fromEntries(
  visibilities.flatMap((each) => [
    [`catalogs/sandbox/products/${each}.yaml`, productWith(each, each)],
    [`apis/${each}.yaml`, apiWith(each)],
  ]),
)
const settings = 'self_signup: true, owners: [owner], public: true'

const namesOf = (products: readonly ProductView[]) => products.map(({ name }) => name)

test('without portal.public, visitors read nothing but the title', async (t) => {
  const portal = await startPortal(t)
  const visitor = portal.browser()
  t.is((await visitor.get<PortalView>('/portal')).body.isPublic, false)
  for (const path of ['/products', '/products/news', '/apis/customers:1.0.0', '/providers', '/search?q=news']) {
    t.like(await visitor.get(path), { status: 401, body: { code: 'not_signed_in' } }, path)
  }
})

test('a product is shown as its visibility says', async (t) => {
  const portal = await startPortal(t, { portal: settings, files })
  const visitor = portal.browser()
  const anna = await portal.signedUp('anna')
  t.true((await visitor.get<PortalView>('/portal')).body.isPublic)
  t.deepEqual(namesOf((await visitor.get<ProductView[]>('/products')).body), ['news', 'shop'])
  t.deepEqual(namesOf((await anna.get<ProductView[]>('/products')).body), ['authenticated', 'news', 'shop'])

  t.is((await visitor.get('/apis/customers:1.0.0')).status, 200)
  t.like(await visitor.get('/products/authenticated'), { status: 404, body: { code: 'unknown_product' } })
  t.like(await visitor.get('/apis/authenticated-api:1.0.0'), { status: 404, body: { code: 'unknown_api' } })
  t.is((await anna.get('/apis/authenticated-api:1.0.0')).status, 200)
  for (const each of ['subscribed', 'custom'])
    t.like(await anna.get(`/apis/${each}-api:1.0.0`), { status: 404, body: { code: 'unknown_api' } }, each)
})

test('users cannot subscribe themselves to a product that is hidden from them', async (t) => {
  const portal = await startPortal(t, { portal: settings, files })
  const anna = await portal.signedUp('anna')
  await requireSuccess(anna.call('POST', '/applications', { name: 'shop' }))
  const refused = await anna.call('PUT', '/applications/shop/subscriptions/subscribed', { plan: 'all' })
  t.like(refused, { status: 404, body: { code: 'unknown_product' } })
})

test('subscribers see a product for subscribers', async (t) => {
  const portal = await startPortal(t, { portal: settings, files })
  const anna = await portal.signedUp('anna')
  await requireSuccess(anna.call('POST', '/applications', { name: 'theirs' }))
  const file = join(portal.folder, 'catalogs/sandbox/applications/theirs.yaml')
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replace('subscriptions: []', 'subscriptions: [{ product: subscribed, plan: all }]'))
  await requireSuccess(anna.call('PATCH', '/applications/theirs', { title: 'Theirs' })) // puts the document to use
  t.true(namesOf((await anna.get<ProductView[]>('/products')).body).includes('subscribed'))
  t.is((await anna.get('/apis/subscribed-api:1.0.0')).status, 200)
})

test('a visitor with the cookie of an ended session reads what visitors read', async (t) => {
  const portal = await startPortal(t, { portal: settings, files })
  const anna = await portal.signedUp('anna')
  const cookie = anna.cookie
  await requireSuccess(anna.call('DELETE', '/session'))
  const visitor = portal.browser()
  visitor.cookie = cookie
  t.deepEqual(namesOf((await visitor.get<ProductView[]>('/products')).body), ['news', 'shop'])
  t.is((await visitor.get('/applications')).status, 401)
})

test('search finds products, APIs and operations, and ranks titles first', async (t) => {
  const portal = await startPortal(t, { portal: settings, files })
  const anna = await portal.signedUp('anna')
  const search = async (query: string) =>
    (await anna.get<SearchResultView[]>(`/search?q=${encodeURIComponent(query)}`)).body

  t.deepEqual(
    (await search('invoice')).map((each) => each.kind === 'operation' && each.operation),
    ['authenticatedShow', 'authenticatedRefund'],
  )
  t.like((await search('INVOICES authenticated'))[0], {
    kind: 'operation',
    method: 'GET',
    path: '/invoices/{invoiceId}',
    api: 'authenticated-api:1.0.0',
    title: 'Shows one invoice of authenticated',
    text: 'The authenticated API',
  })
  t.like((await search('the authen'))[0], { kind: 'api', title: 'The authenticated API' })
  t.like((await search('new'))[0], { kind: 'product', product: 'news' })
  t.deepEqual(await search('billing nothing'), [])
  t.deepEqual(await search('  '), [])
})

test('search returns nothing that the visitor cannot see', async (t) => {
  const portal = await startPortal(t, { portal: settings, files })
  const visitor = portal.browser()
  t.deepEqual((await visitor.get('/search?q=invoice')).body as unknown, [])
  t.like(await visitor.get(`/search?q=${'x'.repeat(201)}`), { status: 400, body: { code: 'wrong_query' } })
})

test('search knows the names of an API whose document cannot be read', async (t) => {
  const portal = await startPortal(t, {
    portal: settings,
    tools: { describeApi: () => Promise.reject(new Error('the disk is gone')) },
  })
  const { body } = await portal.browser().get<SearchResultView[]>('/search?q=customers')
  t.true(body.some(({ kind }) => kind === 'operation'))
})

test('the API of a product is the same for visitors and for users', async (t) => {
  const portal = await startPortal(t, { portal: settings })
  const [visitor, anna] = [portal.browser(), await portal.signedUp('anna')]
  const [first, second] = [
    await visitor.get<ApiView>('/apis/customers:1.0.0'),
    await anna.get<ApiView>('/apis/customers:1.0.0'),
  ]
  t.deepEqual(first.body, second.body)
})
