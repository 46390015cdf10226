/** Encodes values, AMQP 1.0 part 1. */
import { formatCodes as codes } from './format-codes.ts'

/** Returns the nearest unsigned integer of 32 bits. */
const limitToUint = (value: number) => Math.min(Math.max(0, Math.trunc(value)), 2 ** 32 - 1)

type WriteNumber = (bytes: Buffer, value: number | bigint, at: number) => number

/** The format code of each type of number, its bytes, and how a value is written at a place. */
const numbers = {
  ubyte: [codes.ubyte, 1, (bytes, value, at) => bytes.writeUInt8(Number(value), at)],
  ushort: [codes.ushort, 2, (bytes, value, at) => bytes.writeUInt16BE(Number(value), at)],
  uint: [codes.uint, 4, (bytes, value, at) => bytes.writeUInt32BE(limitToUint(Number(value)), at)],
  ulong: [codes.ulong, 8, (bytes, value, at) => bytes.writeBigUInt64BE(BigInt(value), at)],
  byte: [codes.byte, 1, (bytes, value, at) => bytes.writeInt8(Number(value), at)],
  short: [codes.short, 2, (bytes, value, at) => bytes.writeInt16BE(Number(value), at)],
  int: [codes.int, 4, (bytes, value, at) => bytes.writeInt32BE(Number(value), at)],
  long: [codes.long, 8, (bytes, value, at) => bytes.writeBigInt64BE(BigInt(value), at)],
  float: [codes.float, 4, (bytes, value, at) => bytes.writeFloatBE(Number(value), at)],
  double: [codes.double, 8, (bytes, value, at) => bytes.writeDoubleBE(Number(value), at)],
  /** The milliseconds since 1970. */
  timestamp: [codes.timestamp, 8, (bytes, value, at) => bytes.writeBigInt64BE(BigInt(Math.trunc(Number(value))), at)],
} as const satisfies Record<string, readonly [number, number, WriteNumber]>

type NumberType = keyof typeof numbers

/** Appends encoded values to a buffer that grows. A writer is used once. */
export class ValueWriter {
  #bytes: Buffer = Buffer.allocUnsafe(256)
  #length = 0

  /** Returns what was written. */
  finish(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  null(): void {
    this.#byte(codes.null)
  }

  boolean(value: boolean): void {
    this.#byte(value ? codes.true : codes.false)
  }

  number(type: NumberType, value: number | bigint): void {
    const [code, bytes, write] = numbers[type]
    this.#code(code, bytes)
    this.#length = write(this.#bytes, value, this.#length)
  }

  string(value: string): void {
    this.#text(codes.string32, value, 'utf8')
  }

  symbol(value: string): void {
    this.#text(codes.symbol32, value, 'latin1')
  }

  binary(value: Buffer): void {
    this.#code(codes.binary32, 4 + value.length)
    this.#length = this.#bytes.writeUInt32BE(value.length, this.#length)
    this.encoded(value)
  }

  /** Writes the descriptor of the value that follows: a code below 256. */
  descriptor(code: number): void {
    this.encoded(Buffer.from([codes.described, codes.smallUlong, code]))
  }

  /** Writes the descriptor of the value that follows: a number of 64 bits, or the text of a symbol. */
  anyDescriptor(descriptor: number | bigint | string): void {
    this.#byte(codes.described)
    if (typeof descriptor === 'string') this.symbol(descriptor)
    else this.number('ulong', descriptor)
  }

  /** Writes a value that is encoded already. */
  encoded(bytes: Buffer): void {
    this.#reserve(bytes.length)
    bytes.copy(this.#bytes, this.#length)
    this.#length += bytes.length
  }

  /** Writes a list of the values that `write` writes. `write` returns their number. */
  list(write: () => number): void {
    this.#compound(codes.list32, write)
  }

  /** Writes a map of the keys and values that `write` writes in turn. `write` returns the number of keys. */
  map(write: () => number): void {
    this.#compound(codes.map32, () => write() * 2)
  }

  symbols(values: readonly string[]): void {
    this.#code(codes.array32, 9)
    const start = this.#length
    this.#length += 8
    this.#byte(codes.symbol32)
    for (const value of values) {
      this.#reserve(4 + value.length)
      this.#length = this.#bytes.writeUInt32BE(value.length, this.#length)
      this.#length += this.#bytes.write(value, this.#length, 'latin1')
    }
    this.#bytes.writeUInt32BE(this.#length - start - 4, start) // the size counts from the number of elements
    this.#bytes.writeUInt32BE(values.length, start + 4)
  }

  #compound(code: number, write: () => number): void {
    this.#code(code, 8)
    const start = this.#length
    this.#length += 8
    const count = write()
    this.#bytes.writeUInt32BE(this.#length - start - 4, start) // the size counts from the number of values
    this.#bytes.writeUInt32BE(count, start + 4)
  }

  #text(code: number, value: string, encoding: 'utf8' | 'latin1'): void {
    const bytes = Buffer.byteLength(value, encoding)
    this.#code(code, 4 + bytes)
    this.#length = this.#bytes.writeUInt32BE(bytes, this.#length)
    this.#length += this.#bytes.write(value, this.#length, encoding)
  }

  #byte(value: number): void {
    this.#reserve(1)
    this.#bytes[this.#length++] = value
  }

  /** Writes a format code and reserves the bytes of its value. */
  #code(code: number, bytes: number): void {
    this.#reserve(1 + bytes)
    this.#bytes[this.#length++] = code
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return
    const grown = Buffer.allocUnsafe(2 * (this.#length + bytes))
    this.#bytes.copy(grown, 0, 0, this.#length)
    this.#bytes = grown
  }
}
