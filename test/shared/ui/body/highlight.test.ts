import test from 'ava'
import { findFolds, splitLine } from '../../../../src/shared/ui/body/highlight.ts'

const coloured = (line: string, language: 'json' | 'xml' | 'yaml') =>
  splitLine(line, language).filter(([kind]) => kind !== '')

test('names, strings, numbers and words of JSON have colours of their own', (t) => {
  t.deepEqual(coloured('  "a \\" b": ["x:y", -1.5e3, true, null],', 'json'), [
    ['name', '"a \\" b"'],
    ['string', '"x:y"'],
    ['number', '-1.5e3'],
    ['word', 'true'],
    ['word', 'null'],
  ])
})

test('elements, attributes and comments of XML have colours, and their text has none', (t) => {
  t.deepEqual(coloured('<a x="1 > 0">y="2"</a><!-- <b> -->', 'xml'), [
    ['name', '<a'],
    ['word', 'x='],
    ['string', '"1 > 0"'],
    ['name', '>'],
    ['name', '</a'],
    ['name', '>'],
    ['comment', '<!-- <b> -->'],
  ])
})

test('keys, texts, numbers, words and comments of YAML have colours', (t) => {
  t.deepEqual(coloured(`- "a b": { url: http://x/y#z, 'n': -1, on: true, of: two words } # why: this`, 'yaml'), [
    ['name', '"a b"'],
    ['name', 'url'],
    ['string', 'http://x/y#z'],
    ['name', "'n'"],
    ['number', '-1'],
    ['name', 'on'],
    ['word', 'true'],
    ['name', 'of'],
    ['string', 'two words'],
    ['comment', ' # why: this'],
  ])
})

for (const line of ['{"a": "b\\', "<a b='c", '"', '', '  <!-- x', 'naïve "text" <']) {
  test(`the parts of ${JSON.stringify(line)} are together the line`, (t) => {
    for (const language of ['json', 'xml', 'yaml'] as const) {
      const parts = splitLine(line, language)
      t.is(parts.map(([, text]) => text).join(''), line)
    }
  })
}

test('a line folds up to the line that is not deeper', (t) => {
  const lines = ['{', '  "a": [', '    1', '  ],', '  "b": {}', '}']
  t.deepEqual(
    [...findFolds(lines)],
    [
      [1, 3],
      [0, 5],
    ],
  )
})
