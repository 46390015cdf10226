/** Which rows of a list are shown, and in what order. Pure, and quick for thousands of rows. */
import { isSystemObject, type ObjectColumn, type ObjectRow, readCellValue } from '../screens/object-screen.ts'

export interface RowArrangement {
  search: string
  showSystem: boolean
  /** Only this type; empty for all. */
  type: string
  sort: { column: string; descending: boolean }
}

/** The rows that match, sorted. Search looks into every column that is shown. */
export function arrangeRows(
  rows: readonly ObjectRow[],
  columns: readonly ObjectColumn[],
  wish: RowArrangement,
): readonly ObjectRow[] {
  const words = wish.search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const shown = rows.filter(
    (row) =>
      (wish.showSystem || !isSystemObject(row.name)) &&
      (wish.type === '' || row.type === wish.type) &&
      (words.length === 0 || matches(row, columns, words)),
  )

  const column = columns.find(({ id }) => id === wish.sort.column) ?? columns[0]
  if (!column) return shown
  const direction = wish.sort.descending ? -1 : 1
  return shown
    .map((row) => ({ row, value: readCellValue(column, row) }))
    .sort((a, b) => direction * compare(a.value, b.value) || compare(a.row.name, b.row.name))
    .map(({ row }) => row)
}

function matches(row: ObjectRow, columns: readonly ObjectColumn[], words: readonly string[]): boolean {
  const text = columns.map((column) => String(readCellValue(column, row)).toLowerCase()).join('\n')
  return words.every((word) => text.includes(word))
}

/** Numbers by size, before texts; texts by their characters, as the queue manager sorts them. */
function compare(a: string | number, b: string | number): number {
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}
