import test from 'ava'

import { compileWildcard } from '../../../src/mft/files/wildcard.ts'

for (const [pattern, name, matches] of [
  ['*', '', true],
  ['*.txt', 'a.txt', true],
  ['*.txt', 'a.txt.bak', false],
  ['a?c', 'abc', true],
  ['a?c', 'ac', false],
  ['*a*b*', 'xxaxxbxx', true],
  ['*a*b', 'ba', false],
  ['[a].+', '[a].+', true],
  ['', 'a', false],
] as const) {
  test(`${pattern} ${matches ? 'matches' : 'does not match'} "${name}"`, (t) => {
    t.is(compileWildcard(pattern)(name), matches)
  })
}

test('a pattern of many stars takes no exponential time', (t) => {
  t.false(compileWildcard(`${'*a'.repeat(50)}b`)('a'.repeat(5000)))
})
