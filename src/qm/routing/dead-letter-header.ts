/** Reads the dead-letter header (MQDLH) before the body of a message on a dead-letter queue. */
import { decodeText } from './mq-fields.ts'

export interface DeadLetterHeader {
  /** The reason code, or the feedback code, why the message could not be delivered. */
  reason: number
  /** The queue and the queue manager for which the message was meant. */
  queue: string
  manager: string
  /** The format and the character set of the message after the header. */
  format: string
  ccsid: number
}

const headerLength = 172

/**
 * Returns the header and the body after it, or undefined when the message has no header. The integers may be in either
 * byte order.
 */
export function readDeadLetterHeader(body: Buffer): { header: DeadLetterHeader; body: Buffer } | undefined {
  if (body.length < headerLength || body.toString('latin1', 0, 4) !== 'DLH ') return undefined
  const isLittleEndian = body.readInt32LE(4) === 1
  const integer = (at: number) => (isLittleEndian ? body.readInt32LE(at) : body.readInt32BE(at))
  if (integer(4) !== 1) return undefined
  return {
    header: {
      reason: integer(8),
      queue: decodeText(body, 12, 48),
      manager: decodeText(body, 60, 48),
      ccsid: integer(112),
      format: decodeText(body, 116, 8),
    },
    body: body.subarray(headerLength),
  }
}
