/**
 * Adds the headers that a queue manager puts before a body: MQXQH on a transmission queue and MQDLH on a
 * dead-letter queue.
 */

import { emptyId } from '../messages/message-id-generator.ts'
import type { MessageDraft } from '../persistence/message-persistence.ts'
import { encodeInteger, encodeText } from './mq-fields.ts'

/** The MQENC value of the fields that `mq-fields.ts` encodes. */
const encoding = 546
/** MQAT_QMGR. */
const queueManagerType = 7

/** Adds a transmission header (MQXQH) that contains the message descriptor. The format becomes MQXMIT. */
export function addTransmissionHeader(
  draft: MessageDraft,
  remote: { queue: string; manager: string },
): MessageDraft {
  const header = Buffer.concat([
    encodeText('XQH ', 4),
    encodeInteger(1),
    encodeText(remote.queue, 48),
    encodeText(remote.manager, 48),
    messageDescriptor(draft),
  ])
  return {
    ...draft,
    body: Buffer.concat([header, draft.body]),
    descriptor: { ...draft.descriptor, format: 'MQXMIT' },
  }
}

/** Adds a dead-letter header (MQDLH) with the reason and the intended queue. The format becomes MQDEAD. */
export function addDeadLetterHeader(
  draft: MessageDraft,
  details: { reason: number; queue: string; manager: string },
): MessageDraft {
  const { format, putAt } = draft.descriptor
  const [date, time] = dateAndTime(putAt)
  const header = Buffer.concat([
    encodeText('DLH ', 4),
    encodeInteger(1),
    encodeInteger(details.reason),
    encodeText(details.queue, 48),
    encodeText(details.manager, 48),
    encodeInteger(encoding),
    encodeInteger(draft.descriptor.ccsid),
    encodeText(format, 8),
    encodeInteger(queueManagerType),
    encodeText('sluice', 28),
    encodeText(date, 8),
    encodeText(time, 8),
  ])
  return {
    ...draft,
    body: Buffer.concat([header, draft.body]),
    descriptor: { ...draft.descriptor, format: 'MQDEAD' },
  }
}

/** Encodes an MQMD version 1 of 324 bytes. */
function messageDescriptor({
  descriptor,
  persistent,
  messageId,
  correlationId,
  expiresAt,
}: MessageDraft): Buffer {
  const { putAt, priority, format, replyTo, userId, applicationName } = descriptor
  const [date, time] = dateAndTime(putAt)
  const tenths = expiresAt === undefined ? -1 : Math.max(1, Math.round((expiresAt - putAt) / 100))
  const [report, datagram, feedback, backoutCount] = [0, 8, 0, 0]
  return Buffer.concat([
    encodeText('MD  ', 4),
    ...[1, report, datagram, tenths, feedback, encoding, descriptor.ccsid].map(encodeInteger),
    encodeText(format, 8),
    encodeInteger(priority),
    encodeInteger(persistent ? 1 : 0),
    messageId ?? emptyId,
    correlationId ?? emptyId,
    encodeInteger(backoutCount),
    encodeText(replyTo?.queue ?? '', 48),
    encodeText(replyTo?.queueManager ?? '', 48),
    encodeText(userId, 12),
    Buffer.alloc(32),
    encodeText('', 32),
    encodeInteger(queueManagerType),
    encodeText(applicationName, 28),
    encodeText(date, 8),
    encodeText(time, 8),
    encodeText('', 4),
  ])
}

/** Returns the date as `YYYYMMDD` and the time as `HHMMSSTH`, in UTC. */
function dateAndTime(at: number): [date: string, time: string] {
  const digits = new Date(at).toISOString().replaceAll(/\D/g, '')
  return [digits.slice(0, 8), digits.slice(8, 16)]
}
