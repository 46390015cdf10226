import test from 'ava'
import { parseConnectionNames } from '../../../../../src/mq/parts/channels/transport/dial.ts'

test('CONNAME takes addresses with and without ports, and blanks where scripts of the product have them', (t) => {
  t.deepEqual(parseConnectionNames('127.0.0.1 (1415), partner.example.com( 1416 ),[::1](1417),other'), [
    { host: '127.0.0.1', port: 1415 },
    { host: 'partner.example.com', port: 1416 },
    { host: '::1', port: 1417 },
    { host: 'other', port: 1414 },
  ])
  for (const wrong of ['', 'a b(1414)', 'a(0)', 'a(65536)', 'a(1 2)', 'a()', 'a(1414']) {
    t.throws(() => parseConnectionNames(wrong), { message: `CONNAME has "${wrong}", which is no host(port)` })
  }
})
