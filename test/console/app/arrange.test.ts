import test from 'ava'
import type { ObjectRow } from '../../../src/console/app/screens/object-screen.ts'
import { queueScreen } from '../../../src/console/app/screens/queue-screen.ts'
import { arrangeRows, type RowArrangement } from '../../../src/console/app/table/arrange-rows.ts'

const columns = queueScreen.columns.filter(({ optional }) => !optional)
const rows = [
  queue('B', 'QLOCAL', { curdepth: 9, maxdepth: 10, descr: 'Orders of today' }),
  queue('A', 'QLOCAL', { curdepth: 10, maxdepth: 10 }),
  queue('C', 'QALIAS', {}),
  queue('SYSTEM.X', 'QLOCAL', { curdepth: 1, maxdepth: 10 }),
]
const wish: RowArrangement = {
  search: '',
  showSystem: false,
  type: '',
  sort: { column: 'name', descending: false },
}

for (const [title, some, expected] of [
  ['by name, without objects of the system', {}, ['A', 'B', 'C']],
  ['with them when they are asked for', { showSystem: true }, ['A', 'B', 'C', 'SYSTEM.X']],
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
