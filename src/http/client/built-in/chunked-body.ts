/**
 * A body in chunks: RFC 9112 section 7.1. Extensions and trailers are read and dropped.
 */
import { parseHeaderLines } from '../../message/header-lines.ts'
import { MalformedResponseError } from '../exchange/errors.ts'
import { HeaderBlock } from './header-block.ts'

/** Bytes of all extensions of a chunk, and of the trailers. */
const maxFramingBytes = 16 * 1024
/** Hexadecimal digits: 2^48 bytes, which no sum of them can take out of the safe integers at once. */
const maxSizeDigits = 12

/** The end of the last chunk's line, behind which there may be nothing but an empty one. */
const lastChunk = '\r\n'

const cr = 13
const lf = 10
const semicolon = 59

/** Behind the first semicolon; without the white space that section 7.1.1 calls bad, as node reads them. */
const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const quoted = '"(?:[\\t\\x20\\x21\\x23-\\x5b\\x5d-\\x7e\\x80-\\xff]|\\\\[\\t\\x20-\\x7e\\x80-\\xff])*"'
const extension = `${token}(?:=(?:${token}|${quoted}))?`
const extensions = new RegExp(`^${extension}(?:;${extension})*$`)
/** RFC 9110 section 6.5.1: not in trailers. */
const framing = /^(?:content-length|transfer-encoding)$/i

type Stage = 'size' | 'extension' | 'size-lf' | 'data' | 'data-cr' | 'data-lf' | 'trailers' | 'over'

export class ChunkedBody {
  #stage: Stage = 'size'
  /** Digits of the size that have been read. */
  #count = 0
  /** Of this chunk, without the first semicolon. */
  #extensions = ''
  /** Bytes of the chunk that are still to come. */
  #left = 0
  readonly #trailers = new HeaderBlock('the trailers are', maxFramingBytes, { initialText: lastChunk })
  /** Where reading stopped: behind the body when it is over, else at the end of what was there. */
  position = 0

  get isOver(): boolean {
    return this.#stage === 'over'
  }

  /**
   * Reads what lies between `start` and `end`, and moves the content in it together, to `start`. Answers where the
   * content ends. Throws a `Malformed`.
   */
  read(bytes: Buffer, start: number, end: number): number {
    let at = start
    let filled = start
    while (at < end && this.#stage !== 'over') {
      if (this.#stage === 'data') {
        const taken = Math.min(this.#left, end - at)
        if (filled !== at) bytes.copyWithin(filled, at, at + taken)
        filled += taken
        at += taken
        this.#left -= taken
        if (this.#left === 0) this.#stage = 'data-cr'
      } else if (this.#stage === 'trailers') {
        at = this.#readTrailers(bytes, at, end)
      } else {
        this.#stage = this.#readFraming(bytes[at] as number)
        at += 1
      }
    }
    this.position = at
    return filled
  }

  /** One byte of what stands between the contents. */
  #readFraming(byte: number): Stage {
    switch (this.#stage) {
      case 'size':
        return this.#readSize(byte)
      case 'extension':
        return this.#readExtension(byte)
      case 'size-lf':
        if (byte !== lf) break
        this.#count = 0
        return this.#left === 0 ? 'trailers' : 'data'
      case 'data-cr':
        if (byte !== cr) break
        return 'data-lf'
      case 'data-lf':
        if (byte !== lf) break
        return 'size'
    }
    throw new MalformedResponseError('a chunk does not end where it should')
  }

  #readSize(byte: number): Stage {
    const digit = hexadecimal(byte)
    if (digit >= 0) {
      this.#count += 1
      if (this.#count > maxSizeDigits) throw new MalformedResponseError('the size of a chunk is too large')
      this.#left = this.#left * 16 + digit
      return 'size'
    }
    if (this.#count === 0 || (byte !== cr && byte !== semicolon))
      throw new MalformedResponseError('the size of a chunk is not a hexadecimal number')
    return byte === cr ? 'size-lf' : 'extension'
  }

  #readExtension(byte: number): Stage {
    if (byte === cr) {
      if (!extensions.test(this.#extensions))
        throw new MalformedResponseError('the extensions of a chunk are not well-formed')
      this.#extensions = ''
      return 'size-lf'
    }
    if (this.#extensions.length > maxFramingBytes)
      throw new MalformedResponseError('the extensions of a chunk are too long')
    this.#extensions += String.fromCharCode(byte)
    return 'extension'
  }

  #readTrailers(bytes: Buffer, at: number, end: number): number {
    const next = this.#trailers.read(bytes, at, end)
    const { lines } = this.#trailers
    if (lines === undefined) return next
    const trailers = parseHeaderLines(lines.slice(lastChunk.length))
    if (!trailers) throw new MalformedResponseError('the trailers are not well-formed')
    if (trailers.some((name, index) => index % 2 === 0 && framing.test(name)))
      throw new MalformedResponseError('the trailers hold a field that frames the message')
    this.#stage = 'over'
    return next
  }
}

/** The value of a digit, or -1. */
function hexadecimal(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48
  const lower = byte | 0x20
  return lower >= 97 && lower <= 102 ? lower - 87 : -1
}
