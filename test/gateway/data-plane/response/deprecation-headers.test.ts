import test, { type ExecutionContext } from 'ava'
import type { Api, ApiDeprecation, Product } from '../../../../src/gateway/config/types/index.ts'
import { openConsumers } from '../../../../src/gateway/consumers/index.ts'
import { renderDeprecationHeaders } from '../../../../src/gateway/data-plane/response/deprecation-headers.ts'
import {
  accessToken,
  api,
  application,
  catalog,
  config,
  goldSubscription,
  location,
  oauth,
  operation,
  shopProduct,
} from '../_support/documents.ts'
import { startBackend, startGateway } from '../_support/servers.ts'

const notice: ApiDeprecation = { since: '2026-12-01', sunset: '2027-06-30', link: 'https://acme.example/customers-2' }
const rendered = {
  deprecation: '@1796083200',
  sunset: 'Wed, 30 Jun 2027 00:00:00 GMT',
  link: '<https://acme.example/customers-2>; rel="deprecation", <https://acme.example/customers-2>; rel="sunset"',
}

/** A gateway with one API and one product; `call` returns the status and the three headers of a response. */
async function start(t: ExecutionContext, ofApi: Partial<Api>, ofProduct: Partial<Product>) {
  const backend = await startBackend((_, response) => response.end('ok'))
  t.teardown(backend.close)
  const product: Product = { ...shopProduct, ...ofProduct }
  const security = [{ all: [{ definition: oauth, scopes: [] }], location }]
  const operations = [operation('GET', '/customers', { security }), operation('PUT', '/customers')]
  const consumers = openConsumers({
    applications: [application('one', { subscriptions: [goldSubscription] })],
    products: [product],
  })
  const gateway = await startGateway(
    config(catalog([api(backend.url, { operations, ...ofApi })], { products: [product] })),
    { consumers: () => consumers, verifyToken: () => (clientId) => accessToken(clientId) },
  )
  t.teardown(gateway.close)
  return async (method: string, token?: string) => {
    const { status, headers } = await fetch(`${gateway.url}/acme/sandbox/customerdb/v1/customers`, {
      method,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    })
    const names = ['deprecation', 'sunset', 'link'] as const
    const shown = names.flatMap((name) => (headers.has(name) ? [[name, headers.get(name)]] : []))
    return { status, headers: Object.fromEntries(shown) }
  }
}

test('responses of a deprecated API say so, served and rejected ones', async (t) => {
  const call = await start(t, { deprecation: notice }, {})
  t.deepEqual(await call('GET', 'one'), { status: 200, headers: rendered })
  t.deepEqual(await call('GET'), { status: 401, headers: rendered })
})

test('responses to calls of a plan of a deprecated product say so, and no others', async (t) => {
  const call = await start(t, {}, { deprecation: notice })
  t.deepEqual(await call('GET', 'one'), { status: 200, headers: rendered })
  t.deepEqual(await call('PUT'), { status: 200, headers: {} })
})

test('the days of an API have precedence over those of a product', async (t) => {
  const call = await start(t, { deprecation: { sunset: '2027-01-01' } }, { deprecation: notice })
  t.deepEqual((await call('GET', 'one')).headers, { sunset: 'Fri, 01 Jan 2027 00:00:00 GMT' })
})

test('other responses have none of the headers', async (t) => {
  const call = await start(t, {}, { state: 'deprecated' })
  t.deepEqual(await call('GET', 'one'), { status: 200, headers: {} })
})

test('a notice without a day has no header, and a link is a URL that ends no header', (t) => {
  t.deepEqual(renderDeprecationHeaders({ link: 'https://a.example/', text: 'Old' }), [])
  const [, , , link] = renderDeprecationHeaders({ since: '2026-12-01', link: 'https://a.example/é">\r\nX: y' })
  t.is(link, '<https://a.example/%C3%A9%22%3EX:%20y>; rel="deprecation"')
})

test('the notice of an operation replaces those of its API and its product', async (t) => {
  const own = { sunset: '2027-01-31' }
  const operations = [operation('GET', '/customers', { deprecation: own }), operation('PUT', '/customers')]
  const backend = await startBackend((_, response) => response.end('ok'))
  t.teardown(backend.close)
  const gateway = await startGateway(config(catalog([api(backend.url, { operations, deprecation: notice })])))
  t.teardown(gateway.close)
  const url = `${gateway.url}/acme/sandbox/customerdb/v1/customers`
  const { headers } = await fetch(url)
  t.is(headers.get('sunset'), 'Sun, 31 Jan 2027 00:00:00 GMT')
  t.is(headers.get('deprecation'), null)
  t.is((await fetch(url, { method: 'PUT' })).headers.get('sunset'), rendered.sunset)
})
