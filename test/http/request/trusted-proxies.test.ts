import type { IncomingMessage } from 'node:http'

import test from 'ava'

import { clientNetwork, findClientAddress } from '../../../src/http/request/client-address.ts'
import { buildForwardedForReader } from '../../../src/http/request/trusted-proxies.ts'

const note = buildForwardedForReader(['10.0.0.0/8', '192.0.2.1', 'fd00::/8'])

for (const [title, peer, field, caller] of [
  ['a stranger is not believed', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['a proxy is', '10.1.2.3', '198.51.100.1', '198.51.100.1'],
  ['a proxy that says nothing is the caller', '10.1.2.3', undefined, '10.1.2.3'],
  ['what a caller made up stands left of the truth', '10.1.2.3', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
  ['proxies in a row are passed over', '10.1.2.3', '198.51.100.1, 192.0.2.1,10.9.9.9', '198.51.100.1'],
  ['proxies alone are their own callers', '10.1.2.3', '10.4.4.4, 10.5.5.5', '10.4.4.4'],
  ['a port is no part of it', '10.1.2.3', '198.51.100.1:4711', '198.51.100.1'],
  ['IPv6 in brackets', 'fd00::1', '[2001:db8::7]:443', '2001:db8::7'],
  ['IPv4 over IPv6', '::ffff:10.1.2.3', '::ffff:198.51.100.1', '198.51.100.1'],
  ['nonsense is where it ends', '10.1.2.3', '198.51.100.1, unknown', '10.1.2.3'],
  ['nothing but commas', '10.1.2.3', ',,,', '10.1.2.3'],
] as const) {
  test(title, (t) => {
    const request = { socket: { remoteAddress: peer }, headers: { 'x-forwarded-for': field } }
    note(request as unknown as IncomingMessage)
    t.is(findClientAddress(request as unknown as IncomingMessage), caller)
  })
}

test('whom it identifies is told of the caller, not of the proxy', (t) => {
  const request = { socket: { remoteAddress: '10.1.2.3' }, headers: { 'x-forwarded-for': '2001:db8::7' } }
  note(request as unknown as IncomingMessage)
  t.is(clientNetwork(request as unknown as IncomingMessage), '2001:db8:0:0::/64')
})

for (const entry of ['proxy', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0', '::/129', '']) {
  test(`refuses "${entry}"`, (t) => {
    t.throws(() => buildForwardedForReader([entry]), { message: /is neither an IP address nor a CIDR/ })
  })
}
