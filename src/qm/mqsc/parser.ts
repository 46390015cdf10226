/**
 * One MQSC command, taken apart: words, most of them with values in parentheses.
 *
 * Keywords and values without quotes become upper case. One pass over the text, no look-back: the time is
 * proportional to the length whatever the text holds.
 */

export interface Word {
  keyword: string
  /** What stood in the parentheses; absent when there were none. */
  values?: readonly string[]
  /** Where the word ends in the text. */
  end: number
}

/** The text is no command. `end` is where reading stopped. */
export class Unreadable extends Error {
  override name = 'Unreadable'
  readonly end: number

  constructor(end: number) {
    super('not an MQSC command')
    this.end = end
  }
}

/** What a character does, by its code: 1 for a blank, 2 for another mark that ends a bare word. */
const roles = new Uint8Array(128)
for (const blank of ' \t\r\n') roles[blank.charCodeAt(0)] = 1
for (const mark of `,()'";`) roles[mark.charCodeAt(0)] = 2

/** More words, and more values in one, than any command takes: the rest of such a text is not read. */
const most = 512

/** The words of a command. Throws `Unreadable`. */
export function parse(text: string): Word[] {
  const reader = new Reader(text)
  const words: Word[] = []
  reader.skipBlanks()

  do {
    if (words.push(reader.word()) > most) throw new Unreadable(reader.at)
    reader.skipBlanks()
    if (reader.take(',')) {
      reader.skipBlanks()
      if (reader.atEnd()) throw new Unreadable(reader.at)
    } else if (reader.take(';')) {
      reader.skipBlanks()
      if (!reader.atEnd()) throw new Unreadable(reader.at)
    }
  } while (!reader.atEnd())
  return words
}

/** The words of a condition as JSON carries it, in the case in which they were written. */
export function parseValues(text: string): string[] {
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
    while (roles[this.#text.charCodeAt(this.at)] === 1) this.at++
  }

  take(mark: string): boolean {
    if (this.#text.charAt(this.at) !== mark) return false
    this.at++
    return true
  }

  word(): Word {
    const keyword = this.#bare().toUpperCase()
    const end = this.at
    this.skipBlanks()
    if (!this.take('(')) return { keyword, end }

    const values = this.values(() => this.take(')'))
    return { keyword, values, end: this.at }
  }

  /** Values up to where `ended` says, separated by blanks or one comma each. */
  values(ended: () => boolean): string[] {
    const values: string[] = []
    this.skipBlanks()
    while (!ended()) {
      if (values.length > 0 && this.take(',')) this.skipBlanks()
      const value = this.#text.charAt(this.at) === "'" ? this.#quoted() : this.#unquoted()
      if (values.push(value) > most) throw new Unreadable(this.at)
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
    while (!this.atEnd() && !roles[this.#text.charCodeAt(this.at)]) this.at++
    if (this.at === start) throw new Unreadable(Math.min(this.at + 1, this.#text.length))
    return this.#text.slice(start, this.at)
  }

  /** Text in single quotes; a doubled quote stands for one. */
  #quoted(): string {
    const parts: string[] = []
    do {
      const close = this.#text.indexOf("'", this.at + 1)
      if (close < 0) throw new Unreadable(this.#text.length)
      parts.push(this.#text.slice(this.at + 1, close))
      this.at = close + 1
    } while (this.#text.charAt(this.at) === "'")
    return parts.join("'")
  }
}
