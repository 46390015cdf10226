/** The frames about batches: the batch id in 8 bytes and the sequence number of its last message in 4 bytes. */
import { ChannelError } from './channel-error.ts'
import { encodeFrame, type frameTypes } from './frames.ts'

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

export function decodeBatchEnd(payload: Buffer): BatchEnd {
  if (payload.length !== 12)
    throw new ChannelError('PROTOCOL_ERROR', 'the partner ended a batch without its id')
  return { batchId: payload.toString('hex', 0, 8), lastSequence: payload.readUInt32BE(8) }
}
