/** Decodes the chunked transfer coding (RFC 9112 section 7.1). Chunk extensions and trailers are dropped. */
import { parseHeaderLines } from '../../message/header-lines.ts'
import { MalformedResponseError } from '../exchange/errors.ts'
import { HeaderBlock } from './header-block.ts'

/** The limit for the extensions of one chunk, and for all trailers. */
const maxFramingBytes = 16 * 1024
/** The maximum number of hexadecimal digits of a chunk size. 12 digits are 2^48 bytes, which is a safe integer. */
const maxSizeDigits = 12

/** The line end of the last chunk's size. Only trailers or an empty line may follow it. */
const lastChunk = '\r\n'

const cr = 13
const lf = 10
const semicolon = 59

/**
 * Patterns of the chunk extensions after the first semicolon. They do not allow the white space that section
 * 7.1.1 calls bad whitespace; Node's parser does not allow it either.
 */
const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const quoted = '"(?:[\\t\\x20\\x21\\x23-\\x5b\\x5d-\\x7e\\x80-\\xff]|\\\\[\\t\\x20-\\x7e\\x80-\\xff])*"'
const extension = `${token}(?:=(?:${token}|${quoted}))?`
const extensions = new RegExp(`^${extension}(?:;${extension})*$`)
/** Headers that are not allowed in trailers: RFC 9110 section 6.5.1. */
const framing = /^(?:content-length|transfer-encoding)$/i

type Stage = 'size' | 'extension' | 'size-lf' | 'data' | 'data-cr' | 'data-lf' | 'trailers' | 'over'

export class ChunkedBody {
  #stage: Stage = 'size'
  /** The number of digits of the chunk size that have been read. */
  #count = 0
  /** The extensions of the current chunk that have been read, without the first semicolon. */
  #extensions = ''
  /** The number of bytes of the current chunk that have not arrived. */
  #left = 0
  readonly #trailers = new HeaderBlock('the trailers are', maxFramingBytes, { initialText: lastChunk })
  /** Where the last `read` stopped: after the body when the body is over, otherwise at the end of the bytes. */
  position = 0

  get isOver(): boolean {
    return this.#stage === 'over'
  }

  /** Decodes bytes in place, moved together at `start`; returns where they end. Throws a `MalformedResponseError`. */
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

  /** Reads one byte of the framing between the contents of chunks, and returns the next stage. */
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
    throw new MalformedResponseError('a chunk does not end after its announced size')
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
    if (this.#extensions.length === maxFramingBytes)
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
      throw new MalformedResponseError('the trailers contain a header that frames the message')
    this.#stage = 'over'
    return next
  }
}

/** Returns the value of a hexadecimal digit, or -1 for any other byte. */
function hexadecimal(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48
  const lower = byte | 0x20
  return lower >= 97 && lower <= 102 ? lower - 87 : -1
}
