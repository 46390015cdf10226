import test from 'ava'
import { api, catalog, config, location, oauth, operation } from '../_support/documents.ts'
import { type Running, type RunningGateway, startBackend, startGateway } from '../_support/servers.ts'

const path = '/acme/sandbox/customerdb/v1/customers'
const origin = 'https://page.example'
let backend: Running
let gateway: RunningGateway

test.before(async () => {
  backend = await startBackend((request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    if (request.url?.endsWith('?shared')) response.setHeader('cache-control', 'public, max-age=60')
    response.end('customers')
  })
  const security = [{ all: [{ definition: oauth, scopes: ['customer'] }], location }]
  const operations = [operation('GET', '/customers'), operation('POST', '/customers', { security })]
  gateway = await startGateway(
    config(
      catalog([
        api(backend.url, { operations, cors: true }),
        api(backend.url, { operations, reference: 'closed:1.0.0', basePath: '/closed' }),
      ]),
    ),
  )
})

test.after.always(async () => {
  await gateway.close()
  await backend.close()
})

test('the gateway responds to a preflight without credentials', async (t) => {
  const answer = await fetch(gateway.url + path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization, content-type',
    },
  })
  t.is(answer.status, 204)
  t.is(answer.headers.get('access-control-allow-origin'), origin)
  t.is(answer.headers.get('access-control-allow-methods'), 'GET, POST, HEAD')
  t.is(answer.headers.get('access-control-allow-headers'), 'authorization, content-type')
  t.is(answer.headers.get('vary'), 'Origin')
  t.truthy(answer.headers.get('x-request-id'))
})

test('a response without CORS headers says that a page would get others, where a cache may share it', async (t) => {
  const varies = async (headers: Record<string, string>, at = path) =>
    (await fetch(gateway.url + at, { headers })).headers.get('vary')
  t.is(await varies({}), 'Origin')
  t.is(await varies({ authorization: 'Bearer x' }), null)
  t.is(await varies({ authorization: 'Bearer x' }, `${path}?shared`), 'Origin')
  t.is(await varies({ authorization: 'Bearer x', origin }, `${path}?shared`), 'Origin', 'once')
  t.is(await varies({}, '/acme/sandbox/closed/customers'), null, 'an API without CORS')
})

for (const [title, method, status] of [
  ['a response', 'GET', 200],
  ['a refusal', 'POST', 401],
] as const) {
  test(`${title} has CORS headers of the gateway and none of the backend`, async (t) => {
    const answer = await fetch(gateway.url + path, { method, headers: { origin } })
    t.is(answer.status, status)
    t.is(answer.headers.get('access-control-allow-origin'), origin)
    t.regex(answer.headers.get('access-control-expose-headers') ?? '', /X-RateLimit-Limit.*X-Request-Id/)
  })
}

test('a request without Origin gets no CORS headers', async (t) => {
  const answer = await fetch(gateway.url + path)
  t.is(answer.headers.get('access-control-expose-headers'), null)
})

test('a preflight of an API without CORS is rejected', async (t) => {
  const answer = await fetch(`${gateway.url}/acme/sandbox/closed/customers`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'GET' },
  })
  t.is(answer.status, 405)
  t.is(answer.headers.get('access-control-allow-origin'), null)
})

test('an API lists origins, allows cookies, and names headers and the age of preflights', async (t) => {
  const rules = [
    { origins: ['https://first.example'], credentials: false },
    { origins: [origin], credentials: true },
  ]
  const corsRules = { rules, exposedHeaders: ['X-Total'], maxAgeSeconds: 5 }
  const ruled = await startGateway(
    config(catalog([api(backend.url, { operations: [operation('GET', '/customers')], cors: true, corsRules })])),
  )
  t.teardown(() => ruled.close())
  const { headers } = await fetch(ruled.url + path, { headers: { origin } })
  t.is(headers.get('access-control-allow-origin'), origin)
  t.is(headers.get('access-control-allow-credentials'), 'true')
  t.regex(headers.get('access-control-expose-headers') ?? '', /, X-Total$/)

  const preflight = { 'access-control-request-method': 'GET' }
  const answer = await fetch(ruled.url + path, { method: 'OPTIONS', headers: { origin, ...preflight } })
  t.is(answer.headers.get('access-control-max-age'), '5')

  const stranger = await fetch(ruled.url + path, { headers: { origin: 'https://other.example' } })
  t.is(stranger.headers.get('access-control-allow-origin'), null, 'neither of the gateway nor of the backend')
  t.is(stranger.headers.get('vary'), 'Origin')
  const asked = await fetch(ruled.url + path, {
    method: 'OPTIONS',
    headers: { origin: 'https://other.example', ...preflight },
  })
  t.is(asked.headers.get('access-control-allow-methods'), null)
})
