import test from 'ava'
import {
  choiceType,
  flagPairType,
  genericNameOrBlankType,
  genericNameType,
  hexType,
  integerType,
  listType,
  nameType,
  textOrListType,
  textType,
} from '../../../../../src/mq/manager/objects/definitions/attribute-types.ts'

const depth = integerType(0, 10, 'AUTO')

for (const [title, type, words, value] of [
  ['a number', depth, ['7'], 7],
  ['the ends of a range', depth, ['10'], 10],
  ['a word in the place of a number, in any case', depth, ['auto'], 'AUTO'],
  ['a number above its range', depth, ['11'], { problem: 'range' }],
  ['a number below its range', depth, ['-1'], { problem: 'range' }],
  ['a number far outside', depth, ['99999999999999999999'], { problem: 'range' }],
  ['text for a number', depth, ['many'], { problem: 'value' }],
  ['a fraction', depth, ['1.5'], { problem: 'value' }],
  ['two values where one belongs', depth, ['1', '2'], { problem: 'syntax' }],
  ['no value where one belongs', depth, [], { problem: 'syntax' }],
  ['a choice in any case', choiceType('YES', 'NO'), ['yes'], 'YES'],
  ['another word than the choice has', choiceType('YES', 'NO'), ['maybe'], { problem: 'value' }],
  ['a flag', flagPairType, ['no'], 'NO'],
  ['text without the blanks at its end', textType(5), ['a b  '], 'a b'],
  ['blank text', textType(5), [' '], ''],
  ['text with a line of its own in it', textType(5), ['a\nb'], { problem: 'value' }],
  ['text that is too long', textType(5), ['abcdef'], { problem: 'length' }],
  ['a name', nameType(), ['App.in_1/x%'], 'App.in_1/x%'],
  ['a blank name', nameType(), [' '], ''],
  ['a name with a blank in it', nameType(), ['a b'], { problem: 'name' }],
  ['a name that is too long', nameType(3), ['abcd'], { problem: 'length' }],
  ['a generic name', genericNameType(), ['APP.*'], 'APP.*'],
  ['an asterisk within a name', genericNameType(), ['A*B'], { problem: 'name' }],
  ['hexadecimal digits', hexType(4), ['ab'], 'AB'],
  ['one of several texts', textOrListType(textType(3), 9), ['a'], 'a'],
  ['several texts', textOrListType(textType(3), 9), ['a', 'b'], ['a', 'b']],
  ['several texts in one', textOrListType(textType(3), 9), ['a,b'], 'a,b'],
  ['no text of several', textOrListType(textType(3), 9), [' '], ''],
  ['an empty list of texts', textOrListType(textType(3), 9), [], ''],
  ['a text of several that is too long', textOrListType(textType(3), 9), ['a', 'abcd'], { problem: 'length' }],
  [
    'several texts that are too long together',
    textOrListType(textType(3), 9),
    ['abc', 'abc', 'abc'],
    { problem: 'length' },
  ],
  ['a blank in the place of a generic name', genericNameOrBlankType(), [' '], ''],
  ['half a byte', hexType(4), ['abc'], { problem: 'value' }],
  ['a list', listType(nameType(), 2), ['A', 'B'], ['A', 'B']],
  ['a list without its blank items', listType(nameType(), 2), [''], []],
  ['an empty list', listType(nameType(), 2), [], []],
  ['an empty list of words', listType(choiceType('A', 'B'), 2), [], { problem: 'value' }],
  ['a list that is too long', listType(nameType(), 2), ['A', 'B', 'C'], { problem: 'range' }],
  ['a list with an item that will not do', listType(nameType(), 2), ['A', 'B C'], { problem: 'name' }],
] as const) {
  test(title, (t) => {
    t.deepEqual(type.parse(words), value as unknown as ReturnType<typeof type.parse>)
  })
}
