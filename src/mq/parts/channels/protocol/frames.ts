/**
 * The frames of the channel protocol. `README.md` beside this file describes them.
 *
 * A frame is a length of 4 bytes in big-endian order, which counts the bytes after it, a type of 1 byte and the
 * payload.
 */
import { addChunk } from '../../../../shared/lib/memory/add-chunk.ts'
import { ChannelError } from './channel-error.ts'

export const frameTypes = {
  /** The first frame of the caller, as JSON. */
  hello: 1,
  /** The response of the listener, as JSON. */
  welcome: 2,
  /** Rejects the partner or ends the session with an error, as JSON. The connection ends after it. */
  refusal: 3,
  /** The last batch that the receiving side committed, as JSON. */
  position: 4,
  /** The sender accepts the position, as JSON: the session begins. */
  ready: 5,
  message: 6,
  /** The messages since the last end of a batch are a batch. The receiving side must not commit it yet. */
  batchEnd: 7,
  /** The sender has saved the batch, and all before it, as in doubt: the receiving side commits them. */
  commit: 8,
  /** The receiving side has committed the batch and all before it. */
  committed: 9,
  heartbeat: 10,
  heartbeatReply: 11,
  /** The session ends without an error, as JSON. */
  close: 12,
  ping: 13,
  pong: 14,
} as const

export type FrameType = (typeof frameTypes)[keyof typeof frameTypes]

export const headerBytes = 5
/** The maximum payload of a frame other than `message`, which bounds the memory for a partner that is not known yet. */
const maxControlBytes = 65_536

/** Returns a buffer for a frame with the header filled in, and the offset of the payload. */
export function allocateFrame(type: FrameType, payloadBytes: number): Buffer {
  const frame = Buffer.allocUnsafe(headerBytes + payloadBytes)
  frame.writeUInt32BE(payloadBytes + 1, 0)
  frame[4] = type
  return frame
}

export function encodeFrame(type: FrameType, payload: Buffer): Buffer {
  const frame = allocateFrame(type, payload.length)
  payload.copy(frame, headerBytes)
  return frame
}

export function encodeJsonFrame(type: FrameType, value: object): Buffer {
  return encodeFrame(type, Buffer.from(JSON.stringify(value)))
}

export class FrameError extends Error {
  override name = 'FrameError'
}

/** Splits received bytes into frames. Throws a `FrameError` for a length or type that the protocol does not have. */
export class FrameReader {
  #chunks: Buffer[] = []
  #bytes = 0
  /** The maximum payload of a `message` frame. */
  maxMessageFrameBytes = 0

  add(chunk: Buffer): void {
    addChunk(this.#chunks, chunk)
    this.#bytes += chunk.length
  }

  /** Returns the next frame, or undefined until all its bytes have arrived. */
  next(): { type: FrameType; payload: Buffer } | undefined {
    if (this.#bytes < headerBytes) return undefined
    const head = this.#peek(headerBytes)
    const length = head.readUInt32BE(0)
    const type = head[4] as FrameType
    this.#check(type, length)
    if (this.#bytes < 4 + length) return undefined
    const frame = this.#take(4 + length)
    return { type, payload: frame.subarray(headerBytes) }
  }

  #check(type: FrameType, length: number): void {
    if (type < frameTypes.hello || type > frameTypes.pong) throw new FrameError(`there is no frame type ${type}`)
    const limit = type === frameTypes.message ? this.maxMessageFrameBytes : maxControlBytes
    if (length < 1 || length - 1 > limit)
      throw new FrameError(`a frame of type ${type} has at most ${limit} bytes, not ${length - 1}`)
  }

  #peek(bytes: number): Buffer {
    const [first] = this.#chunks as [Buffer]
    if (first.length >= bytes) return first
    this.#chunks = [Buffer.concat(this.#chunks)]
    return this.#chunks[0] as Buffer
  }

  #take(bytes: number): Buffer {
    const [first] = this.#chunks as [Buffer]
    this.#bytes -= bytes
    if (first.length >= bytes) this.#chunks.shift()
    const all = first.length >= bytes ? first : Buffer.concat(this.#chunks.splice(0))
    if (all.length > bytes) this.#chunks.unshift(all.subarray(bytes))
    return all.subarray(0, bytes)
  }
}

/** The frames about batches: the batch id in 8 bytes and the sequence number of its last message in 4 bytes. */
interface BatchEnd {
  /** 16 hexadecimal digits. */
  readonly batchId: string
  readonly lastSequence: number
}

export function encodeBatchEnd(
  type: typeof frameTypes.batchEnd | typeof frameTypes.commit | typeof frameTypes.committed,
  { batchId, lastSequence }: BatchEnd,
): Buffer {
  const payload = Buffer.alloc(12)
  payload.write(batchId, 'hex')
  payload.writeUInt32BE(lastSequence, 8)
  return encodeFrame(type, payload)
}

/** Encodes that a batch is committed, with the time in microseconds that the commit took if the partner wants it. */
export function encodeCommitted({ batchId, lastSequence }: BatchEnd, commitMicroseconds?: number): Buffer {
  if (commitMicroseconds === undefined) return encodeBatchEnd(frameTypes.committed, { batchId, lastSequence })
  const payload = Buffer.alloc(16)
  payload.write(batchId, 'hex')
  payload.writeUInt32BE(lastSequence, 8)
  payload.writeUInt32BE(Math.min(0xffff_ffff, Math.round(commitMicroseconds)), 12)
  return encodeFrame(frameTypes.committed, payload)
}

/** Parses the end of a batch or its confirmation. Throws a `ChannelError` for a payload of another length. */
export function decodeBatchEnd(payload: Buffer): BatchEnd & { readonly commitMicroseconds?: number | undefined } {
  if (payload.length !== 12 && payload.length !== 16)
    throw new ChannelError('PROTOCOL_ERROR', 'the partner ended a batch without its id')
  return {
    batchId: payload.toString('hex', 0, 8),
    lastSequence: payload.readUInt32BE(8),
    commitMicroseconds: payload.length === 16 ? payload.readUInt32BE(12) : undefined,
  }
}
