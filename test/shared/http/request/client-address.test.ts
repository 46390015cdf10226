import type { IncomingMessage } from 'node:http'
import test from 'ava'
import { clientNetwork } from '../../../../src/shared/http/request/client-address.ts'

for (const [remoteAddress, expected] of [
  ['10.1.2.3', '10.1.2.3'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8::4:5:6:7:8', '2001:db8:0:4::/64'],
  ['1:2:3:4:5:6:192.0.2.1', '1:2:3:4::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  [undefined, ''],
] as const) {
  test(`the network of ${remoteAddress} is ${expected || 'empty'}`, (t) => {
    t.is(clientNetwork({ socket: { remoteAddress } } as IncomingMessage), expected)
  })
}
