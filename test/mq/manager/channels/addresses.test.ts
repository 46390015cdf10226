import test from 'ava'
import { parseConnectionNames, parseLocalAddresses } from '../../../../src/mq/manager/channels/addresses.ts'

test('CONNAME takes addresses with and without ports, and blanks where scripts of the product have them', (t) => {
  t.deepEqual(parseConnectionNames('127.0.0.1 (1415), partner.example.com( 1416 ),[::1](1417),other'), [
    { host: '127.0.0.1', port: 1415 },
    { host: 'partner.example.com', port: 1416 },
    { host: '::1', port: 1417 },
    { host: 'other', port: 1414 },
  ])
  for (const wrong of ['', 'a b(1414)', 'a(0)', 'a(65536)', 'a(1 2)', 'a()', 'a(1414'])
    t.throws(() => parseConnectionNames(wrong), { message: `CONNAME has "${wrong}", which is no host(port)` })
})

test('LOCLADDR takes hosts, ports or both, and blanks where scripts of the product have them', (t) => {
  const any = { host: undefined, lowPort: undefined, highPort: undefined }
  t.deepEqual(parseLocalAddresses(' '), [any])
  t.deepEqual(parseLocalAddresses('127.0.0.1 ( 1000 ),(1000, 1002), ::1'), [
    { ...any, host: '127.0.0.1', lowPort: 1000 },
    { ...any, lowPort: 1000, highPort: 1002 },
    { ...any, host: '::1' },
  ])
  for (const wrong of ['a b', '(2,1)', '(65536)', '(1,65536)', 'a(1,2,3)', 'a,,b', 'a(', '()'])
    t.throws(() => parseLocalAddresses(wrong), { message: /^LOCLADDR has ".*", which is no host\(port\)$/ }, wrong)
})
