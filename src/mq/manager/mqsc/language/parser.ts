/**
 * Parses one MQSC command into words, most of them with values in parentheses.
 *
 * Keywords and unquoted values become upper case. The parser passes over the text once without backtracking, so
 * the time is linear in the length of any text.
 */

export interface CommandWord {
  keyword: string
  /** The values in parentheses; undefined when the keyword has no parentheses. */
  values?: readonly string[] | undefined
  /** The offset behind the word in the text. */
  end: number
}

/** The text is not a command. `end` is the offset where parsing stopped. */
export class CommandSyntaxError extends Error {
  override name = 'Unreadable'
  readonly end: number

  constructor(end: number) {
    super('not an MQSC command')
    this.end = end
  }
}

/** The role of each ASCII character: 1 for white space, 2 for another character that ends an unquoted word. */
const characterRoles = new Uint8Array(128)
for (const blank of ' \t\r\n') characterRoles[blank.charCodeAt(0)] = 1
for (const mark of `,()'";`) characterRoles[mark.charCodeAt(0)] = 2

/** Commands have fewer words, and words fewer values. Parsing stops at this limit. */
export const maxWords = 512

/** Returns the words of a command. Throws a `CommandSyntaxError`. */
export function parseCommand(text: string): CommandWord[] {
  const reader = new Reader(text)
  const words: CommandWord[] = []
  reader.skipBlanks()

  do {
    if (words.push(reader.word()) > maxWords) throw new CommandSyntaxError(reader.at)
    reader.skipBlanks()
    if (reader.take(',')) {
      reader.skipBlanks()
      if (reader.atEnd()) throw new CommandSyntaxError(reader.at)
    } else if (reader.take(';')) {
      reader.skipBlanks()
      if (!reader.atEnd()) throw new CommandSyntaxError(reader.at)
    }
  } while (!reader.atEnd())
  return words
}

/** Returns the words of a condition given in JSON, without folding them to upper case. */
export function parseConditionValues(text: string): string[] {
  const reader = new Reader(text, false)
  return reader.values(() => reader.atEnd())
}

class Reader {
  at = 0
  readonly #text: string
  readonly #folds: boolean

  constructor(text: string, folds = true) {
    this.#text = text
    this.#folds = folds
  }

  atEnd(): boolean {
    return this.at >= this.#text.length
  }

  skipBlanks(): void {
    while (characterRoles[this.#text.charCodeAt(this.at)] === 1) this.at++
  }

  take(mark: string): boolean {
    if (this.#text.charAt(this.at) !== mark) return false
    this.at++
    return true
  }

  word(): CommandWord {
    const keyword = this.#bare().toUpperCase()
    const end = this.at
    this.skipBlanks()
    if (!this.take('(')) return { keyword, end }

    const values = this.values(() => this.take(')'))
    return { keyword, values, end: this.at }
  }

  /** Parses values separated by white space or one comma, until `ended` returns true. */
  values(ended: () => boolean): string[] {
    const values: string[] = []
    this.skipBlanks()
    while (!ended()) {
      if (values.length > 0 && this.take(',')) this.skipBlanks()
      const value = this.#text.charAt(this.at) === "'" ? this.#quoted() : this.#unquoted()
      if (values.push(value) > maxWords) throw new CommandSyntaxError(this.at)
      this.skipBlanks()
    }
    return values
  }

  #unquoted(): string {
    const value = this.#bare()
    return this.#folds ? value.toUpperCase() : value
  }

  #bare(): string {
    const start = this.at
    while (!this.atEnd() && !characterRoles[this.#text.charCodeAt(this.at)]) this.at++
    if (this.at === start) throw new CommandSyntaxError(Math.min(this.at + 1, this.#text.length))
    return this.#text.slice(start, this.at)
  }

  /** Parses text in single quotes. A doubled quote stands for one quote. */
  #quoted(): string {
    const parts: string[] = []
    do {
      const close = this.#text.indexOf("'", this.at + 1)
      if (close < 0) throw new CommandSyntaxError(this.#text.length)
      parts.push(this.#text.slice(this.at + 1, close))
      this.at = close + 1
    } while (this.#text.charAt(this.at) === "'")
    return parts.join("'")
  }
}
