/**
 * Lines up to an empty one, as they come in: the head of an answer, or the trailers of its body.
 */
import { Malformed } from './errors.ts'

/** Sections are shorter, as a rule: no more than that of a large body is looked through for an end. */
const usualLength = 4 * 1024

export interface SectionOptions {
  /** What has been read already. */
  before?: string
  /** The text that every such section begins with. */
  start?: string
}

export class Section {
  readonly #name: string
  readonly #longest: number
  readonly #start: string
  #text: string
  /** All lines, each with its end, when the last `read` has found the empty one. */
  lines: string | undefined

  /** `name` is the subject of error messages; `longest` is the limit in bytes. */
  constructor(name: string, longest: number, { before = '', start = '' }: SectionOptions = {}) {
    this.#name = name
    this.#longest = longest
    this.#text = before
    this.#start = start
  }

  /**
   * Reads on, and returns where it stopped. Throws a `Malformed` for a section that is too long, and as soon as the
   * bytes cannot become one, so that no request waits until its timeout for an end that never comes.
   */
  read(bytes: Buffer, at: number, end: number): number {
    const before = this.#text.length
    const text = this.#text + bytes.toString('latin1', at, Math.min(end, at + usualLength))
    const last = text.indexOf('\r\n\r\n')
    if ((last < 0 ? text.length : last) > this.#longest) throw new Malformed(`${this.#name} too long`)
    if (last < 0) this.#checkIncomplete(text, before)

    this.lines = last < 0 ? undefined : text.slice(0, last + 2)
    this.#text = last < 0 ? text : ''
    return at - before + (last < 0 ? text.length : last + 4)
  }

  /** RFC 9112 section 2.2: a bare line feed may be read as a line end, which node's client does not do either. */
  #checkIncomplete(text: string, from: number): void {
    const start = this.#start
    if (from < start.length && !start.startsWith(text.slice(0, start.length)))
      throw new Malformed(`${this.#name} not one of HTTP/1.1`)
    for (let at = text.indexOf('\n', from); at >= 0; at = text.indexOf('\n', at + 1)) {
      if (text[at - 1] !== '\r') throw new Malformed(`${this.#name} broken by a bare line feed`)
    }
  }
}
