/** Encodes values, AMQP 1.0 part 1. */
import { formatCodes as codes } from './format-codes.ts'

/** The maximum value that an unsigned integer of 32 bits has. */
const maxUint = 2 ** 32 - 1

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

  ubyte(value: number): void {
    this.#code(codes.ubyte, 1)
    this.#length = this.#bytes.writeUInt8(value, this.#length)
  }

  ushort(value: number): void {
    this.#code(codes.ushort, 2)
    this.#length = this.#bytes.writeUInt16BE(value, this.#length)
  }

  /** Values outside the range become the nearest one within it. */
  uint(value: number): void {
    this.#code(codes.uint, 4)
    this.#length = this.#bytes.writeUInt32BE(Math.min(Math.max(0, Math.trunc(value)), maxUint), this.#length)
  }

  byte(value: number): void {
    this.#code(codes.byte, 1)
    this.#length = this.#bytes.writeInt8(value, this.#length)
  }

  short(value: number): void {
    this.#code(codes.short, 2)
    this.#length = this.#bytes.writeInt16BE(value, this.#length)
  }

  int(value: number): void {
    this.#code(codes.int, 4)
    this.#length = this.#bytes.writeInt32BE(value, this.#length)
  }

  long(value: bigint): void {
    this.#code(codes.long, 8)
    this.#length = this.#bytes.writeBigInt64BE(value, this.#length)
  }

  ulong(value: bigint): void {
    this.#code(codes.ulong, 8)
    this.#length = this.#bytes.writeBigUInt64BE(value, this.#length)
  }

  float(value: number): void {
    this.#code(codes.float, 4)
    this.#length = this.#bytes.writeFloatBE(value, this.#length)
  }

  double(value: number): void {
    this.#code(codes.double, 8)
    this.#length = this.#bytes.writeDoubleBE(value, this.#length)
  }

  /** `value` has the milliseconds since 1970. */
  timestamp(value: number): void {
    this.#code(codes.timestamp, 8)
    this.#length = this.#bytes.writeBigInt64BE(BigInt(Math.trunc(value)), this.#length)
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
    else this.ulong(BigInt(descriptor))
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
