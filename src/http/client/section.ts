/**
 * Lines up to an empty one, as they come in: the head of an answer, or the trailers of its body.
 */
import { Malformed } from './errors.ts'

/** Sections are shorter, as a rule: no more than that of a large body is looked through for an end. */
const usualLength = 4 * 1024

export class Section {
  readonly #name: string
  readonly #longest: number
  #text: string
  /** All lines, each with its end, when the last `read` has found the empty one. */
  lines: string | undefined

  /** At most so many bytes. `before` is what has been read already. */
  constructor(name: string, longest: number, before = '') {
    this.#name = name
    this.#longest = longest
    this.#text = before
  }

  /** Reads on, and answers where it stopped. Throws a `Malformed` for too long a section. */
  read(bytes: Buffer, at: number, end: number): number {
    const before = this.#text.length
    const text = this.#text + bytes.toString('latin1', at, Math.min(end, at + usualLength))
    const last = text.indexOf('\r\n\r\n')
    if ((last < 0 ? text.length : last) > this.#longest) throw new Malformed(`${this.#name} too long`)

    this.lines = last < 0 ? undefined : text.slice(0, last + 2)
    this.#text = last < 0 ? text : ''
    return at - before + (last < 0 ? text.length : last + 4)
  }
}
