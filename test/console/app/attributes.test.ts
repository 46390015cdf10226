import test from 'ava'

import type { Attribute } from '../../../src/console/app/api/kinds.ts'
import { hasFault, parametersOf } from '../../../src/console/app/attributes/form.ts'
import { faultOf, fromText, inWords, toText } from '../../../src/console/app/attributes/text.ts'

const depth: Attribute = {
  keyword: 'MAXDEPTH',
  access: 'set',
  takes: 'an integer from 0 to 9',
  form: 'number',
  least: 0,
  most: 9,
}
const expiry: Attribute = { ...depth, keyword: 'EXPIRY', words: ['UNLIMITED'] }
const note: Attribute = { keyword: 'DESCR', access: 'set', takes: 'text', form: 'text', most: 5 }
const names: Attribute = { keyword: 'NAMES', access: 'set', takes: 'a list', form: 'list' }

for (const [attribute, text, right] of [
  [depth, '9', true],
  [depth, '10', false],
  [depth, '-1', false],
  [depth, '1.5', false],
  [depth, '', false],
  [depth, 'UNLIMITED', false],
  [expiry, 'unlimited', true],
  [note, 'fives', true],
  [note, 'sixsix', false],
  [names, 'anything\nat all', true],
] as const) {
  test(`"${text}" ${right ? 'can' : 'cannot'} be ${attribute.keyword}`, (t) => {
    t.is(faultOf(attribute, text) === undefined, right)
  })
}

test('texts become values: numbers, lists, texts as they stand', (t) => {
  t.is(fromText(depth, ' 7 '), 7)
  t.is(fromText(expiry, 'UNLIMITED'), 'UNLIMITED')
  t.is(fromText(note, '7'), '7')
  t.deepEqual(fromText(names, 'A\n\n B \n'), ['A', 'B'])
  t.is(toText(['A', 'B']), 'A\nB')
  t.is(inWords(''), 'blank')
  t.is(inWords(['A', 'B']), 'A, B')
})

test('only what was changed goes into a command', (t) => {
  t.deepEqual(parametersOf([depth, note, names], { MAXDEPTH: '3', NAMES: 'A' }), {
    maxdepth: 3,
    names: ['A'],
  })
  t.false(hasFault([depth, note], { MAXDEPTH: '3' }))
  t.true(hasFault([depth, note], { MAXDEPTH: '3', DESCR: 'too long' }))
})
