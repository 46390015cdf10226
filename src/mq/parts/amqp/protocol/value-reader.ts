/** Decodes values, AMQP 1.0 part 1. */
import { formatCodes as codes } from './format-codes.ts'

/**
 * A decoded value. Numbers of 64 bits that JavaScript cannot represent exactly are of type bigint, timestamps are
 * milliseconds since 1970, characters and symbols are strings, maps are lists of keys and values in turn, and decimals and
 * UUIDs are their bytes.
 */
export type AmqpValue = null | boolean | number | bigint | string | Buffer | readonly AmqpValue[] | DescribedValue

/** A value with a descriptor: a number, or the text of a symbol. */
export class DescribedValue {
  readonly descriptor: AmqpValue
  readonly value: AmqpValue

  constructor(descriptor: AmqpValue, value: AmqpValue) {
    this.descriptor = descriptor
    this.value = value
  }
}

/** The maximum depth of values within values. */
const maxDepth = 32
/** The maximum number of array elements that occupy no bytes. */
const maxEmptyElements = 1024

/** Reads values one after the other. Every method throws an `Error` when the bytes are not the value. */
export class ValueReader {
  readonly #bytes: Buffer
  readonly #end: number
  #at: number
  #depth = 0

  constructor(bytes: Buffer, start = 0, end = bytes.length) {
    this.#bytes = bytes
    this.#at = start
    this.#end = end
  }

  /** The place of the next byte. */
  get position(): number {
    return this.#at
  }

  get remaining(): number {
    return this.#end - this.#at
  }

  /** The format code of the next value. */
  get nextCode(): number {
    if (this.remaining < 1) throw endError()
    return this.#bytes[this.#at] as number
  }

  read(): AmqpValue {
    const code = this.nextCode
    this.#at++
    if (code !== codes.described) return this.#readValue(code)
    return this.#nested(() => new DescribedValue(this.read(), this.read()))
  }

  /** Reads the mark of a described value and its descriptor. The value is next. Throws for another format code. */
  readDescriptor(): AmqpValue {
    if (this.nextCode !== codes.described) throw new Error('a value without a descriptor was found')
    this.#at++
    return this.read()
  }

  /** Reads the start of a list or map and returns the number of the values in it, where a key counts as a value. */
  beginCompound(): number {
    const code = this.nextCode
    this.#at++
    if (code === codes.list0) return 0
    const isShort = code === codes.list8 || code === codes.map8
    if (!isShort && code !== codes.list32 && code !== codes.map32)
      throw new Error(`a list or map was expected, and the format code is 0x${code.toString(16)}`)
    const width = isShort ? 1 : 4
    const end = this.#take(width) + this.#at
    const count = this.#take(width)
    if (end > this.#end) throw endError()
    if (count > end - this.#at) throw countError(count)
    return count
  }

  /** Passes over a value without decoding it. */
  skip(): void {
    const code = this.nextCode
    this.#at++
    if (code === codes.described)
      this.#nested(() => {
        this.skip()
        this.skip()
      })
    else this.#advance(this.#findLength(code))
  }

  #readValue(code: number): AmqpValue {
    const decode = decoders[code]
    if (decode) {
      const length = this.#findLength(code)
      const start = this.#advance(length)
      return decode(this.#bytes, start, length)
    }
    if (code < codes.list8) throw unknownCodeError(code)
    if (code >= codes.array8) return this.#nested(() => this.#readArray(code < codes.array32 ? 1 : 4))
    this.#at--
    return this.#nested(() => this.#readMany(this.beginCompound()))
  }

  #readMany(count: number): AmqpValue[] {
    const values: AmqpValue[] = []
    while (values.length < count) values.push(this.read())
    return values
  }

  /** All elements of an array have the format code, and the descriptor, that precede them. */
  #readArray(width: 1 | 4): AmqpValue[] {
    const end = this.#take(width) + this.#at
    const count = this.#take(width)
    if (end > this.#end) throw endError()
    const isDescribed = this.nextCode === codes.described
    const descriptor = isDescribed ? this.readDescriptor() : null
    const code = this.nextCode
    this.#at++
    const maxCount = code >> 4 === 4 ? maxEmptyElements : end - this.#at
    if (count > maxCount) throw countError(count)
    const values: AmqpValue[] = []
    while (values.length < count) {
      const value = this.#readValue(code)
      values.push(isDescribed ? new DescribedValue(descriptor, value) : value)
    }
    return values
  }

  #findLength(code: number): number {
    const length = fixedLengths[code >> 4]
    if (length !== undefined) return length
    const isShort = code >> 4 === 0xa || code >> 4 === 0xc || code >> 4 === 0xe
    if (!isShort && code < codes.binary32) throw unknownCodeError(code)
    return this.#take(isShort ? 1 : 4)
  }

  /** Reads an unsigned number. */
  #take(width: 1 | 2 | 4): number {
    const at = this.#at
    if (this.remaining < width) throw endError()
    this.#at += width
    if (width === 1) return this.#bytes[at] as number
    return width === 2 ? this.#bytes.readUInt16BE(at) : this.#bytes.readUInt32BE(at)
  }

  /** Passes over bytes and returns the place of the first one. */
  #advance(length: number): number {
    if (length > this.remaining) throw endError()
    const start = this.#at
    this.#at += length
    return start
  }

  #nested<T>(read: () => T): T {
    if (++this.#depth > maxDepth) throw new Error(`more than ${maxDepth} values are within each other`)
    const result = read()
    this.#depth--
    return result
  }
}

/** The number of bytes of a value by the upper four bits of its code. Other values begin with their length. */
const fixedLengths: Readonly<Record<number, number>> = { 4: 0, 5: 1, 6: 2, 7: 4, 8: 8, 9: 16 }

type Decode = (bytes: Buffer, start: number, length: number) => AmqpValue

const readByte: Decode = (bytes, at) => bytes[at] as number
const readInt8: Decode = (bytes, at) => bytes.readInt8(at)
const readText: Decode = (bytes, at, length) => bytes.toString('utf8', at, at + length)
const readSymbol: Decode = (bytes, at, length) => bytes.toString('latin1', at, at + length)
const readBytes: Decode = (bytes, at, length) => bytes.subarray(at, at + length)

/** How the values of each code are decoded, except those of lists, maps and arrays. */
const decoders: readonly (Decode | undefined)[] = Object.assign(Array(256).fill(undefined), {
  ...Object.fromEntries(Array.from({ length: 16 }, (_, low) => [0x90 + low, readBytes])), // UUIDs and decimals
  116: readBytes, // decimals
  132: readBytes,
  [codes.null]: () => null,
  [codes.true]: () => true,
  [codes.false]: () => false,
  [codes.boolean]: (bytes, at) => bytes[at] === 1,
  [codes.uint0]: () => 0,
  [codes.ulong0]: () => 0,
  [codes.list0]: () => [],
  [codes.ubyte]: readByte,
  [codes.smallUint]: readByte,
  [codes.smallUlong]: readByte,
  [codes.ushort]: (bytes, at) => bytes.readUInt16BE(at),
  [codes.uint]: (bytes, at) => bytes.readUInt32BE(at),
  [codes.ulong]: (bytes, at) => toExactNumber(bytes.readBigUInt64BE(at)),
  [codes.byte]: readInt8,
  [codes.smallInt]: readInt8,
  [codes.smallLong]: readInt8,
  [codes.short]: (bytes, at) => bytes.readInt16BE(at),
  [codes.int]: (bytes, at) => bytes.readInt32BE(at),
  [codes.long]: (bytes, at) => toExactNumber(bytes.readBigInt64BE(at)),
  [codes.float]: (bytes, at) => bytes.readFloatBE(at),
  [codes.double]: (bytes, at) => bytes.readDoubleBE(at),
  [codes.char]: (bytes, at) => readCharacter(bytes.readUInt32BE(at)),
  [codes.timestamp]: (bytes, at) => Number(bytes.readBigInt64BE(at)),
  [codes.binary8]: readBytes,
  [codes.binary32]: readBytes,
  [codes.string8]: readText,
  [codes.string32]: readText,
  [codes.symbol8]: readSymbol,
  [codes.symbol32]: readSymbol,
} satisfies Record<number, Decode>)

function readCharacter(codePoint: number): string {
  if (codePoint > 0x10_ffff) throw new Error(`there is no character ${codePoint}`)
  return String.fromCodePoint(codePoint)
}

function toExactNumber(value: bigint): number | bigint {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

function unknownCodeError(code: number): Error {
  return new Error(`the format code 0x${code.toString(16)} does not exist`)
}

function endError(): Error {
  return new Error('the bytes end within a value')
}

function countError(count: number): Error {
  return new Error(`a list or array claims ${count} elements, more than it has bytes for`)
}
