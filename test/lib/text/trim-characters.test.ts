import test from 'ava'

import { matchesName } from '../../../src/lib/text/match-name.ts'
import { trimCharacters, trimEndCharacters } from '../../../src/lib/text/trim-characters.ts'

test('characters are removed at the ends only', (t) => {
  t.is(trimEndCharacters('/a//', '/'), '/a')
  t.is(trimCharacters('-.a-b.-', '-.'), 'a-b')
  t.is(trimCharacters('---', '-'), '')
  t.is(trimEndCharacters('', '-'), '')
})

test('a pattern with many asterisks is matched in linear time', (t) => {
  t.false(matchesName(`${'a*'.repeat(40)}b`, 'a'.repeat(5000)))
  t.true(matchesName('A*c', 'abC'))
})
