/**
 * Collects header lines up to the empty line, from bytes that arrive in any pieces: the head of a response, or
 * the trailers of its body.
 */
import { MalformedResponseError } from '../exchange/errors.ts'

/**
 * The number of bytes of a read that are searched for the end of the block. Blocks are usually shorter, and a
 * large body must not be converted to text.
 */
const searchedBytes = 4 * 1024

export interface HeaderBlockOptions {
  /** Text that precedes the bytes and has been read already. */
  initialText?: string
  /** The text with which every valid block begins. */
  requiredPrefix?: string
}

export class HeaderBlock {
  readonly #name: string
  readonly #maxBytes: number
  readonly #requiredPrefix: string
  #text: string
  /** All lines of the block, each with its line end; undefined until `read` has found the empty line. */
  lines: string | undefined

  /** `name` is the subject of error messages. `maxBytes` is the maximum length of the block. */
  constructor(
    name: string,
    maxBytes: number,
    { initialText = '', requiredPrefix = '' }: HeaderBlockOptions = {},
  ) {
    this.#name = name
    this.#maxBytes = maxBytes
    this.#text = initialText
    this.#requiredPrefix = requiredPrefix
  }

  /**
   * Reads from `at` and returns where it stopped. Throws a `MalformedResponseError` for a block that is too long,
   * and as soon as the bytes cannot become a valid block, so that a request does not wait until its timeout for
   * an end that cannot come.
   */
  read(bytes: Buffer, at: number, end: number): number {
    const before = this.#text.length
    const text = this.#text + bytes.toString('latin1', at, Math.min(end, at + searchedBytes))
    const last = text.indexOf('\r\n\r\n')
    const isComplete = last >= 0
    if ((isComplete ? last : text.length) > this.#maxBytes)
      throw new MalformedResponseError(`${this.#name} too long`)
    if (!isComplete) this.#checkIncomplete(text, before)

    this.lines = isComplete ? text.slice(0, last + 2) : undefined
    this.#text = isComplete ? '' : text
    return at - before + (isComplete ? last + 4 : text.length)
  }

  /**
   * Rejects a wrong beginning and bare line feeds. RFC 9112 section 2.2 allows a recipient to accept a bare line
   * feed; this client rejects it, as Node's does.
   */
  #checkIncomplete(text: string, from: number): void {
    const prefix = this.#requiredPrefix
    if (!prefix.startsWith(text.slice(0, prefix.length)))
      throw new MalformedResponseError(`${this.#name} not one of HTTP/1.1`)
    for (let at = text.indexOf('\n', from); at >= 0; at = text.indexOf('\n', at + 1)) {
      if (text[at - 1] !== '\r') throw new MalformedResponseError(`${this.#name} broken by a bare line feed`)
    }
  }
}
