/**
 * Filters and sorts the rows of a list. Pure. It works in steps, so that a page with 50,000 rows can handle keystrokes
 * between them.
 */
import { compareTexts } from '../../../ui/text/format.ts'
import { isSystemObject, type ObjectColumn, type ObjectRow, readCellValue } from '../screens/object-screen.ts'
import type { ListState } from './list-state.ts'
import { buildSearch } from './search-rows.ts'
import { sortInSteps } from './sort-in-steps.ts'

/** The number of rows that are filtered in one step. */
const rowsPerStep = 1_000

/** Returns the matching rows in order. The search covers every column that is shown. */
export function arrangeRows(
  rows: readonly ObjectRow[],
  columns: readonly ObjectColumn[],
  wish: ListState,
): readonly ObjectRow[] {
  const steps = arrangeInSteps(rows, columns, wish)
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/** Does the work of `arrangeRows` and yields after each millisecond or so. */
export function* arrangeInSteps(
  rows: readonly ObjectRow[],
  columns: readonly ObjectColumn[],
  wish: ListState,
): Generator<void, readonly ObjectRow[]> {
  const column = columns.find(({ id }) => id === wish.sort.column) ?? columns[0]
  const matches = buildSearch(wish.search, columns)
  const entries: Entry[] = []
  for (const [index, row] of rows.entries()) {
    const isShown =
      (wish.showSystem || !isSystemObject(row.name)) && (wish.type === '' || row.type === wish.type)
    if (isShown && matches(row)) entries.push({ row, value: column ? readCellValue(column, row) : '' })
    if (index % rowsPerStep === rowsPerStep - 1) yield
  }
  const direction = wish.sort.descending ? -1 : 1
  const compareValues = column?.hasWords ? compareWords : compare
  const sorted = yield* sortInSteps(
    entries,
    (a, b) => direction * compareValues(a.value, b.value) || compare(a.row.name, b.row.name),
  )
  return sorted.map(({ row }) => row)
}

interface Entry {
  row: ObjectRow
  value: string | number
}

/** Sorts numbers by value and before texts; texts by code unit, like the queue manager. */
function compare(a: string | number, b: string | number): number {
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}

/** Sorts words in the language of the page. */
function compareWords(a: string | number, b: string | number): number {
  return compareTexts(String(a), String(b))
}
