/** Collects header lines up to the empty line, from any pieces: the head of a response, or the trailers of its body. */
import { MalformedResponseError } from '../exchange/errors.ts'

/** The number of bytes of a read that are searched for the end: blocks are short, and a body must not become text. */
const searchedBytes = 4 * 1024
const endOfBlock = '\r\n\r\n'
/** Where the last characters of a text begin that can be the beginning of `endOfBlock`, from its end. */
const tailAt = 1 - endOfBlock.length

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
  /** The text that was read. It grows by concatenation only, so that V8 copies it once, at its end. */
  #text: string
  /** The last characters of the text, with which the next read may begin the empty line. */
  #tail: string
  /** All lines of the block, each with its line end; undefined until `read` has found the empty line. */
  lines: string | undefined
  /** The text of the bytes that were searched and follow the block. */
  following = ''

  /** `name` is the subject of error messages. `maxBytes` is the maximum length of the block. */
  constructor(name: string, maxBytes: number, { initialText = '', requiredPrefix = '' }: HeaderBlockOptions = {}) {
    this.#name = name
    this.#maxBytes = maxBytes
    this.#text = initialText
    this.#tail = initialText.slice(tailAt)
    this.#requiredPrefix = requiredPrefix
  }

  /**
   * Reads from `at` and returns where it stopped. Throws a `MalformedResponseError` for a block that is too long,
   * and as soon as the bytes cannot become a valid block, so that a request does not wait until its timeout for
   * an end that cannot come. Bytes that an earlier read has searched are not searched again, so that a block in
   * many pieces takes linear time.
   */
  read(bytes: Buffer, at: number, end: number): number {
    const before = this.#text.length
    const piece = bytes.toString('latin1', at, Math.min(end, at + searchedBytes))
    const searched = this.#tail + piece
    const found = searched.indexOf(endOfBlock)
    const text = this.#text + piece
    const last = before - this.#tail.length + found
    if ((found >= 0 ? last : text.length) > this.#maxBytes) throw new MalformedResponseError(`${this.#name} too long`)
    if (found >= 0) {
      this.lines = text.slice(0, last + 2)
      this.following = text.slice(last + endOfBlock.length)
      this.#text = ''
      this.#tail = ''
      return at - before + last + endOfBlock.length
    }

    if (before < this.#requiredPrefix.length) this.#checkPrefix(text)
    this.#checkLineFeeds(searched)
    this.lines = undefined
    this.#text = text
    this.#tail = searched.slice(tailAt)
    return at + piece.length
  }

  #checkPrefix(text: string): void {
    const prefix = this.#requiredPrefix
    if (!prefix.startsWith(text.slice(0, prefix.length)))
      throw new MalformedResponseError(`${this.#name} not one of HTTP/1.1`)
  }

  /** Rejects bare line feeds after `tail`, as Node's client does; RFC 9112 section 2.2 would allow them. */
  #checkLineFeeds(text: string): void {
    for (let at = text.indexOf('\n', this.#tail.length); at >= 0; at = text.indexOf('\n', at + 1)) {
      if (text[at - 1] !== '\r') throw new MalformedResponseError(`${this.#name} broken by a bare line feed`)
    }
  }
}
