/** Frames: their layout, AMQP 1.0 part 2, section 2.3, and the transfers that carry messages. */
import { type CompositeType, type Fields, writeComposite } from './composites.ts'
import { AmqpError } from './errors.ts'
import { formatCodes as codes } from './format-codes.ts'
import { ValueWriter } from './value-writer.ts'

/** The bytes before the body: size, data offset, type and channel. */
export const frameHeaderBytes = 8
export const frameTypes = { amqp: 0, sasl: 1 } as const
/** A frame without a body, which only shows that its sender is alive. */
export const emptyFrame = Buffer.from([0, 0, 0, frameHeaderBytes, 2, frameTypes.amqp, 0, 0])

/** The protocol headers of part 2, section 2.2, and part 5, section 5.3.1. */
export const protocolHeaders = {
  amqp: Buffer.from('AMQP\0\x01\0\0', 'latin1'),
  sasl: Buffer.from('AMQP\x03\x01\0\0', 'latin1'),
} as const

/** Returns the encoded composite value. */
export function encodeComposite<C extends CompositeType>(type: C, fields: Fields<C>): Buffer {
  const writer = new ValueWriter()
  writeComposite(writer, type, fields)
  return writer.finish()
}

/** Returns a frame with a performative and no payload. */
export function encodeFrame<C extends CompositeType>(type: C, fields: Fields<C>, channel = 0): Buffer {
  const writer = new ValueWriter()
  writer.encoded(emptyFrame)
  writeComposite(writer, type, fields)
  const frame = writer.finish()
  frame.writeUInt32BE(frame.length)
  frame.writeUInt16BE(channel, 6)
  return frame
}

interface SentTransfer {
  readonly channel: number
  readonly handle: number
  /** The delivery id, which is the delivery tag as well. */
  readonly deliveryId: number
  readonly isSettled: boolean
  /** Whether further frames of the message follow. */
  readonly hasMore: boolean
}

/** The size of an encoded transfer before its payload. */
export const transferBytes = 33

/** Returns the frame of a transfer with message format 0. Every message is at least one, so that its fields have fixed places. */
export function encodeTransfer(
  { channel, handle, deliveryId, isSettled, hasMore }: SentTransfer,
  payload: Buffer,
): Buffer {
  const frame = Buffer.allocUnsafe(transferBytes + payload.length)
  frame.writeUInt32BE(frame.length, 0)
  frame.set([frameHeaderBytes / 4, frameTypes.amqp], 4)
  frame.writeUInt16BE(channel, 6)
  frame.set([codes.described, codes.smallUlong, 0x14, codes.list8, transferBytes - 13, 6, codes.uint], 8)
  frame.writeUInt32BE(handle, 15)
  frame[19] = codes.uint
  frame.writeUInt32BE(deliveryId, 20)
  frame.set([codes.binary8, 4], 24)
  frame.writeUInt32BE(deliveryId, 26)
  frame.set([codes.uint0, isSettled ? codes.true : codes.false, hasMore ? codes.true : codes.false], 30)
  payload.copy(frame, transferBytes)
  return frame
}

/** The maximum size in bytes of a frame that a client may send. */
export const maxFrameBytes = 65_536

const headerBytes = 8

export type FrameSplitter = ReturnType<typeof createFrameSplitter>

/** `expectsHeader`: a protocol header is next. `handle` gets headers and frames; false stops until the next `push`. */
export function createFrameSplitter(expectsHeader: () => boolean, handle: (bytes: Buffer) => boolean) {
  /** Bytes of an incomplete frame. They are joined once, when the frame is complete. */
  let chunks: Buffer[] = []
  let length = 0
  let needed = headerBytes

  return {
    /** Adds bytes, and passes on what is complete. Throws an `AmqpError` for a large frame, and what `handle` throws. */
    push(bytes: Buffer): void {
      chunks.push(bytes)
      length += bytes.length
      if (length < needed) return
      const all = chunks.length === 1 ? bytes : Buffer.concat(chunks)
      let at = 0
      let goesOn = true
      while (goesOn) {
        needed = findSize(all, at)
        if (all.length - at < needed) break
        const next = at
        at += needed
        goesOn = handle(all.subarray(next, at))
      }
      if (!goesOn) needed = headerBytes
      chunks = at < all.length ? [all.subarray(at)] : []
      length = all.length - at
    },
  }

  function findSize(bytes: Buffer, at: number): number {
    if (expectsHeader() || bytes.length - at < headerBytes) return headerBytes
    const size = bytes.readUInt32BE(at)
    if (size >= headerBytes && size <= maxFrameBytes) return size
    const text = `a frame has ${size} bytes, and the server accepts ${headerBytes} to ${maxFrameBytes}`
    throw new AmqpError('amqp:connection:framing-error', text)
  }
}
