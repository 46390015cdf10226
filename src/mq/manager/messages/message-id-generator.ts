/**
 * Generates message ids: `AMQ `, twelve characters of the queue manager name, and eight unique bytes.
 *
 * The unique bytes are the sequence number of the message plus an offset, the second in which the queue manager
 * was created. A queue manager that is deleted and created again therefore does not repeat ids.
 */
const half = 2 ** 32

/** 24 zero bytes, which MQ treats as no id. */
export const emptyId = Buffer.alloc(24)

export class MessageIdGenerator {
  readonly #prefix: Buffer
  readonly #base: number

  /** `created` is the creation time of the queue manager in milliseconds since the epoch. */
  constructor(manager: string, created: number) {
    this.#prefix = Buffer.from(`AMQ ${manager.slice(0, 12).padEnd(12)}`, 'latin1')
    this.#base = Math.trunc(created / 1000) >>> 0
  }

  fromSequence(sequence: number): Buffer {
    const id = Buffer.allocUnsafe(24)
    this.#prefix.copy(id)
    id.writeUInt32BE((Math.floor(sequence / half) + this.#base) >>> 0, 16)
    id.writeUInt32BE(sequence >>> 0, 20)
    return id
  }

  /** Returns the sequence number that an id was generated from, or undefined when another source generated the id. */
  parseSequence(id: Buffer): number | undefined {
    if (id.compare(this.#prefix, 0, 16, 0, 16) !== 0) return undefined
    const high = (id.readUInt32BE(16) - this.#base) >>> 0
    const sequence = high * half + id.readUInt32BE(20)
    return Number.isSafeInteger(sequence) ? sequence : undefined
  }
}
