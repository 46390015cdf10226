/**
 * Reads the entries of a rules table: joins continued lines, leaves comments out, and splits each entry into keywords
 * with their values. `+` at the end of a line continues at the first character of the next line that is not blank, `-`
 * at its start.
 */

/** An error in a rules table, with its place. */
export class RulesError extends Error {
  override name = 'RulesError'

  /** `line` and `column` are counted from 1. */
  constructor(line: number, column: number, text: string) {
    super(`line ${line}, column ${column}: ${text}`)
  }
}

export interface EntryKeyword {
  /** In upper case. */
  name: string
  value: string
  isQuoted: boolean
  line: number
  column: number
  /** The place of the value. */
  valueLine: number
  valueColumn: number
}

export interface Entry {
  line: number
  keywords: readonly EntryKeyword[]
}

/** The text of an entry without its continuations, and the place of each character in the table. */
type EntryText = { text: string; places: readonly Place[] }

type Place = { line: number; column: number }

/** Returns the entries in their order. Throws `RulesError`. */
export function readEntries(text: string): Entry[] {
  const entries: Entry[] = []
  let pending = { text: '', places: [] as Place[] }
  let continuation: '+' | '-' | undefined

  const lines = text.split(/\r?\n/)
  for (const [index, line] of lines.entries()) {
    if (!continuation && (line.startsWith('*') || line.trim() === '')) continue
    const skipped = continuation === '+' ? line.length - line.trimStart().length : 0
    const kept = line.trimEnd()
    continuation = kept.endsWith('+') ? '+' : kept.endsWith('-') ? '-' : undefined
    const end = continuation ? kept.length - 1 : line.length
    pending.text += line.slice(skipped, end)
    for (let at = skipped; at < end; at++) pending.places.push({ line: index + 1, column: at + 1 })
    if (continuation) continue

    if (pending.text.trim() !== '') entries.push(readEntry(pending))
    pending = { text: '', places: [] }
  }
  if (continuation)
    throw new RulesError(lines.length, 1, `the table ends after "${continuation}", which continues a line`)
  return entries
}

function readEntry({ text, places }: EntryText): Entry {
  const keywords: EntryKeyword[] = []
  let at = 0
  const fail = (message: string, index = at): never => {
    const { line, column } = places[index] ?? afterLast(places)
    throw new RulesError(line, column, message)
  }
  const found = () => (at < text.length ? `"${text[at]}"` : 'the end of the entry')
  const take = (shape: RegExp) => {
    shape.lastIndex = at
    const taken = shape.exec(text)?.[0] ?? ''
    at += taken.length
    return taken
  }

  for (take(/[\s,]*/y); at < text.length; take(/[\s,]*/y)) {
    const { line, column } = places[at] as Place
    const name = take(/[A-Za-z]+/y) || fail(`a keyword must begin here, found ${found()}`)
    if (!take(/\s*\(\s*/y)) {
      take(/\s*/y)
      fail(`"(" must follow ${name}, found ${found()}`)
    }
    const { line: valueLine, column: valueColumn } = places[at] ?? afterLast(places)
    const isQuoted = text[at] === "'"
    const value = isQuoted ? take(/'(?:[^']|'')*'(?!')/y) : take(/[^)']*/y)
    if (isQuoted && value === '') fail('the closing quote of this value is missing')
    if (!take(/\s*\)/y)) {
      take(/\s*/y)
      fail(`")" must end the value of ${name}, found ${found()}`)
    }
    if (at < text.length && !/[\s,]/.test(text[at] as string))
      fail(`a blank or a comma must follow the value of ${name}, found ${found()}`)
    const content = isQuoted ? value.slice(1, -1).replaceAll("''", "'") : value.trim()
    keywords.push({ name: name.toUpperCase(), value: content, isQuoted, line, column, valueLine, valueColumn })
  }
  return { line: (keywords[0] ?? afterLast(places)).line, keywords }
}

function afterLast(places: readonly Place[]): Place {
  const { line, column } = places.at(-1) as Place
  return { line, column: column + 1 }
}
