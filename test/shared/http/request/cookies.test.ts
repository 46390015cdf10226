import test from 'ava'
import { findCookie, parseCookies } from '../../../../src/shared/http/request/cookies.ts'

for (const [what, field, expected] of [
  ['no header', undefined, []],
  ['an empty header', '', []],
  ['one cookie', 'a=1', [['a', '1']]],
  ['several cookies, in their order', 'b=2; a=1;b=3', ['b2', 'a1', 'b3'].map((each) => [...each])],
  ['blanks around names and values', ' a = 1 ', [['a', '1']]],
  ['a value in quotes', 'a="1"', [['a', '1']]],
  ['a value with equals signs', 'a=b==', [['a', 'b==']]],
  ['an empty value', 'a=', [['a', '']]],
  ['a part without a name', '=1; a=2', [['a', '2']]],
  ['a part without an equals sign', 'b; a=2', [['a', '2']]],
] as const) {
  test(`parses ${what}`, (t) => {
    t.deepEqual(parseCookies(field), expected as unknown as [string, string][])
  })
}

test('finds the first cookie of a name, which is case-sensitive', (t) => {
  t.is(findCookie('A=1; a=2; a=3', 'a'), '2')
  t.is(findCookie('A=1', 'a'), undefined)
})
