/**
 * Literal and folded blocks (YAML 1.2 section 8.1).
 */
import { type Cursor, doubt } from './cursor.ts'

const blockHeader = /([|>])(-?) *\n/y
const blank = /^ *$/

/** `|` keeps line ends, `>` makes blanks of them; both only where no line is special. */
export function readLines(cursor: Cursor, outer: number): string {
  const header = cursor.take(blockHeader)
  if (header === undefined) throw doubt
  const { text } = cursor
  const indent = indentAt(text, cursor.at)
  if (indent <= outer) throw doubt

  const lines: string[] = []
  let start = cursor.at
  while (start < text.length) {
    const end = text.indexOf('\n', start)
    if (end < 0) throw doubt
    const line = text.slice(start, end)
    if (blank.test(line)) {
      if (line.length > indent) throw doubt
      lines.push('')
    } else {
      const own = indentAt(text, start)
      if (own < indent) break
      lines.push(line.slice(indent))
    }
    start = end + 1
  }
  while (lines.at(-1) === '') lines.pop()
  if (lines.length === 0) throw doubt

  const folded = header.startsWith('>')
  if (folded && lines.some((line) => line === '' || line.startsWith(' ') || line.endsWith(' '))) throw doubt
  cursor.nextLineAt(start)
  if (cursor.indent > outer) throw doubt
  return lines.join(folded ? ' ' : '\n') + (header.includes('-') ? '' : '\n')
}

function indentAt(text: string, start: number): number {
  let at = start
  while (text[at] === ' ') at += 1
  return at - start
}
