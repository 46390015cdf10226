import test from 'ava'

import {
  choice,
  flag,
  genericName,
  genericNameOrBlank,
  hex,
  integer,
  list,
  name,
  text,
  textOrList,
} from '../../../src/qm/objects/values.ts'

const depth = integer(0, 10, 'AUTO')

for (const [title, type, words, value] of [
  ['a number', depth, ['7'], 7],
  ['the ends of a range', depth, ['10'], 10],
  ['a word in the place of a number, in any case', depth, ['auto'], 'AUTO'],
  ['a number above its range', depth, ['11'], { fault: 'range' }],
  ['a number below its range', depth, ['-1'], { fault: 'range' }],
  ['a number far outside', depth, ['99999999999999999999'], { fault: 'range' }],
  ['text for a number', depth, ['many'], { fault: 'value' }],
  ['a fraction', depth, ['1.5'], { fault: 'value' }],
  ['two values where one belongs', depth, ['1', '2'], { fault: 'syntax' }],
  ['no value where one belongs', depth, [], { fault: 'syntax' }],
  ['a choice in any case', choice('YES', 'NO'), ['yes'], 'YES'],
  ['another word than the choice has', choice('YES', 'NO'), ['maybe'], { fault: 'value' }],
  ['a flag', flag, ['no'], 'NO'],
  ['text without the blanks at its end', text(5), ['a b  '], 'a b'],
  ['blank text', text(5), [' '], ''],
  ['text with a line of its own in it', text(5), ['a\nb'], { fault: 'value' }],
  ['text that is too long', text(5), ['abcdef'], { fault: 'length' }],
  ['a name', name(), ['App.in_1/x%'], 'App.in_1/x%'],
  ['a blank name', name(), [' '], ''],
  ['a name with a blank in it', name(), ['a b'], { fault: 'name' }],
  ['a name that is too long', name(3), ['abcd'], { fault: 'length' }],
  ['a generic name', genericName(), ['APP.*'], 'APP.*'],
  ['an asterisk within a name', genericName(), ['A*B'], { fault: 'name' }],
  ['hexadecimal digits', hex(4), ['ab'], 'AB'],
  ['one of several texts', textOrList(text(3), 9), ['a'], 'a'],
  ['several texts', textOrList(text(3), 9), ['a', 'b'], ['a', 'b']],
  ['several texts in one', textOrList(text(3), 9), ['a,b'], 'a,b'],
  ['no text of several', textOrList(text(3), 9), [' '], ''],
  ['an empty list of texts', textOrList(text(3), 9), [], ''],
  ['a text of several that is too long', textOrList(text(3), 9), ['a', 'abcd'], { fault: 'length' }],
  [
    'several texts that are too long together',
    textOrList(text(3), 9),
    ['abc', 'abc', 'abc'],
    { fault: 'length' },
  ],
  ['a blank in the place of a generic name', genericNameOrBlank(), [' '], ''],
  ['half a byte', hex(4), ['abc'], { fault: 'value' }],
  ['a list', list(name(), 2), ['A', 'B'], ['A', 'B']],
  ['a list without its blank items', list(name(), 2), [''], []],
  ['an empty list', list(name(), 2), [], []],
  ['a list that is too long', list(name(), 2), ['A', 'B', 'C'], { fault: 'range' }],
  ['a list with an item that will not do', list(name(), 2), ['A', 'B C'], { fault: 'name' }],
] as const) {
  test(title, (t) => {
    t.deepEqual(type.read(words), value as unknown as ReturnType<typeof type.read>)
  })
}
