import test from 'ava'
import { trimCharacters, trimEndCharacters } from '../../../../src/shared/lib/text/trim-characters.ts'

test('characters are removed at the ends only', (t) => {
  t.is(trimEndCharacters('/a//', '/'), '/a')
  t.is(trimCharacters('-.a-b.-', '-.'), 'a-b')
  t.is(trimCharacters('---', '-'), '')
  t.is(trimEndCharacters('', '-'), '')
})
