import test from 'ava'
import type { DefinitionTables } from '../../../../../src/mq/parts/console/contract/objects.ts'
import { completeCommand } from '../../../../../src/mq/parts/console/pages/mqsc/complete-command.ts'

const tables: DefinitionTables = {
  kind: [
    {
      kind: 'queue',
      attributes: [
        { keyword: 'MAXDEPTH', access: 'set', takes: 'an integer', form: 'number' },
        { keyword: 'PUT', access: 'set', takes: 'a word', form: 'choice', words: ['ENABLED', 'DISABLED'] },
      ],
    },
  ],
  command: [
    { verb: 'DEFINE', qualifiers: ['QLOCAL', 'TOPIC'] },
    { verb: 'DISPLAY', qualifiers: ['QLOCAL', 'QMGR'] },
    { verb: 'CLEAR', qualifiers: ['QLOCAL'] },
  ],
}
const names = ['ORDERS', 'odd/name', "it's"]

for (const [text, words] of [
  ['', ['DEFINE', 'DISPLAY', 'CLEAR']],
  ['d', ['DEFINE', 'DISPLAY']],
  ['dis ', ['QLOCAL', 'QMGR']],
  ['CLEAR q', ['QLOCAL']],
  ['CLEAR QLOCAL(', ['ORDERS', "'odd/name'", "'it''s'"]],
  ['CLEAR QLOCAL(ord', ['ORDERS']],
  ["CLEAR QLOCAL('odd", ["'odd/name'"]],
  ['ALTER QLOCAL(A) ma', ['MAXDEPTH']],
  ['DEFINE QLOCAL(A) PUT(', ['ENABLED', 'DISABLED']],
  ['DEFINE QLOCAL(A) PUT(DIS', ['DISABLED']],
  ['NOTHING ', []],
] as const) {
  test(`"${text}" can go on with ${words.join(' ') || 'nothing known'}`, (t) => {
    t.deepEqual(
      completeCommand(text, tables, names).choices.map(({ text: word }) => word),
      [...words],
    )
  })
}

test('a completion replaces the typed word', (t) => {
  const text = 'CLEAR QLOCAL(ord'
  const { from, choices } = completeCommand(text, tables, names)
  t.is(text.slice(0, from) + choices[0]?.text, 'CLEAR QLOCAL(ORDERS')
})
