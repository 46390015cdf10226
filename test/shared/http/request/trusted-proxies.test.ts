import type { IncomingMessage } from 'node:http'
import test from 'ava'
import {
  clientNetwork,
  findClientAddress,
  findClientHost,
  isClientEncrypted,
} from '../../../../src/shared/http/request/client-address.ts'
import { buildNetworkCheck, buildProxyHeaderReader } from '../../../../src/shared/http/request/trusted-proxies.ts'

const noteProxiedClient = buildProxyHeaderReader(['10.0.0.0/8', '192.0.2.1', 'fd00::/8'])

for (const [title, peer, field, caller] of [
  ['the header of an untrusted peer is ignored', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['the header of a trusted proxy names the client', '10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['without the header, the proxy is the client', '10.1.2.3', undefined, '10.1.2.3'],
  ['entries before an untrusted address are ignored', '10.1.2.3', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
  ['trusted proxies in a row are skipped', '10.1.2.3', '198.51.100.1, 192.0.2.1,10.9.9.9', '198.51.100.1'],
  [
    'the first of several proxies is the client when no other address is named',
    '10.1.2.3',
    '10.4.4.4, 10.5.5.5',
    '10.4.4.4',
  ],
  ['a port is not part of the address', '10.1.2.3', '198.51.100.1:4711', '198.51.100.1'],
  ['IPv6 in brackets', 'fd00::1', '[2001:db8::7]:443', '2001:db8::7'],
  ['IPv4 over IPv6', '::ffff:10.1.2.3', '::ffff:198.51.100.1', '198.51.100.1'],
  ['an entry that is no address ends the search', '10.1.2.3', '198.51.100.1, unknown', '10.1.2.3'],
  ['the proxy after such an entry is the client', '10.1.2.3', '198.51.100.1, unknown, 10.9.9.9', '10.9.9.9'],
  [
    'at most 32 entries are read',
    '10.1.2.3',
    `198.51.100.1, 10.0.0.33, 10.0.0.32${', 10.0.0.1'.repeat(31)}`,
    '10.0.0.32',
  ],
  ['a closed connection has no address', undefined, '198.51.100.1', undefined],
  ['only commas', '10.1.2.3', ',,,', '10.1.2.3'],
] as const) {
  test(title, (t) => {
    const request = { socket: { remoteAddress: peer }, headers: { 'x-forwarded-for': field } }
    noteProxiedClient(request as unknown as IncomingMessage)
    t.is(findClientAddress(request as unknown as IncomingMessage), caller)
  })
}

test('the network is that of the client, not of the proxy', (t) => {
  const request = { socket: { remoteAddress: '10.1.2.3' }, headers: { 'x-forwarded-for': '2001:db8::7' } }
  noteProxiedClient(request as unknown as IncomingMessage)
  t.is(clientNetwork(request as unknown as IncomingMessage), '2001:db8:0:0::/64')
})

for (const [title, peer, headers, client] of [
  ['a proxy that ends TLS', '10.1.2.3', { 'x-forwarded-proto': 'HTTPS' }, ['10.1.2.3', true, 'inner:8080']],
  [
    'the scheme of an untrusted peer',
    '203.0.113.9',
    { 'x-forwarded-proto': 'https' },
    ['203.0.113.9', false, 'inner:8080'],
  ],
  [
    'the host of an untrusted peer',
    '203.0.113.9',
    { 'x-forwarded-host': 'evil.example' },
    ['203.0.113.9', false, 'inner:8080'],
  ],
  [
    'Forwarded of an untrusted peer',
    '203.0.113.9',
    { forwarded: 'for=1.1.1.1;proto=https;host=evil.example' },
    ['203.0.113.9', false, 'inner:8080'],
  ],
  ['an unknown scheme', '10.1.2.3', { 'x-forwarded-proto': 'wss' }, ['10.1.2.3', false, 'inner:8080']],
  ['a host that is none', '10.1.2.3', { 'x-forwarded-host': 'a/b?c' }, ['10.1.2.3', false, 'inner:8080']],
  [
    'a host with a port',
    '10.1.2.3',
    { 'x-forwarded-host': '[2001:db8::1]:443' },
    ['10.1.2.3', false, '[2001:db8::1]:443'],
  ],
  [
    'lists in which a client has written first',
    '10.1.2.3',
    {
      'x-forwarded-for': '6.6.6.6, 198.51.100.1',
      'x-forwarded-proto': 'https, http',
      'x-forwarded-host': 'evil.example, shop.example',
    },
    ['198.51.100.1', false, 'shop.example'],
  ],
  [
    'two trusted proxies that append',
    '10.1.2.3',
    {
      'x-forwarded-for': '198.51.100.1, 192.0.2.1',
      'x-forwarded-proto': 'https, http',
      'x-forwarded-host': 'shop.example, inner',
    },
    ['198.51.100.1', true, 'shop.example'],
  ],
  [
    'two trusted proxies, the second of which replaces the scheme',
    '10.1.2.3',
    { 'x-forwarded-for': '198.51.100.1, 192.0.2.1', 'x-forwarded-proto': 'https' },
    ['198.51.100.1', true, 'inner:8080'],
  ],
  [
    'Forwarded with all parameters',
    'fd00::7',
    { forwarded: 'For="[2001:db8::7]:443";Proto=https;By=_gw;Host="shop.example:8443"' },
    ['2001:db8::7', true, 'shop.example:8443'],
  ],
  [
    'Forwarded through two trusted proxies',
    '10.1.2.3',
    { forwarded: 'for=6.6.6.6;proto=http, for=198.51.100.1;proto=https;host=shop.example, for=192.0.2.1;proto=http' },
    ['198.51.100.1', true, 'shop.example'],
  ],
  [
    'Forwarded of a hidden client',
    '10.1.2.3',
    { forwarded: 'for=_hidden;proto=https' },
    ['10.1.2.3', true, 'inner:8080'],
  ],
  [
    'a quote that the client left open in Forwarded',
    '10.1.2.3',
    { forwarded: 'for="6.6.6.6;x="a, for=198.51.100.1;proto=https' },
    ['198.51.100.1', true, 'inner:8080'],
  ],
  [
    'Forwarded of the client beside X-Forwarded-For of the proxy',
    '10.1.2.3',
    { forwarded: 'for=6.6.6.6;proto=https;host=evil.example', 'x-forwarded-for': '198.51.100.1' },
    ['198.51.100.1', false, 'inner:8080'],
  ],
] as const)
  test(`client behind proxies: ${title}`, (t) => {
    const request = {
      socket: { remoteAddress: peer },
      headers: { host: 'inner:8080', ...headers },
    } as unknown as IncomingMessage
    noteProxiedClient(request)
    t.deepEqual([findClientAddress(request), isClientEncrypted(request), findClientHost(request)], [...client])
  })

test('a proxy that encrypts again does not make plain clients secure', (t) => {
  const request = { socket: { remoteAddress: '10.1.2.3', encrypted: true }, headers: { 'x-forwarded-proto': 'http' } }
  t.true(isClientEncrypted(request as unknown as IncomingMessage))
  noteProxiedClient(request as unknown as IncomingMessage)
  t.false(isClientEncrypted(request as unknown as IncomingMessage))
})

for (const entry of ['proxy', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0', '::/129', '']) {
  test(`refuses "${entry}"`, (t) => {
    t.throws(() => buildProxyHeaderReader([entry]), { message: /is neither an IP address nor a CIDR/ })
  })
}

for (const [entry, inside, outside] of [
  ['10.0.0.1', '10.0.0.1', '10.0.0.2'],
  ['10.0.0.1/32', '10.0.0.1', '10.0.0.0'],
  ['10.0.0.0/8', '10.255.0.1', '11.0.0.1'],
  ['2001:db8::/48', '2001:db8:0:1::1', '2001:db8:1::1'],
  ['::1/128', '::1', '::2'],
  ['0.0.0.0/0', '203.0.113.9', '::1'],
  ['10.0.0.1', '::ffff:10.0.0.1', 'unknown'],
] as const)
  test(`${entry} trusts ${inside} and not ${outside}`, (t) => {
    const isTrusted = buildNetworkCheck([entry])
    t.true(isTrusted(inside))
    t.false(isTrusted(outside))
  })

test('without entries no proxy is trusted', (t) => {
  t.false(buildNetworkCheck([])('127.0.0.1'))
})
