import type { IncomingMessage } from 'node:http'
import test from 'ava'
import { setProxiedClient } from '../../../../src/shared/http/request/client-address.ts'
import { isCrossOrigin } from '../../../../src/shared/http/request/cross-origin.ts'

const https = { encrypted: true }
const allowed = (origin: string) => origin === 'https://allowed.example'

for (const [title, headers, expected, socket = https] of [
  ['a client that is no browser', {}, false],
  ['the same origin', { origin: 'https://mq.example:9443' }, false],
  ['the same origin in capitals', { origin: 'https://MQ.example:9443' }, false],
  ['the same origin and site', { origin: 'https://mq.example:9443', 'sec-fetch-site': 'same-origin' }, false],
  ['a proxy in front of plain HTTP', { origin: 'https://mq.example:9443' }, false, {}],
  ['an allowed origin', { origin: 'https://allowed.example', 'sec-fetch-site': 'cross-site' }, false],
  ['another host', { origin: 'https://evil.example' }, true],
  ['another port', { origin: 'https://mq.example' }, true],
  ['a plain page of the same host', { origin: 'http://mq.example:9443' }, true],
  ['a host that begins alike', { origin: 'https://mq.example:9443.evil.example' }, true],
  ['a name before the host', { origin: 'https://mq.example:9443@evil.example' }, true],
  ['an origin with a path', { origin: 'https://mq.example:9443/path' }, true],
  ['an origin with a query', { origin: 'https://mq.example:9443/?query' }, true],
  ['a file and a request without a host', { origin: 'file:///', host: '' }, true, {}],
  ['no origin at all', { origin: 'null' }, true],
  ['an empty origin', { origin: '' }, true],
  ['two origins', { origin: 'https://mq.example:9443, https://evil.example' }, true],
  ['a forged site beside another origin', { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }, true],
  ['another site without an origin', { 'sec-fetch-site': 'cross-site' }, true],
  ['a neighbour without an origin', { 'sec-fetch-site': 'same-site' }, true],
  ['another site with a forged origin', { origin: 'https://mq.example:9443', 'sec-fetch-site': 'cross-site' }, true],
] as [string, Record<string, string>, boolean, object?][]) {
  test(`${expected ? 'refuses' : 'accepts'} ${title}`, (t) => {
    const request = { headers: { host: 'mq.example:9443', ...headers }, socket } as unknown as IncomingMessage
    t.is(isCrossOrigin(request, allowed), expected)
  })
}

test('no other origin is allowed unless the caller says so', (t) => {
  const request = { headers: { host: 'mq.example', origin: 'https://allowed.example' }, socket: https }
  t.true(isCrossOrigin(request as unknown as IncomingMessage))
})

test('behind a trusted proxy, the own origin is the one that the client asked for', (t) => {
  const request = {
    headers: { host: 'inner', origin: 'https://shop.example' },
    socket: {},
  } as unknown as IncomingMessage
  t.true(isCrossOrigin(request))
  setProxiedClient(request, { address: '10.0.0.1', protocol: 'https', host: 'shop.example' })
  t.false(isCrossOrigin(request))
  request.headers.origin = 'http://shop.example'
  t.true(isCrossOrigin(request))
})
