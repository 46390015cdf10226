import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import test from 'ava'
import type { Catalog } from '../../../../src/gateway/config/types/index.ts'
import { listCatalogUrls } from '../../../../src/gateway/contract/access/catalog-urls.ts'
import { findPublicPlace } from '../../../../src/gateway/lib/http/public-place.ts'
import { buildPublicHosts } from '../../../../src/gateway/runtime/app/public-hosts.ts'

const catalogAt = (path: string, hosts?: string[], canonicalHost?: string) =>
  ({ path, ...(hosts && { hosts }), ...(canonicalHost && { canonicalHost }) }) as unknown as Catalog
const pay = catalogAt('/acme/pay', ['acme.example/pay', 'acme.example/pay/v2x', 'pay.example'], 'pay.example')
const shop = catalogAt('/acme/shop', ['acme.example'])
const plain = catalogAt('/globex/plain')
const baseUrl = 'https://gw.example:8443'
const hosts = buildPublicHosts([pay, shop, plain], baseUrl)

for (const [host, target, expected] of [
  ['pay.example', '/a?b=/c', '/acme/pay/a?b=/c'],
  ['PAY.example.:8443', '/', '/acme/pay/'],
  ['pay.example', '/acme/pay/a', '/acme/pay/a'],
  ['pay.example', '/acme/pays', '/acme/pay/acme/pays'],
  ['pay.example', '/globex/plain/a', '/acme/pay/globex/plain/a'],
  ['acme.example', '/pay', '/acme/pay'],
  ['acme.example', '/pay?a', '/acme/pay?a'],
  ['acme.example', '/pay/v2x/a', '/acme/pay/a'],
  ['acme.example', '/payments', '/acme/shop/payments'],
  ['acme.example', '/%70ay/a', '/acme/shop/%70ay/a'],
  [
    'acme.example',
    '/.well-known/oauth-authorization-server/pay/o',
    '/.well-known/oauth-authorization-server/acme/pay/o',
  ],
  ['acme.example', '/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/acme/shop'],
  ['acme.example', '/.well-known/other', '/acme/shop/.well-known/other'],
  ['other.example', '/pay', '/pay'],
  ['gw.example:8443', '/globex/plain/a', '/globex/plain/a'],
] as const) {
  test(`${host} ${target} is ${expected}`, (t) => {
    t.is(hosts?.toStandardTarget(target, host), expected)
  })
}

test('on the host of the base URL the standard places of all catalogs stay', (t) => {
  const onBase = buildPublicHosts([catalogAt('/acme/pay', ['gw.example']), plain], baseUrl)
  t.is(onBase?.toStandardTarget('/globex/plain/a', 'gw.example:8443'), '/globex/plain/a')
  t.is(onBase?.toStandardTarget('/a', 'gw.example:8443'), '/acme/pay/a')
})

test('requests are not looked at when no catalog has a host of its own', (t) => {
  t.is(buildPublicHosts([plain, catalogAt('/a/b', [])], baseUrl), undefined)
})

test('a request is moved once, and the authority of an absolute target decides before Host', (t) => {
  const request = new IncomingMessage(new Socket())
  request.url = 'http://Pay.example/acme/paid?x'
  request.headers = { host: 'acme.example' }
  hosts?.relocate(request)
  hosts?.relocate(request)
  t.is(request.url, '/acme/pay/acme/paid?x')
  t.deepEqual(findPublicPlace(request), { standardPath: '/acme/pay', path: '', origin: 'https://pay.example:8443' })
})

test('the stable URL of a catalog is its canonical host, otherwise the standard place', (t) => {
  t.deepEqual(listCatalogUrls(pay, baseUrl), [
    'https://pay.example:8443',
    'https://gw.example:8443/acme/pay',
    'https://acme.example:8443/pay',
    'https://acme.example:8443/pay/v2x',
  ])
  t.is(listCatalogUrls(shop, 'http://localhost')[0], 'http://localhost/acme/shop')
})
