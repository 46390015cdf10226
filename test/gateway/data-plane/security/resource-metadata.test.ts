import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import {
  listProtectedResources,
  resourceMetadataUrl,
} from '../../../../src/gateway/data-plane/security/resource-metadata.ts'
import { api, catalog, config, location, oauth, operation } from '../_support/documents.ts'

const baseUrl = 'https://api.example.com'
const needs = (...scopes: string[]) => [{ all: [{ definition: oauth, scopes }], location }]
const customers = api('http://upstream', {
  operations: [
    operation('GET', '/customers', { security: needs('customer') }),
    operation('POST', '/customers', { security: needs('customer', 'write') }),
  ],
})

async function get(t: ExecutionContext, method: string) {
  const [resource] = listProtectedResources(config(catalog([customers])), baseUrl)
  const server = createServer((request, response) => resource?.handle(request, response)).listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { method })
}

test('the metadata names the resource, its provider and the scopes of its operations', async (t) => {
  const response = await get(t, 'GET')
  t.is(response.headers.get('content-type'), 'application/json')
  t.is(response.headers.get('access-control-allow-origin'), '*')
  t.deepEqual(await response.json(), {
    resource: 'https://api.example.com/acme/sandbox/customerdb/v1',
    resource_name: 'Customers',
    authorization_servers: ['https://api.example.com/acme/sandbox/customer-oauth'],
    scopes_supported: ['customer', 'write'],
    bearer_methods_supported: ['header'],
  })
})

for (const [method, status] of [
  ['HEAD', 200],
  ['OPTIONS', 204],
  ['POST', 405],
] as const) {
  test(`${method} is answered with ${status}`, async (t) => {
    const response = await get(t, method)
    t.is(response.status, status)
    t.is(await response.text(), '')
  })
}

test('the metadata of an API is rendered at its first request, and once', async (t) => {
  let rendered = 0
  const counted = Object.defineProperty({ ...customers }, 'title', { get: () => `Customers ${++rendered}` })
  const [resource] = listProtectedResources(config(catalog([counted])), baseUrl)
  t.is(rendered, 0)
  const server = createServer((request, response) => resource?.handle(request, response)).listen(0, '127.0.0.1')
  t.teardown(() => server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  for (const _ of [1, 2]) {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    t.like(await response.json(), { resource_name: 'Customers 1' })
  }
})

test('the path is that of the API after the well-known prefix, also at the base path of the catalog', (t) => {
  const root = api('http://upstream', { basePath: '/', operations: customers.operations })
  const sandbox = catalog([customers, root])
  t.deepEqual(
    listProtectedResources(config(sandbox), baseUrl).map(({ wellKnownPath }) => wellKnownPath),
    [
      '/.well-known/oauth-protected-resource/acme/sandbox/customerdb/v1',
      '/.well-known/oauth-protected-resource/acme/sandbox',
    ],
  )
  t.is(
    resourceMetadataUrl(baseUrl, sandbox, root),
    'https://api.example.com/.well-known/oauth-protected-resource/acme/sandbox',
  )
})

test('an API without tokens, and one that is only documented, have no metadata', (t) => {
  const open = api('http://upstream')
  const documented = api('http://upstream', { operations: customers.operations, enforced: false })
  t.deepEqual(listProtectedResources(config(catalog([open, documented])), baseUrl), [])
})
