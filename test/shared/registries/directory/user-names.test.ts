import test from 'ava'
import {
  escapeDnValue,
  escapeFilterValue,
  normalizeUserName,
} from '../../../../src/shared/registries/directory/user-names.ts'

test('escapes the special characters of filters', (t) => {
  t.is(escapeFilterValue('a*(b)\\c\0ä'), 'a\\2a\\28b\\29\\5cc\\00ä')
})

test('escapes the special characters of DNs', (t) => {
  t.is(escapeDnValue('a,b+c"d\\e<f>g;h=i\0ä'), 'a\\2cb\\2bc\\22d\\5ce\\3cf\\3eg\\3bh\\3di\\00ä')
  t.is(escapeDnValue('#a b'), '\\23a b')
  t.is(escapeDnValue(' a '), '\\20a\\20')
})

for (const name of [
  '',
  ' a',
  'a ',
  'a  b',
  'a\tb\t',
  'a\nb',
  'a\u00adb',
  'a\u200bb',
  'a\u034fb',
  'a\ufe0fb',
  'a\u1806b',
  'a\ufffcb',
  'a\ue000b',
  '\ud800',
  'x'.repeat(257),
]) {
  test(`rejects the name ${JSON.stringify(name).slice(0, 20)}`, (t) => {
    t.is(normalizeUserName(name), undefined)
  })
}

test('normalises compatibility forms', (t) => {
  t.is(normalizeUserName('Ａnna'), 'Anna')
  t.is(normalizeUserName('zoe\u0308'), 'zoë')
  t.is(normalizeUserName('Ann Smith'), 'Ann Smith')
})
