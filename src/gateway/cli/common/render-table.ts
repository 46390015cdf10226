/** Renders rows of texts as a table: words to the left, columns of numbers to the right. */
import { escapeControlCharacters } from '../../../shared/lib/output/escape-control-characters.ts'

export function renderTable(rows: readonly Readonly<Record<string, string>>[]): string {
  const columns = Object.keys(rows[0] ?? {}).map((name) => {
    const texts = rows.map((row) => row[name] ?? '')
    const width = Math.max(name.length, ...texts.map(({ length }) => length))
    return { texts: [name, ...texts], width, isNumeric: texts.every((text) => /^[\d.]+$/.test(text)) }
  })
  const lines = [-1, ...rows.keys()].map((row) => {
    const cells = columns.map(({ texts, width, isNumeric }) => {
      const text = texts[row + 1] ?? ''
      return isNumeric ? text.padStart(width) : text.padEnd(width)
    })
    return `${escapeControlCharacters(cells.join('  ').trimEnd())}\n`
  })
  return lines.join('')
}
