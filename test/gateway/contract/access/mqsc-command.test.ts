import test from 'ava'
import { readMqscText, readMqscWords, renderMqscSubject } from '../../../../src/gateway/contract/access/mqsc-command.ts'
import { growsFaster } from '../../../shared/lib/patterns/_growth.ts'

for (const [text, expected] of [
  ['DISPLAY QLOCAL(ORDERS.*)', 'DISPLAY QLOCAL(ORDERS.*)'],
  ['dis ql( orders.a ) all', 'DISPLAY QLOCAL(ORDERS.A)'],
  ["ALTER QLOCAL('orders.a') DESCR('a;b')", undefined],
  ["ALTER QLOCAL('orders.a') DESCR('a b')", 'ALTER QLOCAL(orders.a)'],
  ['DISPLAY QMGR ALL', 'DISPLAY QMGR'],
  ['\tdis\t \tql\t(\torders.a\t)\tall\t', 'DISPLAY QLOCAL(ORDERS.A)'],
  ['DISPLAY\tQMGR\tALL', 'DISPLAY QMGR'],
  ['DISPLAY QLOCAL(A)\t(B)', undefined],
  ['DISPLAY QLOCAL(A\tB)', undefined],
  ["DISPLAY QLOCAL('A\tB')", undefined],
  ['DISPLAY QLOCAL(A)\u000bALL', undefined],
  ['DISPLAY QLOCAL(A)\tALL\t; DELETE QLOCAL(B)', undefined],
  ['  DEF  QL (A) ', 'DEFINE QLOCAL(A)'],
  ['DISPLAY QLOCAL(A) ; DELETE QLOCAL(B)', undefined],
  ['DISPLAY QLOCAL(A)\nDELETE QLOCAL(B)', undefined],
  ['DISPLAY QLOCAL(A)) X', undefined],
  ['DISPLAY QLOCAL((A)', undefined],
  ['DISPLAY QLOCAL(A,B)', undefined],
  ['DISPLAY', undefined],
  ['* comment', undefined],
  ['', undefined],
] as const) {
  test(`${JSON.stringify(text)} is ${expected ?? 'refused'}`, (t) => {
    const read = readMqscText(text)
    t.is(read && renderMqscSubject(read), expected)
  })
}

test('words of the JSON form are read with their synonyms, and the name as it is', (t) => {
  t.deepEqual(readMqscWords('dis', 'q', 'a.B'), { verb: 'DISPLAY', object: 'QUEUE', name: 'a.B' })
  t.is(readMqscWords('display qlocal', 'q', 'A'), undefined)
})

test('the time to read a text grows with the text', (t) => {
  for (const filler of [' ', '(', "'", 'A'])
    t.false(
      growsFaster(readMqscText, (length) => `DISPLAY QLOCAL${filler.repeat(length)}`),
      filler,
    )
})
