/**
 * Lines up to an empty one, as they come in: the head of an answer, or the trailers of its body.
 */
import { MalformedResponseError } from '../exchange/errors.ts'

/** Sections are shorter, as a rule: no more than that of a large body is looked through for an end. */
const searchedBytes = 4 * 1024

export interface HeaderBlockOptions {
  /** What has been read already. */
  initialText?: string
  /** The text that every such section begins with. */
  requiredPrefix?: string
}

export class HeaderBlock {
  readonly #name: string
  readonly #maxBytes: number
  readonly #requiredPrefix: string
  #text: string
  /** All lines, each with its end, when the last `read` has found the empty one. */
  lines: string | undefined

  /** `name` is the subject of error messages; `longest` is the limit in bytes. */
  constructor(
    name: string,
    longest: number,
    { initialText: before = '', requiredPrefix: start = '' }: HeaderBlockOptions = {},
  ) {
    this.#name = name
    this.#maxBytes = longest
    this.#text = before
    this.#requiredPrefix = start
  }

  /**
   * Reads on, and returns where it stopped. Throws a `Malformed` for a section that is too long, and as soon as the
   * bytes cannot become one, so that no request waits until its timeout for an end that never comes.
   */
  read(bytes: Buffer, at: number, end: number): number {
    const before = this.#text.length
    const text = this.#text + bytes.toString('latin1', at, Math.min(end, at + searchedBytes))
    const last = text.indexOf('\r\n\r\n')
    if ((last < 0 ? text.length : last) > this.#maxBytes)
      throw new MalformedResponseError(`${this.#name} too long`)
    if (last < 0) this.#checkIncomplete(text, before)

    this.lines = last < 0 ? undefined : text.slice(0, last + 2)
    this.#text = last < 0 ? text : ''
    return at - before + (last < 0 ? text.length : last + 4)
  }

  /** RFC 9112 section 2.2: a bare line feed may be read as a line end, which node's client does not do either. */
  #checkIncomplete(text: string, from: number): void {
    const start = this.#requiredPrefix
    if (from < start.length && !start.startsWith(text.slice(0, start.length)))
      throw new MalformedResponseError(`${this.#name} not one of HTTP/1.1`)
    for (let at = text.indexOf('\n', from); at >= 0; at = text.indexOf('\n', at + 1)) {
      if (text[at - 1] !== '\r') throw new MalformedResponseError(`${this.#name} broken by a bare line feed`)
    }
  }
}
