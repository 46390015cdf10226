import test from 'ava'
import { parseHostAndPort } from '../../../../src/shared/lib/text/host-and-port.ts'

test('a host has a port or the default one, and an IPv6 address brackets', (t) => {
  t.deepEqual(parseHostAndPort('db.example', 5432), { host: 'db.example', port: 5432 })
  t.deepEqual(parseHostAndPort('db.example:1', 5432), { host: 'db.example', port: 1 })
  t.deepEqual(parseHostAndPort('[::1]:65535', 5432), { host: '::1', port: 65_535 })
  for (const wrong of ['', ':1', 'a:', 'a:0', 'a:65536', 'a:b', '::1', '[::1', 'a]:1', 'a:1:2'])
    t.is(parseHostAndPort(wrong, 5432), undefined, wrong)
})
