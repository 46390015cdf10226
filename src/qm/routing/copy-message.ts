/** Copies messages that are put again: moved, forwarded, or taken off a dead-letter queue. */

import type { Message, NewMessage } from '../types/message.ts'
import type { DeadLetterHeader } from './dead-letter-header.ts'

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
