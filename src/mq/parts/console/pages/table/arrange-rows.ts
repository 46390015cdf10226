/** Filters and sorts rows. Pure. It works in steps, so that a page with 50,000 rows handles keystrokes between. */
import { compareTexts } from '../../../../../shared/ui/text/format.ts'
import { isSystemObject, type ObjectColumn, type ObjectRow, readCellValue } from '../screens/object-screen.ts'
import type { ListState } from './list-state.ts'

/** The number of rows that are filtered in one step. */
const rowsPerStep = 1_000

/** Returns the matching rows in order. The search covers every column that is shown, of system objects the name. */
export function arrangeRows(
  rows: readonly ObjectRow[],
  columns: readonly ObjectColumn[],
  wish: Omit<ListState, 'page'>,
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
  wish: Omit<ListState, 'page'>,
): Generator<void, readonly ObjectRow[]> {
  const column = columns.find(({ id }) => id === wish.sort.column) ?? columns[0]
  const matches = buildSearch(wish.search, columns)
  const names = columns.filter(({ id }) => id === 'name')
  const isWanted = buildSearch(wish.search, names)
  const showsSystem = (row: ObjectRow) => wish.showSystem || (wish.search.trim() !== '' && isWanted(row))
  const entries: Entry[] = []
  for (const [index, row] of rows.entries()) {
    const isShown = (!isSystemObject(row.name) || showsSystem(row)) && (wish.type === '' || row.type === wish.type)
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

type Entry = { row: ObjectRow; value: string | number }

/** Sorts numbers by value and before texts; texts by code unit, like the queue manager. */
function compare(a: string | number, b: string | number): number {
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}

/** Sorts words in the language of the page. */
function compareWords(a: string | number, b: string | number): number {
  return compareTexts(String(a), String(b))
}

/** The searchable text of each row, by the columns that it contains. Unchanged rows keep their text. */
const texts = new WeakMap<readonly ObjectColumn[], WeakMap<ObjectRow, string>>()

/** Builds a search: each word is in a column; one with `*` or `?` matches a whole value, as in MQSC. */
function buildSearch(search: string, columns: readonly ObjectColumn[]): (row: ObjectRow) => boolean {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return () => true

  const tests = words.map(buildWordTest)
  const known = texts.get(columns) ?? new WeakMap<ObjectRow, string>()
  texts.set(columns, known)
  return (row) => {
    let text = known.get(row)
    if (text === undefined) {
      text = columns.map((column) => String(readCellValue(column, row)).toLowerCase()).join('\n')
      known.set(row, text)
    }
    return tests.every((test) => test(text))
  }
}

function buildWordTest(word: string): (text: string) => boolean {
  if (!/[*?]/.test(word)) return (text) => text.includes(word)
  const pattern = word
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, '.*')
    .replace(/\?/g, '.')
  const whole = new RegExp(`^${pattern}$`, 'm')
  return (text) => whole.test(text)
}

/** The number of items that one step sorts or merges. */
const itemsPerStep = 2_048

/** A stable merge sort that yields between its steps, so that it can run beside other work. */
function* sortInSteps<T>(items: readonly T[], compare: (a: T, b: T) => number): Generator<void, readonly T[]> {
  let runs: (readonly T[])[] = []
  for (let start = 0; start < items.length; start += itemsPerStep) {
    runs.push(items.slice(start, start + itemsPerStep).sort(compare))
    yield
  }
  while (runs.length > 1) {
    const merged: (readonly T[])[] = []
    for (let index = 0; index < runs.length; index += 2) {
      const [left, right] = [runs[index] ?? [], runs[index + 1]]
      merged.push(right ? yield* mergeInSteps(left, right, compare) : left)
    }
    runs = merged
  }
  return runs[0] ?? []
}

function* mergeInSteps<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (a: T, b: T) => number,
): Generator<void, readonly T[]> {
  const merged: T[] = []
  let [i, j] = [0, 0]
  while (i < left.length && j < right.length) {
    const [a, b] = [left[i] as T, right[j] as T]
    if (compare(a, b) <= 0) {
      merged.push(a)
      i++
    } else {
      merged.push(b)
      j++
    }
    if (merged.length % itemsPerStep === 0) yield
  }
  return merged.concat(left.slice(i), right.slice(j))
}
