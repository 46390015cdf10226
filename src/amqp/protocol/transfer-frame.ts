/**
 * Decodes and encodes transfer frames, AMQP 1.0 part 2, sections 2.3 and 2.7.5.
 *
 * Every message is at least one such frame. rhea builds an object for each field of a frame, which costs as much as
 * the rest of a put.
 */
import type { ChannelFrame, TransferFields } from './frame-types.ts'

/** The encodings that clients use in transfers, AMQP 1.0 part 1, section 1.6. */
const codes = {
  ...{ null: 0x40, true: 0x41, false: 0x42, boolean: 0x56 },
  ...{ uint0: 0x43, smallUint: 0x52, uint: 0x70, ubyte: 0x50, binary8: 0xa0 },
  ...{ list8: 0xc0, list32: 0xd0 },
} as const
/** The descriptor of the performative: a described value with the small unsigned long 20. */
const transferDescriptor = [0x00, 0x53, 0x14] as const
/** The bytes before the performative: size, data offset, type and channel. */
const headerBytes = 8

type Field = number | boolean | null | undefined

/**
 * Returns the transfer in the frame of `size` bytes at `start`. Returns undefined for any other frame, and for a
 * transfer that is malformed or has a delivery state: rhea decodes those.
 */
export function decodeTransfer(
  bytes: Buffer,
  start: number,
  size: number,
): ChannelFrame<TransferFields> | undefined {
  const list = isTransfer(bytes, start, size) ? findFields(bytes, start + headerBytes + 3) : undefined
  if (!list || list.end > start + size) return undefined
  const fields = readFields(bytes, list)
  if (!fields) return undefined
  const [handle, deliveryId, , format, settled, more, , state, , aborted] = fields
  if (typeof handle !== 'number' || !isUint(deliveryId) || !isUint(format) || state != null) return undefined
  return {
    channel: bytes.readUInt16BE(start + 6),
    performative: {
      ...{ value: [], handle, delivery_id: deliveryId, message_format: format },
      ...{ settled: settled === true, more: more === true, aborted: aborted === true },
    },
    payload: bytes.subarray(list.end, start + size),
  }
}

function isTransfer(bytes: Buffer, start: number, size: number): boolean {
  const at = start + headerBytes
  return (
    size >= headerBytes + 12 &&
    bytes[start + 4] === headerBytes / 4 &&
    bytes[start + 5] === 0 &&
    transferDescriptor.every((byte, place) => bytes[at + place] === byte)
  )
}

interface FieldList {
  /** The places of the first field and of the first byte after the list. */
  readonly start: number
  readonly end: number
  readonly count: number
}

/** Returns undefined for a list without fields. The size of a list counts from its number of fields. */
function findFields(bytes: Buffer, at: number): FieldList | undefined {
  if (bytes[at] === codes.list8)
    return { start: at + 3, end: at + 2 + bytes.readUInt8(at + 1), count: bytes.readUInt8(at + 2) }
  if (bytes[at] === codes.list32)
    return { start: at + 9, end: at + 5 + bytes.readUInt32BE(at + 1), count: bytes.readUInt32BE(at + 5) }
  return undefined
}

/** Returns undefined unless the fields have known encodings and fill the list exactly. */
function readFields(bytes: Buffer, { start, end, count }: FieldList): Field[] | undefined {
  const fields: Field[] = []
  let at = start
  while (fields.length < count) {
    const length = at < end ? findLength(bytes, at) : 0
    if (length === 0 || at + length > end) return undefined
    fields.push(readField(bytes, at))
    at += length
  }
  return at === end ? fields : undefined
}

/** Returns the number of bytes of the field; 0 for an encoding that is left to rhea. */
function findLength(bytes: Buffer, at: number): number {
  switch (bytes[at]) {
    case codes.null:
    case codes.true:
    case codes.false:
    case codes.uint0:
      return 1
    case codes.boolean:
    case codes.smallUint:
    case codes.ubyte:
      return 2
    case codes.uint:
      return 5
    case codes.binary8:
      return 2 + (bytes[at + 1] as number)
    default:
      return 0
  }
}

/** Returns undefined for the delivery tag, which the server does not use. */
function readField(bytes: Buffer, at: number): Field {
  switch (bytes[at]) {
    case codes.null:
      return null
    case codes.true:
      return true
    case codes.false:
      return false
    case codes.uint0:
      return 0
    case codes.boolean:
      return bytes[at + 1] === 1
    case codes.uint:
      return bytes.readUInt32BE(at + 1)
    case codes.binary8:
      return undefined
    default:
      return bytes[at + 1]
  }
}

function isUint(field: Field): field is number | null | undefined {
  return field == null || typeof field === 'number'
}

export interface SentTransfer {
  readonly channel: number
  readonly handle: number
  /** The delivery id, which is the delivery tag as well. */
  readonly deliveryId: number
  readonly settled: boolean
  /** Whether further frames of the message follow. */
  readonly more: boolean
}

/** The size of an encoded transfer before its payload. */
export const transferBytes = 33

/** Returns the frame of a transfer with message format 0. */
export function encodeTransfer(
  { channel, handle, deliveryId, settled, more }: SentTransfer,
  payload: Buffer,
): Buffer {
  const frame = Buffer.allocUnsafe(transferBytes + payload.length)
  frame.writeUInt32BE(frame.length, 0)
  frame.set([headerBytes / 4, 0], 4)
  frame.writeUInt16BE(channel, 6)
  frame.set([...transferDescriptor, codes.list8, transferBytes - 13, 6, codes.uint], headerBytes)
  frame.writeUInt32BE(handle, 15)
  frame[19] = codes.uint
  frame.writeUInt32BE(deliveryId, 20)
  frame.set([codes.binary8, 4], 24)
  frame.writeUInt32BE(deliveryId, 26)
  frame.set([codes.uint0, settled ? codes.true : codes.false, more ? codes.true : codes.false], 30)
  payload.copy(frame, transferBytes)
  return frame
}
