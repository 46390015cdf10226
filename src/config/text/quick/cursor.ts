/**
 * Where the quick parser stands in a text: the offset, and how far the line at hand is indented.
 */
import type { Members, ResolveText } from '../builder.ts'

/** Thrown when a text may mean something that the quick parser does not know; the full parser is asked then. */
export const doubt = new Error('left to the full parser')

const blanks = / */y
const deepest = 60 // the full parser refuses a little more, and says so

export class Cursor {
  readonly text: string
  /** The offset of what is read next. */
  at = 0
  /** The column at which the content of the line began; -1 at the end of the text. */
  indent = 0
  readonly members = new Map<object, Members>()
  readonly resolveText: ResolveText
  #lineStart = 0

  constructor(text: string, from: number, resolveText: ResolveText) {
    this.text = text
    this.resolveText = resolveText
    this.#nextContent(from)
  }

  /** The column of the character at hand. */
  get column(): number {
    return this.at - this.#lineStart
  }

  /** The character at hand; undefined at the end of the text. */
  char(): string | undefined {
    return this.text[this.at]
  }

  get atEnd(): boolean {
    return this.indent === -1
  }

  /** What a sticky expression finds here, stepped over; undefined when it finds nothing. */
  take(expression: RegExp): string | undefined {
    expression.lastIndex = this.at
    if (!expression.test(this.text)) return undefined
    const taken = this.text.slice(this.at, expression.lastIndex)
    this.at = expression.lastIndex
    return taken
  }

  skipBlanks(): void {
    blanks.lastIndex = this.at
    blanks.test(this.text)
    this.at = blanks.lastIndex
  }

  /** Whether nothing but a comment is left of the line. */
  atLineEnd(): boolean {
    const char = this.char()
    return char === '\n' || char === undefined || (char === '#' && this.#afterBlank())
  }

  /** Steps over the rest of a line that holds no more content, to the content of the next one that has any. */
  endLine(): void {
    this.skipBlanks()
    if (!this.atLineEnd()) throw doubt
    const end = this.text.indexOf('\n', this.at)
    this.#nextContent(end < 0 ? this.text.length : end + 1)
  }

  /** Steps over blanks, comments and line ends within braces or brackets; what follows is indented more than `outer`. */
  skipBetween(outer: number): void {
    this.skipBlanks()
    if (!this.atLineEnd()) return
    this.endLine()
    if (this.indent <= outer) throw doubt
  }

  /** Goes on at the beginning of a line. */
  nextLineAt(offset: number): void {
    this.#nextContent(offset)
  }

  /** @param depth how many maps and lists are open */
  checkDepth(depth: number): void {
    if (depth > deepest) throw doubt
  }

  #nextContent(from: number): void {
    const { text } = this
    let start = from
    while (start < text.length) {
      this.#lineStart = start
      this.at = start
      this.skipBlanks()
      const char = this.char()
      if (char !== '\n' && char !== '#' && char !== undefined) {
        this.indent = this.at - start
        return
      }
      const end = text.indexOf('\n', this.at)
      start = end < 0 ? text.length : end + 1
    }
    this.at = text.length
    this.indent = -1
  }

  #afterBlank(): boolean {
    const before = this.text[this.at - 1]
    return before === ' ' || before === '\n'
  }
}
