/** Adds and removes the headers before a body: MQXQH on a transmission queue, MQDLH on a dead-letter queue. */
import { renderDateAndTime } from '../../../shared/lib/time/render-time.ts'
import { emptyId } from '../messages/message-id-generator.ts'
import type { MessageDraft } from '../persistence/message-persistence.ts'
import { decodeText, encodeInteger, encodeText } from './mq-fields.ts'

/** The MQENC value of the fields that `mq-fields.ts` encodes. */
const encoding = 546
/** MQAT_QMGR. */
const queueManagerType = 7

/** Adds a transmission header (MQXQH) that contains the message descriptor. The format becomes MQXMIT. */
export function addTransmissionHeader(draft: MessageDraft, remote: { queue: string; manager: string }): MessageDraft {
  const header = Buffer.concat([
    encodeText('XQH ', 4),
    encodeInteger(1),
    encodeText(remote.queue, 48),
    encodeText(remote.manager, 48),
    messageDescriptor(draft),
  ])
  return { ...draft, body: Buffer.concat([header, draft.body]), descriptor: { ...draft.descriptor, format: 'MQXMIT' } }
}

/** The length of an MQXQH: 104 bytes of its own and an MQMD version 1. */
export const transmissionHeaderBytes = 428

/**
 * Splits the body of a message on a transmission queue into the destination and the original message. Returns
 * undefined when the body does not begin with an MQXQH. The message has no properties and no expiry, which the
 * transmission queue keeps in its own descriptor.
 */
export function removeTransmissionHeader(
  body: Buffer,
): { remote: { queue: string; manager: string }; draft: MessageDraft } | undefined {
  if (body.length < transmissionHeaderBytes || body.toString('latin1', 0, 4) !== 'XQH ') return undefined
  const md = 104
  const id = (offset: number) => {
    const bytes = Buffer.from(body.subarray(md + offset, md + offset + 24))
    return bytes.equals(emptyId) ? undefined : bytes
  }
  const replyTo = { queue: decodeText(body, md + 100, 48), queueManager: decodeText(body, md + 148, 48) }
  return {
    remote: { queue: decodeText(body, 8, 48), manager: decodeText(body, 56, 48) },
    draft: {
      body: body.subarray(transmissionHeaderBytes),
      persistent: body.readInt32LE(md + 44) === 1,
      messageId: id(48),
      correlationId: id(72),
      expiresAt: undefined,
      descriptor: {
        format: decodeText(body, md + 32, 8),
        priority: Math.min(9, Math.max(0, body.readInt32LE(md + 40))),
        putAt: parseDateAndTime(decodeText(body, md + 304, 8), decodeText(body, md + 312, 8)),
        userId: decodeText(body, md + 196, 12),
        applicationName: decodeText(body, md + 276, 28),
        ccsid: body.readInt32LE(md + 28),
        backoutCount: 0,
        replyTo: replyTo.queue !== '' ? replyTo : undefined,
      },
    },
  }
}

/** Adds a dead-letter header (MQDLH) with the reason and the intended queue. The format becomes MQDEAD. */
export function addDeadLetterHeader(
  draft: MessageDraft,
  details: { reason: number; queue: string; manager: string },
): MessageDraft {
  const { format, putAt } = draft.descriptor
  const [date, time] = renderDateAndTime(putAt)
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
  return { ...draft, body: Buffer.concat([header, draft.body]), descriptor: { ...draft.descriptor, format: 'MQDEAD' } }
}

/** Encodes an MQMD version 1 of 324 bytes. */
function messageDescriptor({ descriptor, persistent, messageId, correlationId, expiresAt }: MessageDraft): Buffer {
  const { putAt, priority, format, replyTo, userId, applicationName } = descriptor
  const [date, time] = renderDateAndTime(putAt)
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

/** Parses `YYYYMMDD` and `HHMMSSTH`, in UTC. Returns 0 for text that is no time. */
function parseDateAndTime(date: string, time: string): number {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(date) ?? []
  const [, hour, minute, second, hundredths] = /^(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(time) ?? []
  if (year === undefined || hour === undefined) return 0
  return Date.UTC(
    ...([Number(year), Number(month) - 1, Number(day)] as const),
    ...([Number(hour), Number(minute), Number(second), Number(hundredths) * 10] as const),
  )
}
