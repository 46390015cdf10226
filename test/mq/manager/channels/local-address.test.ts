import test from 'ava'
import { parseLocalAddress } from '../../../../src/mq/manager/channels/local-address.ts'

test('LOCLADDR takes a host, ports or both, and blanks where scripts of the product have them', (t) => {
  t.deepEqual(parseLocalAddress(' '), { host: undefined, ports: [] })
  t.deepEqual(parseLocalAddress('127.0.0.1'), { host: '127.0.0.1', ports: [] })
  t.deepEqual(parseLocalAddress('(1000, 1002)'), { host: undefined, ports: [1000, 1001, 1002] })
  t.deepEqual(parseLocalAddress('127.0.0.1 ( 1000 )'), { host: '127.0.0.1', ports: [1000] })
  for (const wrong of ['a b', '(2,1)', '(65536)', 'a(1,2,3)']) {
    t.throws(() => parseLocalAddress(wrong), { message: `LOCLADDR has "${wrong}", which is no host(port)` })
  }
})
