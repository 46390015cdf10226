import test from 'ava'
import type { ObjectRow } from '../../../../../src/mq/parts/console/pages/screens/object-screen.ts'
import { queueScreen } from '../../../../../src/mq/parts/console/pages/screens/queue-screen.ts'
import { arrangeInSteps, arrangeRows } from '../../../../../src/mq/parts/console/pages/table/arrange-rows.ts'
import { initialListState as wish } from '../../../../../src/mq/parts/console/pages/table/list-state.ts'

const columns = queueScreen.columns.filter(({ optional }) => !optional)
const rows = [
  queue('B', 'QLOCAL', { curdepth: 9, maxdepth: 10, descr: 'Orders of today' }),
  queue('A', 'QLOCAL', { curdepth: 10, maxdepth: 10 }),
  queue('C', 'QALIAS', {}),
  queue('SYSTEM.X', 'QLOCAL', { curdepth: 1, maxdepth: 10 }),
]
for (const [title, some, expected] of [
  ['by name, without objects of the system', {}, ['A', 'B', 'C']],
  ['with them when they are asked for', { showSystem: true }, ['A', 'B', 'C', 'SYSTEM.X']],
  ['that match a generic name', { search: 'SYS*', showSystem: true }, ['SYSTEM.X']],
  ['of the system whose name is searched', { search: 'system' }, ['SYSTEM.X']],
  ['of users alone for a word that is in no name', { search: 'local' }, ['A', 'B']],
  ['none when a generic name matches only a part', { search: '*B?', type: 'QALIAS' }, []],
  ['whose other value matches a generic name', { search: 'orders*day' }, ['B']],
  ['in which a dot of a pattern is a dot', { search: 'system?x', showSystem: true }, ['SYSTEM.X']],
  ['of one type', { type: 'QALIAS' }, ['C']],
  ['that match every word in any shown column', { search: ' TODAY  orders local' }, ['B']],
  ['none when a word is nowhere', { search: 'orders tomorrow' }, []],
  ['by number, what has none last', { sort: { column: 'curdepth', descending: false } }, ['B', 'A', 'C']],
  ['backwards', { sort: { column: 'curdepth', descending: true } }, ['C', 'A', 'B']],
  ['by name when the column is not there', { sort: { column: 'gone', descending: false } }, ['A', 'B', 'C']],
] as const) {
  test(`rows ${title}`, (t) => {
    t.deepEqual(
      arrangeRows(rows, columns, { ...wish, ...some }).map(({ name }) => name),
      [...expected],
    )
  })
}

function queue(name: string, type: string, attributes: ObjectRow['attributes']): ObjectRow {
  return { name, type, attributes: { queue: name, type, ...attributes }, status: {} }
}

test('50,000 rows are arranged in many steps, in the same order as at once', (t) => {
  const many = Array.from({ length: 50_000 }, (_, number) =>
    queue(`APP.${(number * 7919) % 50_000}`, 'QLOCAL', { curdepth: number % 97 }),
  )
  const sort = { column: 'curdepth', descending: true }
  const steps = arrangeInSteps(many, columns, { ...wish, search: 'app.1*', sort })
  let count = 0
  let step = steps.next()
  for (; !step.done; step = steps.next()) count++
  t.true(count > 50)
  const expected = many
    .filter(({ name }) => name.startsWith('APP.1'))
    .sort((a, b) => Number(b.attributes.curdepth) - Number(a.attributes.curdepth) || (a.name < b.name ? -1 : 1))
  t.deepEqual(
    step.value.map(({ name }) => name),
    expected.map(({ name }) => name),
  )
})
