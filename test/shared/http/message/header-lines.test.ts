import test from 'ava'
import { isHeaderValue, isToken, parseHeaderLines } from '../../../../src/shared/http/message/header-lines.ts'

for (const [title, lines, expected] of [
  ['no line', '', []],
  ['one line', 'Host: x\r\n', ['Host', 'x']],
  ['several lines, repeated names too', 'A: 1\r\nb:2\r\nA: 3\r\n', ['A', '1', 'b', '2', 'A', '3']],
  ['an empty value', 'A:\r\n', ['A', '']],
  ['a value of blanks', 'A: \t \r\nB: 1\r\n', ['A', '', 'B', '1']],
  ['blanks and tabs around a value', 'A: \t a b\tc \t\r\n', ['A', 'a b\tc']],
  ['exclamation marks around a value', 'A:!a!\r\n', ['A', '!a!']],
  ['colons in a value', 'A: b: c\r\n', ['A', 'b: c']],
  ['letters of latin1', 'A: \xe4\r\n', ['A', '\xe4']],
  ['a line without a colon', 'Host\r\n', undefined],
  ['a line that is not complete', 'A: 1\r\nB: 2', undefined],
  ['a folded line', 'A: 1\r\n 2\r\n', undefined],
  ['a bare line feed', 'A: 1\nB: 2\r\n', undefined],
  ['a bare carriage return', 'A: 1\rB: 2\r\n', undefined],
  ['a blank before the colon', 'A : 1\r\n', undefined],
  ['a NUL', 'A: \0\r\n', undefined],
  ['an empty name', ': 1\r\n', undefined],
] as const) {
  test(`${expected ? 'parses' : 'rejects'} ${title}`, (t) => {
    t.deepEqual(parseHeaderLines(lines), expected as string[] | undefined)
  })
}

test('values are created from the positions between the blanks', (t) => {
  const positions: [number, number][] = []
  const lines = 'A: 12 \r\nB:  \r\n'
  const fields = parseHeaderLines(lines, (from, to) => {
    positions.push([from, to])
    return 'v'
  })
  t.deepEqual(fields, ['A', 'v', 'B', 'v'])
  t.deepEqual(positions, [
    [3, 5],
    [12, 12],
  ])
})

for (const [text, expected] of [
  ['X-Name_1', true],
  ["!#$%&'*+.^`|~", true],
  ['', false],
  ['a b', false],
  ['a:', false],
  ['ä', false],
] as const)
  test(`${JSON.stringify(text)} is ${expected ? 'a' : 'no'} token`, (t) => t.is(isToken(text), expected))

for (const [text, expected] of [
  ['', true],
  ['a \t\xff', true],
  ['a\r\nB: c', false],
  ['a\0', false],
  ['\x7f', false],
] as const)
  test(`${JSON.stringify(text)} is ${expected ? 'a' : 'no'} header value`, (t) => {
    t.is(isHeaderValue(text), expected)
  })
