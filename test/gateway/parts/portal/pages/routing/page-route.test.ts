import test from 'ava'
import {
  buildApiLink,
  buildApplicationLink,
  buildTryLink,
  parsePageRoute,
} from '../../../../../../src/gateway/parts/portal/pages/routing/page-route.ts'

for (const [hash, route] of [
  ['', { page: 'home' }],
  ['#/home', { page: 'home' }],
  ['#/products', { page: 'products' }],
  ['#/products/customer', { page: 'product', product: 'customer' }],
  ['#/products/customer/more', { page: 'notFound' }],
  ['#/apis/a:1', { page: 'api', api: 'a:1', operation: undefined, tab: undefined }],
  ['#/apis/a:1/get/try', { page: 'api', api: 'a:1', operation: 'get', tab: 'try' }],
  ['#/apis/a:1/get/try/more', { page: 'notFound' }],
  ['#/apis', { page: 'notFound' }],
  ['#/applications', { page: 'applications' }],
  ['#/applications/shop/usage', { page: 'application', application: 'shop', tab: 'usage' }],
  ['#/try', { page: 'try', api: undefined, operation: undefined }],
  ['#/try/a:1/get', { page: 'try', api: 'a:1', operation: 'get' }],
  ['#/nothing', { page: 'notFound' }],
  ['#/apis/%zz', { page: 'notFound' }],
] as const) {
  test(`${hash || 'no hash'} leads to ${JSON.stringify(route)}`, (t) => {
    t.deepEqual(parsePageRoute(hash), route)
  })
}

test('names of any characters come back from an address as they were', (t) => {
  const name = `a/b%2F#?&"<>é\u{1f600} .`
  t.like(parsePageRoute(buildApiLink(name, name, 'try')), { page: 'api', api: name, operation: name, tab: 'try' })
  t.like(parsePageRoute(buildApplicationLink(name)), { page: 'application', application: name })
  t.like(parsePageRoute(buildTryLink(name, name)), { page: 'try', api: name, operation: name })
})
