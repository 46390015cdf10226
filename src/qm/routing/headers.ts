/**
 * The headers that a queue manager puts before a body: MQXQH on a transmission queue, MQDLH on a dead-letter queue.
 */
import type { Draft } from '../queues/delivery.ts'
import { noId } from '../queues/message-ids.ts'
import { integer, text } from './fields.ts'

/** MQENC of what `fields.ts` writes. */
const encoding = 546
/** MQAT_QMGR. */
const queueManagerType = 7

/** The message as it travels: format MQXMIT, its own descriptor in front of its body. */
export function forTransmission(draft: Draft, remote: { queue: string; manager: string }): Draft {
  const header = Buffer.concat([
    text('XQH ', 4),
    integer(1),
    text(remote.queue, 48),
    text(remote.manager, 48),
    messageDescriptor(draft),
  ])
  return {
    ...draft,
    body: Buffer.concat([header, draft.body]),
    descriptor: { ...draft.descriptor, format: 'MQXMIT' },
  }
}

/** The message as it is laid aside: format MQDEAD, with the reason and the queue that it was meant for. */
export function forDeadLetter(
  draft: Draft,
  details: { reason: number; queue: string; manager: string },
): Draft {
  const { format, putAt } = draft.descriptor
  const [date, time] = dateAndTime(putAt)
  const header = Buffer.concat([
    text('DLH ', 4),
    integer(1),
    integer(details.reason),
    text(details.queue, 48),
    text(details.manager, 48),
    integer(encoding),
    integer(draft.descriptor.ccsid),
    text(format, 8),
    integer(queueManagerType),
    text('sluice', 28),
    text(date, 8),
    text(time, 8),
  ])
  return {
    ...draft,
    body: Buffer.concat([header, draft.body]),
    descriptor: { ...draft.descriptor, format: 'MQDEAD' },
  }
}

/** MQMD version 1: 324 bytes. */
function messageDescriptor({ descriptor, persistent, messageId, correlationId, expiresAt }: Draft): Buffer {
  const { putAt, priority, format, replyTo, userId, applicationName } = descriptor
  const [date, time] = dateAndTime(putAt)
  const tenths = expiresAt === undefined ? -1 : Math.max(1, Math.round((expiresAt - putAt) / 100))
  const [report, datagram, feedback, backoutCount] = [0, 8, 0, 0]
  return Buffer.concat([
    text('MD  ', 4),
    ...[1, report, datagram, tenths, feedback, encoding, descriptor.ccsid].map(integer),
    text(format, 8),
    integer(priority),
    integer(persistent ? 1 : 0),
    messageId ?? noId,
    correlationId ?? noId,
    integer(backoutCount),
    text(replyTo?.queue ?? '', 48),
    text(replyTo?.queueManager ?? '', 48),
    text(userId, 12),
    Buffer.alloc(32),
    text('', 32),
    integer(queueManagerType),
    text(applicationName, 28),
    text(date, 8),
    text(time, 8),
    text('', 4),
  ])
}

/** `YYYYMMDD` and `HHMMSSTH`, in UTC. */
function dateAndTime(at: number): [date: string, time: string] {
  const digits = new Date(at).toISOString().replaceAll(/\D/g, '')
  return [digits.slice(0, 8), digits.slice(8, 16)]
}
