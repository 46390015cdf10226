/**
 * Builds the test of a search: every word must occur in a column, in upper or lower case. A word with `*` or `?` must
 * match a whole value, as a generic name of MQSC does: `BIG.APP.00*`.
 */
import { type ObjectColumn, type ObjectRow, readCellValue } from '../screens/object-screen.ts'

const separator = '\n'

/** The searchable text of each row, by the columns that it contains. Unchanged rows keep their text. */
const texts = new WeakMap<readonly ObjectColumn[], WeakMap<ObjectRow, string>>()

export function buildSearch(search: string, columns: readonly ObjectColumn[]): (row: ObjectRow) => boolean {
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
      text = columns.map((column) => String(readCellValue(column, row)).toLowerCase()).join(separator)
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
