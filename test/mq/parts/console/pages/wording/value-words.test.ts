import test from 'ava'
import { describeValue, findValueWords } from '../../../../../../src/mq/parts/console/pages/wording/value-words.ts'

for (const [keyword, value, text] of [
  ['DESCR', '', 'none'],
  ['DESCR', undefined, 'none'],
  ['DESTCORL', '0'.repeat(48), 'none'],
  ['NAMES', ['A', 'B'], 'A, B'],
  ['DESCR', 'NO', 'NO'],
  ['MAXDEPTH', 5000, '5,000'],
  ['PORT', 1414, '1414'],
  ['MAXMSGL', 4_194_304, '4 MiB'],
  ['MAXMSGL', 4_194_305, '4,194,305 bytes'],
  ['HBINT', 300, '5 minutes'],
  ['DISCINT', 6000, '100 minutes'],
  ['CAPEXPRY', 600, '60 seconds'],
  ['MRTMR', 1000, '1 second'],
  ['QDEPTHHI', 80, '80 percent'],
  ['LONGRTY', 999_999_999, 'Unlimited'],
  ['SEQWRAP', 999_999_999, '999,999,999'],
] as const) {
  test(`${keyword} with the value "${value}" is shown as "${text}"`, (t) => {
    t.is(describeValue({ keyword }, value === undefined || typeof value !== 'object' ? value : [...value]), text)
  })
}

test('a value of MQSC has words only where the attribute takes it as a word', (t) => {
  t.is(describeValue({ keyword: 'PUB', words: ['ASPARENT'] }, 'ASPARENT'), 'As parent')
  t.is(describeValue({ keyword: 'DESCR' }, 'ASPARENT'), 'ASPARENT')
})

test('the attribute decides about a word with several meanings', (t) => {
  t.is(findValueWords('CONTROL', 'QMGR'), 'With the queue manager')
  t.is(findValueWords('MONQ', 'QMGR'), 'As the queue manager')
  t.is(findValueWords('MONQ', 'toString'), undefined)
})
