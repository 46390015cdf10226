/** Renders a list as CSV: RFC 4180. */
import { type ObjectColumn, type ObjectRow, readCellValue } from '../screens/object-screen.ts'

export function renderCsv(columns: readonly ObjectColumn[], rows: readonly ObjectRow[]): string {
  const lines = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map((column) => String(readCellValue(column, row)))),
  ]
  return lines.map((line) => `${line.map(quote).join(',')}\r\n`).join('')
}

/** A text that begins like a formula gets an apostrophe, so that a spreadsheet does not calculate it. */
function quote(text: string): string {
  const safe = /^[=+\-@\t]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
