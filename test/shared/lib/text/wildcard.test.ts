import test from 'ava'
import { matchesName, matchesWildcard } from '../../../../src/shared/lib/text/wildcard.ts'

for (const [pattern, name, matches] of [
  ['*', '', true],
  ['*.txt', 'a.txt', true],
  ['*.txt', 'a.txt.bak', false],
  ['a?c', 'abc', true],
  ['a?c', 'ac', false],
  ['*a*b*', 'xxaxxbxx', true],
  ['*a*b', 'ba', false],
  ['*', '*abc', true],
  ['a*', 'a*b', true],
  ['[a].+', '[a].+', true],
  ['', 'a', false],
] as const) {
  test(`${pattern} ${matches ? 'matches' : 'does not match'} "${name}"`, (t) => {
    t.is(matchesWildcard(pattern, name), matches)
  })
}

test('a pattern of many stars takes no exponential time', (t) => {
  t.false(matchesWildcard(`${'*a'.repeat(50)}b`, 'a'.repeat(5000)))
})

test('a question mark is an ordinary character where only the asterisk is a wildcard', (t) => {
  t.false(matchesWildcard('a?c*', 'abc', { any: '*' }))
  t.true(matchesWildcard('a?c*', 'a?cd', { any: '*' }))
})

test('names of file transfer match in any case, and without a pattern', (t) => {
  t.true(matchesName('A*c', 'abC'))
  t.false(matchesName('A*c', 'abd'))
  t.true(matchesName(undefined, 'AGENT'))
})
