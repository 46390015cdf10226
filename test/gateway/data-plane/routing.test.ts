import test from 'ava'
import { api, catalog, config, location, operation } from './_support/documents.ts'
import { exchangeRaw, type Running, type RunningGateway, startBackend, startGateway } from './_support/servers.ts'

let backend: Running
let gateway: RunningGateway

test.before(async () => {
  backend = await startBackend((request, response) => response.end(request.url))
  const operations = [
    operation('GET', '/customers'),
    operation('POST', '/customers'),
    operation('GET', '/customers/{id}'),
    operation('GET', '/customers/{id}/orders'),
    operation('GET', '/customers/me'),
    operation('GET', '/files/{name}.json'),
    operation('GET', '/files/{+rest}'),
  ]
  const properties = new Map([
    ['upstream', backend.url],
    ['allow-encoded-slash', 'true'],
  ])
  gateway = await startGateway(
    config(
      catalog([
        api(backend.url, { operations }),
        api(backend.url, {
          reference: 'inner:1.0.0',
          basePath: '/customerdb/v1/inner',
          operations: [operation('GET', '/x')],
        }),
        api(backend.url, {
          reference: 'slashes:1.0.0',
          basePath: '/slashes',
          properties,
          operations: [operation('GET', '/q/{name}')],
        }),
        api(backend.url, { reference: 'root:1.0.0', basePath: '/root', operations: [operation('GET', '/')] }),
        api(backend.url, {
          reference: 'asleep:1.0.0',
          basePath: '/asleep',
          offline: location,
          operations: [operation('GET', '/x')],
        }),
        api(backend.url, { reference: 'hidden:1.0.0', basePath: '/hidden', enforced: false }),
      ]),
    ),
  )
})

test.after.always(async () => {
  await gateway.close()
  await backend.close()
})

for (const [path, operation] of [
  ['/acme/sandbox/customerdb/v1/customers', 'GET /customers'],
  ['/acme/sandbox/customerdb/v1/customers/7', 'GET /customers/{id}'],
  ['/acme/sandbox/customerdb/v1/customers/7/orders', 'GET /customers/{id}/orders'],
  ['/acme/sandbox/customerdb/v1/customers/me', 'GET /customers/me'],
  ['/acme/sandbox/customerdb/v1/customers/me/orders', 'GET /customers/{id}/orders'],
  ['/acme/sandbox/customerdb/v1/files/a.json', 'GET /files/{name}.json'],
  ['/acme/sandbox/customerdb/v1/files/a/b/c', 'GET /files/{+rest}'],
  ['/acme/sandbox/customerdb/v1/inner/x', 'GET /x'],
  ['/acme/sandbox/slashes/q/a%2fb', 'GET /q/{name}'],
  ['/acme/sandbox/root', 'GET /'],
  ['/acme/sandbox/root/', 'GET /'],
] as const) {
  test.serial(`${path} matches ${operation}`, async (t) => {
    const answer = await fetch(gateway.url + path)
    t.is(answer.status, 200)
    const id = answer.headers.get('x-request-id')
    await answer.text()
    await gateway.recorded(gateway.records.length)
    const record = await until(() => gateway.records.find(({ requestId }) => requestId === id))
    t.is(record.location.operation, operation)
  })
}

for (const [method, path, status, text] of [
  ['GET', '/', 404, 'API not found for requested URI'],
  ['GET', '/acme/sandbox', 404, 'API not found for requested URI'],
  ['GET', '/acme/sandbox/customerdb', 404, 'API not found for requested URI'],
  ['GET', '/acme/sandbox/customerdb/v12', 404, 'API not found for requested URI'],
  ['GET', '/acme/other/customerdb/v1/customers', 404, 'API not found for requested URI'],
  ['GET', '/acme/sandbox/hidden/customers', 404, 'API not found for requested URI'],
  ['GET', '/acme/sandbox/__proto__', 404, 'API not found for requested URI'],
  ['GET', '/acme/sandbox/customerdb/v1', 404, 'No resources match requested URI'],
  ['GET', '/acme/sandbox/customerdb/v1/customers/', 404, 'No resources match requested URI'],
  ['GET', '/acme/sandbox/customerdb/v1/customers/1/x', 404, 'No resources match requested URI'],
  ['GET', '/acme/sandbox/customerdb/v1/inner/customers', 404, 'No resources match requested URI'],
  ['DELETE', '/acme/sandbox/customerdb/v1/customers', 405, 'The method is not allowed for the requested URL'],
  ['GET', '/acme/sandbox/customerdb/v1/customers/a%2fb', 400, 'The path of the request is ambiguous or malformed'],
] as const) {
  test(`${method} ${path} is a ${status}`, async (t) => {
    const answer = await fetch(gateway.url + path, { method })
    t.is(answer.status, status)
    t.is(answer.headers.get('content-type'), 'application/json')
    t.truthy(answer.headers.get('x-request-id'))
    const { httpCode, moreInformation } = (await answer.json()) as Record<string, string>
    t.is(httpCode, String(status))
    t.is(moreInformation, text)
    if (status === 405) t.is(answer.headers.get('allow'), 'GET, POST, HEAD')
  })
}

test('HEAD is served where the document has GET', async (t) => {
  const answer = await fetch(`${gateway.url}/acme/sandbox/customerdb/v1/customers`, { method: 'HEAD' })
  t.deepEqual([answer.status, await answer.text()], [200, ''])
})

const path = '/acme/sandbox/customerdb/v1/customers'

for (const [title, head, status] of [
  ['two Host headers', `GET ${path} HTTP/1.1\r\nHost: a\r\nHost: a`, 400],
  ['two Authorization headers', `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: a\r\nAuthorization: b`, 400],
  ['a length and chunks', `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked`, 400],
  ['two lengths', `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2`, 400],
  ['no Host field', `GET ${path} HTTP/1.1`, 400],
  ['a transfer coding besides chunks', `POST ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked`, 501],
  ['a folded field', `GET ${path} HTTP/1.1\r\nHost: a\r\nX: 1\r\n  2`, 400],
  ['a control byte in the path', `GET ${path}\x01 HTTP/1.1\r\nHost: a`, 400],
  ['a byte above ASCII in the path', `GET ${path}\xe9 HTTP/1.1\r\nHost: a`, 400],
  ['a fragment', `GET ${path}?a=1#b HTTP/1.1\r\nHost: a`, 400],
  ['the server as a whole', 'OPTIONS * HTTP/1.1\r\nHost: a', 400],
  ['a target without a slash', 'GET customers HTTP/1.1\r\nHost: a', 400],
  ['an absolute target with a user', `GET http://u:p@a${path} HTTP/1.1\r\nHost: a`, 400],
  ['an absolute target', `GET http://a.example${path} HTTP/1.1\r\nHost: b`, 200],
  ['an absolute target with dots', 'GET http://a.example/acme/../acme HTTP/1.1\r\nHost: b', 400],
  ['an HTTP/1.0 call', `GET ${path} HTTP/1.0\r\nHost: a`, 200],
] as const) {
  test(`${title}: ${status}`, async (t) => {
    const answer = await exchangeRaw(gateway.port, `${head}\r\nConnection: close\r\n\r\n`)
    t.is(Number(answer.slice(9, 12)), status, answer)
  })
}

for (const [accept, type, body] of [
  [
    '*/*',
    'application/json',
    '{"httpCode":"404","httpMessage":"Not Found","moreInformation":"API not found for requested URI"}',
  ],
  ['application/xml, application/json', 'application/json', '{"httpCode":"404"'],
  ['application/xml', 'application/xml', '<errorResponse><httpCode>404</httpCode><httpMessage>Not Found</httpMessage>'],
  [
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'text/html; charset=utf-8',
    '<h1>404 Not Found</h1>',
  ],
  ['image/png', 'application/json', '{"httpCode":"404"'],
  [
    'application/json, application/problem+json',
    'application/problem+json',
    '{"type":"about:blank","title":"Not Found","status":404,"detail":"API not found for requested URI"}',
  ],
  ['text/html, application/problem+json;q=0.5', 'text/html; charset=utf-8', '<h1>404 Not Found</h1>'],
  ['text/html;q=x', 'application/json', '{"httpCode":"404"'],
] as const) {
  test(`an error for the Accept header ${accept} is ${type}`, async (t) => {
    const answer = await fetch(`${gateway.url}/nowhere`, { headers: { accept } })
    t.is(answer.headers.get('content-type'), type)
    t.true((await answer.text()).includes(body))
  })
}

test('an error for HEAD has no body', async (t) => {
  const answer = await exchangeRaw(gateway.port, 'HEAD /nowhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  t.true(answer.startsWith('HTTP/1.1 404 '))
  t.true(answer.endsWith('\r\n\r\n'))
})

async function until<T>(find: () => T | undefined): Promise<T> {
  for (;;) {
    const found = find()
    if (found !== undefined) return found
    await new Promise((next) => setImmediate(next))
  }
}

test('an offline API is a 503 before credentials are checked', async (t) => {
  const answer = await fetch(`${gateway.url}/acme/sandbox/asleep/x`)
  t.is(answer.status, 503)
  t.like(await answer.json(), { moreInformation: 'The API is offline' })
  t.is((await fetch(`${gateway.url}/acme/sandbox/asleep/y`)).status, 404)
})
