/**
 * The frame of a message: 1 byte of flags, the sequence number in 4 bytes, the remaining lifetime in milliseconds
 * in 6 bytes (all ones for an unlimited one), the length of the properties in 4 bytes, the properties as JSON, and
 * the body as it is on the transmission queue: MQXQH and data.
 */
import { deflateSync, inflateSync } from 'node:zlib'

import type { MessageDescriptor } from '../../store/message-store.ts'
import { ChannelError } from './channel-error.ts'
import { allocateFrame, frameTypes, headerBytes } from './frames.ts'

export interface TransferredMessage {
  /** The number within the channel; 0 for a message that is sent outside the batches. */
  readonly sequence: number
  readonly isPersistent: boolean
  /** Milliseconds until the message expires; undefined when it does not. */
  readonly remainingMs: number | undefined
  readonly properties: MessageDescriptor['properties']
  readonly publication: MessageDescriptor['publication']
  readonly body: Buffer
}

const persistentFlag = 1
const deflatedFlag = 2
const fixedBytes = 15
const unlimited = 0xffff_ffff_ffff
/** The bytes of a message frame beside body and properties, and a maximum for the properties. */
export const messageOverheadBytes = 4_194_304

const nothing = Buffer.alloc(0)
const zlibLevels: Readonly<Record<string, number>> = { ZLIBFAST: 1, ZLIBHIGH: 9 }

/** Returns the compressions of COMPMSG that this queue manager has, in the order of the list. */
export function supportedCompressions(list: readonly string[]): string[] {
  return list.flatMap((each) =>
    each === 'ANY' ? ['ZLIBFAST'] : each in zlibLevels || each === 'NONE' ? [each] : [],
  )
}

export function encodeMessage(message: TransferredMessage, compression: string): Buffer {
  const { properties, publication } = message
  const extra = properties || publication ? Buffer.from(JSON.stringify({ properties, publication })) : nothing
  const level = zlibLevels[compression]
  const body = level === undefined ? message.body : deflateSync(message.body, { level })
  const frame = allocateFrame(frameTypes.message, fixedBytes + extra.length + body.length)
  frame[headerBytes] = (message.isPersistent ? persistentFlag : 0) | (level === undefined ? 0 : deflatedFlag)
  frame.writeUInt32BE(message.sequence, headerBytes + 1)
  frame.writeUIntBE(message.remainingMs ?? unlimited, headerBytes + 5, 6)
  frame.writeUInt32BE(extra.length, headerBytes + 11)
  extra.copy(frame, headerBytes + fixedBytes)
  body.copy(frame, headerBytes + fixedBytes + extra.length)
  return frame
}

/** Throws a `ChannelError` for a payload that is no message. The body refers to the payload. */
export function decodeMessage(payload: Buffer, maxBodyBytes: number): TransferredMessage {
  if (payload.length < fixedBytes) throw malformed('it is too short')
  const flags = payload[0] as number
  const remaining = payload.readUIntBE(5, 6)
  const bodyStart = fixedBytes + payload.readUInt32BE(11)
  if (bodyStart > payload.length) throw malformed('its properties are longer than the frame')
  const body = payload.subarray(bodyStart)
  return {
    sequence: payload.readUInt32BE(1),
    isPersistent: (flags & persistentFlag) !== 0,
    remainingMs: remaining === unlimited ? undefined : remaining,
    ...parseExtra(payload.subarray(fixedBytes, bodyStart)),
    body: flags & deflatedFlag ? inflate(body, maxBodyBytes) : body,
  }
}

function parseExtra(extra: Buffer): Pick<TransferredMessage, 'properties' | 'publication'> {
  if (extra.length === 0) return { properties: undefined, publication: undefined }
  try {
    const { properties, publication } = JSON.parse(extra.toString())
    return { properties, publication }
  } catch (cause) {
    throw malformed('its properties are no JSON', cause)
  }
}

function inflate(body: Buffer, maxOutputLength: number): Buffer {
  try {
    return inflateSync(body, { maxOutputLength })
  } catch (cause) {
    throw malformed('its body cannot be decompressed', cause)
  }
}

function malformed(problem: string, cause?: unknown): ChannelError {
  return new ChannelError('PROTOCOL_ERROR', `the partner sent a message that is malformed: ${problem}`, {
    cause,
  })
}
