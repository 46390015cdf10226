/** Renders messages as JSON for the console: ids as hexadecimal digits, timestamps in ISO 8601, bodies in base64. */
import {
  type Destination,
  type Message,
  type MessageSummary,
  readDeadLetterHeader,
  reasonName,
} from '../../qm/index.ts'
import { isZeroMqId } from '../messaging/mq-ids.ts'

export function renderMessageSummary(message: MessageSummary) {
  const { messageId, correlationId, expiry } = message
  return {
    messageId: messageId.toString('hex'),
    ...(isZeroMqId(correlationId) ? {} : { correlationId: correlationId.toString('hex') }),
    format: message.format.trimEnd(),
    length: message.length,
    persistence: message.persistence,
    priority: message.priority,
    ...(expiry === undefined ? {} : { expiry }),
    putAt: new Date(message.putAt).toISOString(),
    userId: message.userId,
    applicationName: message.applicationName,
    backoutCount: message.backoutCount,
  }
}

/** Renders the whole message, with at most `maxBytes` bytes of its body. */
export function renderConsoleMessage(message: Message, maxBytes: number) {
  const { body, replyTo, group, publication, properties } = message
  return {
    ...renderMessageSummary(message),
    ccsid: message.ccsid,
    ...(replyTo ? { replyTo: describeDestination(replyTo) } : {}),
    ...(group ? { group } : {}),
    ...(publication ? { publication } : {}),
    ...describeDeadLetter(message),
    properties: Object.entries(properties).map(([name, { type, value }]) => ({
      name,
      type,
      value: String(value),
    })),
    body: body.subarray(0, maxBytes).toString('base64'),
    truncated: body.length > maxBytes,
  }
}

/** Describes why the message is on a dead-letter queue, from the header before its body. */
function describeDeadLetter({ format, body }: Message) {
  const found = format.trimEnd() === 'MQDEAD' ? readDeadLetterHeader(body) : undefined
  if (!found) return {}
  const { reason, queue, manager, format: original } = found.header
  return {
    deadLetter: { reason, reasonName: reasonName(reason), queue, manager, format: original.trimEnd() },
  }
}

function describeDestination({ queue, queueManager }: Destination): string {
  return queueManager ? `${queue}@${queueManager}` : queue
}
