/** The frames about batches: the batch id in 8 bytes and the sequence number of its last message in 4 bytes. */
import { ChannelError } from './channel-error.ts'
import { encodeFrame, frameTypes } from './frames.ts'

export interface BatchEnd {
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
