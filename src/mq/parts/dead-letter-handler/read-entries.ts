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

interface Char {
  char: string
  line: number
  column: number
}

/** Returns the entries in their order. Throws `RulesError`. */
export function readEntries(text: string): Entry[] {
  const entries: Entry[] = []
  let pending: Char[] = []
  let continuation: '+' | '-' | undefined
  const lines = text.split(/\r?\n/)
  for (const [index, line] of lines.entries()) {
    if (!continuation && (line.startsWith('*') || line.trim() === '')) continue
    const number = index + 1
    const skipped = continuation === '+' ? line.length - line.trimStart().length : 0
    const kept = line.trimEnd()
    continuation = kept.endsWith('+') ? '+' : kept.endsWith('-') ? '-' : undefined
    const end = continuation ? kept.length - 1 : line.length
    for (let at = skipped; at < end; at++) {
      pending.push({ char: line[at] as string, line: number, column: at + 1 })
    }
    if (continuation) continue
    if (pending.some(({ char }) => char.trim() !== '')) entries.push(readEntry(pending))
    pending = []
  }
  if (continuation)
    throw new RulesError(lines.length, 1, `the table ends after "${continuation}", which continues a line`)
  return entries
}

function readEntry(chars: readonly Char[]): Entry {
  const reader = new EntryReader(chars)
  const keywords: EntryKeyword[] = []
  for (let next = reader.readKeyword(); next; next = reader.readKeyword()) keywords.push(next)
  const [first] = keywords as [EntryKeyword]
  return { line: first.line, keywords }
}

class EntryReader {
  readonly #chars: readonly Char[]
  #at = 0

  constructor(chars: readonly Char[]) {
    this.#chars = chars
  }

  readKeyword(): EntryKeyword | undefined {
    this.#skip(/[\s,]/)
    const start = this.#chars[this.#at]
    if (!start) return undefined
    const name = this.#take(/[A-Za-z]/)
    if (name === '') throw this.#error(`a keyword must begin here, found "${start.char}"`)
    this.#skip(/\s/)
    if (this.#peek() !== '(') throw this.#error(`"(" must follow ${name}, found ${this.#found}`)
    this.#at++
    this.#skip(/\s/)
    const { line: valueLine, column: valueColumn } = this.#place
    const isQuoted = this.#peek() === "'"
    const value = isQuoted ? this.#quoted() : this.#take(/[^)']/).trim()
    this.#skip(/\s/)
    if (this.#peek() !== ')') throw this.#error(`")" must end the value of ${name}, found ${this.#found}`)
    this.#at++
    if (this.#peek() !== undefined && !/[\s,]/.test(this.#peek() as string))
      throw this.#error(`a blank or a comma must follow the value of ${name}, found ${this.#found}`)
    return { name: name.toUpperCase(), value, isQuoted, line: start.line, column: start.column, valueLine, valueColumn }
  }

  #peek(): string | undefined {
    return this.#chars[this.#at]?.char
  }

  get #found(): string {
    return this.#peek() === undefined ? 'the end of the entry' : `"${this.#peek()}"`
  }

  /** The place of the next character, or the place after the last one. */
  get #place(): { line: number; column: number } {
    const next = this.#chars[this.#at]
    if (next) return next
    const last = this.#chars.at(-1) as Char
    return { line: last.line, column: last.column + 1 }
  }

  #error(text: string): RulesError {
    const { line, column } = this.#place
    return new RulesError(line, column, text)
  }

  #skip(chars: RegExp): void {
    while (this.#peek() !== undefined && chars.test(this.#peek() as string)) this.#at++
  }

  #take(chars: RegExp): string {
    const from = this.#at
    this.#skip(chars)
    return this.#chars
      .slice(from, this.#at)
      .map(({ char }) => char)
      .join('')
  }

  /** Reads a value in single quotes, in which a quote is doubled. */
  #quoted(): string {
    const { line, column } = this.#place
    let value = ''
    for (this.#at++; this.#peek() !== undefined; this.#at++) {
      if (this.#peek() === "'") {
        this.#at++
        if (this.#peek() !== "'") return value
      }
      value += this.#peek()
    }
    throw new RulesError(line, column, 'the closing quote of this value is missing')
  }
}
