/** Reads the dead-letter header (MQDLH) of a message on a dead-letter queue, and copies messages that are put again. */
import type { Message, NewMessage } from '../types/message.ts'
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

/** Returns the header and the body after it; undefined without one. Integers may be in either byte order. */
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

/** Returns the message as it can be put again, with its ids, properties and remaining lifetime. */
export function copyMessage(message: Message): NewMessage {
  const { body, format, ccsid, persistence, priority, expiry, messageId, correlationId } = message
  const { replyTo, group, properties, amqp } = message
  return {
    body,
    format,
    ccsid,
    persistence,
    priority,
    expiry,
    messageId,
    correlationId,
    replyTo,
    group,
    properties,
    amqp,
  }
}

/** A message on a dead-letter queue that `readDeadLetterHeader` has taken apart. */
export interface DeadLetter {
  message: Message
  header: DeadLetterHeader
  /** The body after the dead-letter header. */
  body: Buffer
}

/** Returns the message as it was before its dead-letter header: with the body, format and character set of then. */
export function restoreDeadLetter({ message, header, body }: DeadLetter): NewMessage {
  return { ...copyMessage(message), body, format: header.format, ccsid: header.ccsid }
}
