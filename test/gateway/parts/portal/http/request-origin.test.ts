import type { IncomingMessage } from 'node:http'
import test from 'ava'
import { buildRequestOrigin } from '../../../../../src/gateway/parts/portal/http/request-origin.ts'

for (const [title, host, encrypted, baseUrl, origin] of [
  ['a TLS connection', 'a.example', true, 'http://a.example', 'https://a.example'],
  ['a proxy in front of a gateway with HTTPS', 'a.example', false, 'https://b.example', 'https://a.example'],
  ['a loopback address behind that proxy', '127.0.0.1:8080', false, 'https://b.example', 'http://127.0.0.1:8080'],
  [
    'a name that only begins with localhost',
    'localhost.example',
    false,
    'https://b.example',
    'https://localhost.example',
  ],
  ['plain HTTP', 'a.example', false, 'http://a.example', 'http://a.example'],
] as const) {
  test(`the origin over ${title} is ${origin}`, (t) => {
    const request = { headers: { host }, socket: { encrypted } } as unknown as IncomingMessage
    t.is(buildRequestOrigin(request, baseUrl), origin)
  })
}
