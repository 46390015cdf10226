import test from 'ava'
import { api, catalog, config } from '../_support/documents.ts'
import { exchangeRaw, type Running, type RunningGateway, startBackend, startGateway } from '../_support/servers.ts'

let backend: Running
let gateway: RunningGateway

test.before(async () => {
  backend = await startBackend((request, response) => response.end(JSON.stringify(request.headers)))
  gateway = await startGateway(config(catalog([api(backend.url)])))
})
test.after.always(async () => {
  await gateway.close()
  await backend.close()
})

/** The response to a request with these lines between the Host header and the end of the head. */
function send(path: string, ...lines: string[]): Promise<string> {
  return exchangeRaw(gateway.port, [`GET ${path} HTTP/1.1`, 'Host: gateway', ...lines, '', ''].join('\r\n'))
}

for (const [title, lines, type] of [
  ['one Accept header', ['Accept: text/html'], 'text/html; charset=utf-8'],
  ['no Accept header', [], 'application/json'],
  [
    'several Accept headers, which are one list',
    ['Accept: application/xml', 'Accept: text/html;q=0.5', 'Accept: image/png'],
    'application/xml',
  ],
] as const) {
  test(`an error has the format of ${title}`, async (t) => {
    const response = await send('/nothing', ...lines, 'Connection: close')
    t.regex(response, /^HTTP\/1\.1 404 /)
    t.is(/\r\ncontent-type: ([^\r]*)\r\n/i.exec(response)?.[1], type)
  })
}

test('headers that any Connection header names stay behind, and no others', async (t) => {
  const response = await send(
    '/acme/sandbox/customerdb/v1/customers',
    'Connection: close',
    'Connection: X-One, x-two',
    ...['X-One: 1', 'X-Two: 2', 'X-Three: 3', 'Undefined: 4'],
  )
  const received = JSON.parse(/\{[^{}]*\}/.exec(response)?.[0] ?? '{}') as Record<string, string>
  t.like(received, { 'x-one': undefined, 'x-two': undefined, 'x-three': '3', undefined: '4' })
})

test('a single Connection header names no header but its own', async (t) => {
  const response = await send(
    '/acme/sandbox/customerdb/v1/customers',
    'Connection: close, X-One',
    ...['X-One: 1', 'Undefined: 4'],
  )
  const received = JSON.parse(/\{[^{}]*\}/.exec(response)?.[0] ?? '{}') as Record<string, string>
  t.like(received, { 'x-one': undefined, undefined: '4' })
})

test('headers with an underscore pass, unless the gateway handles the same name with a hyphen', async (t) => {
  const response = await send(
    '/acme/sandbox/customerdb/v1/customers',
    'Connection: close',
    ...['My_Header: 1', 'Content_Length: 7', 'X_Forwarded_For: 192.0.2.1', 'X_Original_URL: /admin'],
  )
  const received = JSON.parse(/\{[^{}]*\}/.exec(response)?.[0] ?? '{}') as Record<string, string>
  t.deepEqual(
    Object.keys(received).filter((name) => name.includes('_')),
    ['my_header'],
  )
})
