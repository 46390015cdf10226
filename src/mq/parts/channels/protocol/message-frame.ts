/**
 * The frame of a message: 1 byte of flags, the sequence number in 4 bytes, the remaining lifetime in milliseconds
 * in 6 bytes (all ones for an unlimited one), the length of the properties in 4 bytes, the properties as JSON, and
 * the body as it is on the transmission queue: MQXQH and data. A compressed MQXQH has its length in 2 bytes before it.
 */
import { deflateSync, inflateSync } from 'node:zlib'
import { parseForeignJson } from '../../../../shared/lib/collections/json-object.ts'
import { transmissionHeaderBytes } from '../../../manager/routing/message-headers.ts'
import type { MessageDescriptor } from '../../../manager/store/message-store.ts'
import { ChannelError } from './channel-error.ts'
import { allocateFrame, frameTypes, headerBytes } from './frames.ts'
import { decodeRunLength, encodeRunLength } from './run-length.ts'

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
const formatFlags: Readonly<Record<DataFormat, number>> = { plain: 0, deflated: 2, runLength: 4 }
const compressedHeaderFlag = 8
const fixedBytes = 15
const unlimited = 0xffff_ffff_ffff
/** The bytes of a message frame beside body and properties, and a maximum for the properties. */
export const messageOverheadBytes = 4_194_304

const nothing = Buffer.alloc(0)

/** The compressions that a session has agreed on. */
export type FrameCompression = { readonly data: string; readonly header: string }

/** A body, ready to be sent. */
export interface PackedBody {
  readonly flags: number
  /** A compressed header with its length; empty when the header is in `data`. */
  readonly header: Buffer
  readonly data: Buffer
}

export function packBody(body: Buffer, compression: FrameCompression): PackedBody {
  if (compression.data === 'NONE' && compression.header === 'NONE') return { flags: 0, header: nothing, data: body }
  const packsHeader = compression.header !== 'NONE'
  const { format, data } = compressData(packsHeader ? body.subarray(transmissionHeaderBytes) : body, compression.data)
  const flags = formatFlags[format] | (packsHeader ? compressedHeaderFlag : 0)
  return { flags, header: packsHeader ? packHeader(body.subarray(0, transmissionHeaderBytes)) : nothing, data }
}

function packHeader(header: Buffer): Buffer {
  const packed = encodeRunLength(header)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(packed.length)
  return Buffer.concat([length, packed])
}

export function encodeMessage(
  { properties, publication, ...message }: Omit<TransferredMessage, 'body'>,
  { flags, header, data }: PackedBody,
): Buffer {
  const extra = properties || publication ? Buffer.from(JSON.stringify({ properties, publication })) : nothing
  const frame = allocateFrame(frameTypes.message, fixedBytes + extra.length + header.length + data.length)
  frame[headerBytes] = flags | (message.isPersistent ? persistentFlag : 0)
  frame.writeUInt32BE(message.sequence, headerBytes + 1)
  frame.writeUIntBE(message.remainingMs ?? unlimited, headerBytes + 5, 6)
  frame.writeUInt32BE(extra.length, headerBytes + 11)
  const start = headerBytes + fixedBytes
  extra.copy(frame, start)
  header.copy(frame, start + extra.length)
  data.copy(frame, start + extra.length + header.length)
  return frame
}

/** Returns whether a payload has a compressed part. */
export function isCompressed(payload: Buffer): boolean {
  return ((payload[0] ?? 0) & ~persistentFlag) !== 0
}

/** Throws a `ChannelError` for a payload that is no message. A plain body refers to the payload. */
export function decodeMessage(payload: Buffer, maxBodyBytes: number): TransferredMessage {
  if (payload.length < fixedBytes) throw malformed('it is too short')
  const flags = payload[0] as number
  const remaining = payload.readUIntBE(5, 6)
  const bodyStart = fixedBytes + payload.readUInt32BE(11)
  if (bodyStart > payload.length) throw malformed('its properties are longer than the frame')
  return {
    sequence: payload.readUInt32BE(1),
    isPersistent: (flags & persistentFlag) !== 0,
    remainingMs: remaining === unlimited ? undefined : remaining,
    ...parseExtra(payload.subarray(fixedBytes, bodyStart)),
    body: unpackBody(payload.subarray(bodyStart), flags, maxBodyBytes),
  }
}

function unpackBody(packed: Buffer, flags: number, maxBytes: number): Buffer {
  const format = findFormat(flags)
  try {
    if ((flags & compressedHeaderFlag) === 0) return decompressData(packed, format, maxBytes)
    const dataStart = 2 + packed.readUInt16BE(0)
    if (dataStart > packed.length) throw new RangeError('the header is longer than the frame')
    const header = decodeRunLength(packed.subarray(2, dataStart), transmissionHeaderBytes)
    return Buffer.concat([header, decompressData(packed.subarray(dataStart), format, maxBytes)])
  } catch (cause) {
    throw malformed('its body cannot be decompressed', cause)
  }
}

function findFormat(flags: number): DataFormat {
  if (flags & formatFlags.deflated) return 'deflated'
  return flags & formatFlags.runLength ? 'runLength' : 'plain'
}

function parseExtra(extra: Buffer): Pick<TransferredMessage, 'properties' | 'publication'> {
  if (extra.length === 0) return { properties: undefined, publication: undefined }
  try {
    const { properties, publication } = parseForeignJson(extra) as Partial<TransferredMessage>
    return { properties, publication }
  } catch (cause) {
    throw malformed('its properties are no JSON', cause)
  }
}

function malformed(problem: string, cause?: unknown): ChannelError {
  return new ChannelError('PROTOCOL_ERROR', `the partner sent a message that is malformed: ${problem}`, { cause })
}

const zlibLevels = { ZLIBFAST: 1, ZLIBHIGH: 9 } as const

/** The compressions of COMPMSG(ANY), the preferred one first. */
const anyCompression = ['ZLIBFAST', 'ZLIBHIGH', 'RLE'] as const

/** How the data of a message is compressed, as the flags of its frame say. */
type DataFormat = 'plain' | 'deflated' | 'runLength'

/** Returns the compressions that a list of COMPMSG names, the preferred one first. */
export function listCompressions(list: readonly string[]): string[] {
  return list.flatMap((each) => (each === 'ANY' ? anyCompression : [each]))
}

/** Compresses data. Data that would not be smaller stays plain. */
function compressData(data: Buffer, compression: string): { format: DataFormat; data: Buffer } {
  const compressed = compression === 'RLE' ? encodeRunLength(data) : deflate(data, compression)
  if (!compressed || compressed.length >= data.length) return { format: 'plain', data }
  return { format: compression === 'RLE' ? 'runLength' : 'deflated', data: compressed }
}

/** Throws an `Error` for data that is malformed or has more than `maxBytes`. */
function decompressData(data: Buffer, format: DataFormat, maxBytes: number): Buffer {
  if (format === 'deflated') return inflateSync(data, { maxOutputLength: maxBytes })
  return format === 'runLength' ? decodeRunLength(data, maxBytes) : data
}

function deflate(data: Buffer, compression: string): Buffer | undefined {
  const level = zlibLevels[compression as keyof typeof zlibLevels]
  return level === undefined ? undefined : deflateSync(data, { level })
}
