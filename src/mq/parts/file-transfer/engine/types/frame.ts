/**
 * The messages between a source and a destination agent: a header in JSON, then the bytes of files.
 *
 * Layout: the length of the header (4 bytes, big-endian), the header, the payload. Frames with file content are
 * non-persistent. They carry an epoch and a sequence number, by which the destination detects missing frames.
 */
import { isJsonObject, jsonLimits, parseForeignJson } from '../../../../../shared/lib/collections/json-object.ts'
import type { ChecksumMethod, DestinationSpec } from './request.ts'

/** What the destination must know about an item before its first byte. */
export interface ItemOpening extends Pick<DestinationSpec, 'actionIfExists' | 'endOfLine' | 'messageSize'> {
  readonly type: 'file' | 'queue'
  /** A path or a queue, for example `ORDERS@QM2`. */
  readonly target: string
  readonly mode: 'binary' | 'text'
  readonly checksum: ChecksumMethod
  readonly sourceEncoding?: string | undefined
  readonly targetEncoding?: string | undefined
}

/** A part of an item. Its bytes are the next `length` bytes of the payload. */
export interface Piece {
  readonly item: number
  readonly offset: number
  readonly length: number
  /** In the first piece of an item in an epoch. */
  readonly opening?: ItemOpening
  /** In the last piece of an item. The checksum is empty when the destination reads the source file itself. */
  readonly end?: { readonly size: number; readonly checksum: string } | undefined
  /** The source cannot deliver the item. */
  readonly abort?: true
}

/** A file in one state. */
export interface SourceFileIdentity {
  /** The path without symbolic links. */
  readonly path: string
  readonly device: number
  readonly inode: number
  readonly size: number
  /** Milliseconds since the epoch. */
  readonly modified: number
}

export type FrameHeader =
  /** Starts a transfer. Persistent. */
  | { kind: 'open'; transfer: string; source: string; sourceQmgr: string; totalBytes: number }
  /** Ends a transfer: the destination forgets it and removes what is unfinished. Persistent. */
  | { kind: 'close'; transfer: string }
  /** Asks for the state of the destination and begins an epoch. */
  | { kind: 'resume'; transfer: string; epoch: number; source: string; sourceQmgr: string }
  | { kind: 'data'; transfer: string; epoch: number; sequence: number; pieces: readonly Piece[] }

export interface Frame {
  readonly header: FrameHeader
  readonly payload: Uint8Array
  /** The bytes of the only piece; the payload is empty. Never in messages: their sender may not be allowed to read. */
  readonly file?: SourceFileIdentity | undefined
  /** Gives the memory of the payload back, when it is no longer used. */
  release(): void
}

/** Takes frames with file content. */
export type FrameReceiver = { receive(frame: Frame): void }

/** The final state of an item at the destination. */
export interface ItemOutcome {
  readonly item: number
  readonly state: 'successful' | 'failed' | 'warning'
  /** The reason of a failure or a warning; otherwise empty. */
  readonly description: string
  /** The path or queue at the destination. */
  readonly target: string
  /** The size at the destination, in bytes. */
  readonly size: number
  readonly checksum: string
  /** Milliseconds since the epoch. */
  readonly modified: number
}

/** Returns the outcome of an item that was not transferred. */
export function buildFailedOutcome(item: number, target: string, description: string): ItemOutcome {
  return { item, state: 'failed', description, target, size: 0, checksum: '', modified: 0 }
}

/** The destination's replies: `progress` after writes and completed items, then `state` at the end of a `resume`. */
export interface DestinationReply {
  readonly transfer: string
  readonly epoch: number
  readonly kind: 'state' | 'progress' | 'unknown'
  /** The sequence number of the last frame that was written. */
  readonly received: number
  readonly outcomes: readonly ItemOutcome[]
  /** The bytes that the destination has of unfinished items. */
  readonly partial: readonly { readonly item: number; readonly offset: number }[]
  /** Why the destination cannot continue now; the source tries again later. */
  readonly suspended?: string
}

/** Returns the body of a message. */
export function encodeFrame(header: FrameHeader, payload: Uint8Array = new Uint8Array()): Buffer {
  const text = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  return Buffer.concat([length, text, payload])
}

/** Lists of files have one shape: their members cost no more than other values. */
const limits = { members: jsonLimits.values }

/**
 * Returns the value of what another agent or a command has sent. Throws a `JsonLimitError` for a text that would keep
 * the thread of the agent busy, and another error for one that is no JSON.
 */
export function parseAgentJson(text: Uint8Array): unknown {
  return parseForeignJson(text, limits)
}

/** Parses a reply. Throws an `Error` for a body that is none. */
export function parseReply(body: Buffer): DestinationReply {
  const reply = parseAgentJson(body)
  if (!isJsonObject(reply) || typeof reply.transfer !== 'string') throw new Error('it names no transfer')
  const { outcomes, partial, ...others } = reply as unknown as DestinationReply
  if (!Array.isArray(outcomes) || !Array.isArray(partial)) throw new Error('it has no lists of items')
  return { ...others, outcomes, partial }
}

/** Parses the body of a message. Throws an `Error` for a body that is no frame. */
export function decodeFrame(body: Buffer): Frame {
  const length = body.length >= 4 ? body.readUInt32BE(0) : Number.POSITIVE_INFINITY
  if (length > body.length - 4) throw new Error(`a frame of ${body.length} bytes has no complete header`)
  const header = parseAgentJson(body.subarray(4, 4 + length)) as FrameHeader
  return { header, payload: body.subarray(4 + length), release() {} }
}
