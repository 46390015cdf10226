/** Renders messages as JSON for the console: ids as hexadecimal digits, timestamps in ISO 8601, bodies in base64. */
import {
  type DeadLetterHeader,
  type Destination,
  type Message,
  type MessageSummary,
  readDeadLetterHeader,
  reasonName,
} from '../../qm/index.ts'
import { isZeroMqId } from '../messaging/mq-ids.ts'

/** Renders a message of a list. Its preview has the first `characters` of the body after a dead-letter header. */
export function renderListedMessage(message: Message, characters: number) {
  const dead = findDeadLetter(message)
  return {
    ...renderMessageSummary(message),
    ...(dead && { deadLetter: renderDeadLetter(dead.header) }),
    preview: readPreview(dead?.body ?? message.body, characters),
  }
}

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
  const dead = findDeadLetter(message)
  return {
    ...renderMessageSummary(message),
    ccsid: message.ccsid,
    ...(replyTo ? { replyTo: describeDestination(replyTo) } : {}),
    ...(group ? { group } : {}),
    ...(publication ? { publication } : {}),
    ...(dead && { deadLetter: { ...renderDeadLetter(dead.header), length: body.length - dead.body.length } }),
    properties: Object.entries(properties).map(([name, { type, value }]) => ({ name, type, value: String(value) })),
    body: body.subarray(0, maxBytes).toString('base64'),
    truncated: body.length > maxBytes,
  }
}

function findDeadLetter({ format, body }: Message) {
  return format.trimEnd() === 'MQDEAD' ? readDeadLetterHeader(body) : undefined
}

/** Describes why the message is on a dead-letter queue. */
function renderDeadLetter({ reason, queue, manager, format }: DeadLetterHeader) {
  return { reason, reasonName: reasonName(reason), queue, manager, format: format.trimEnd() }
}

/** Returns the first characters of a body. Invalid UTF-8 becomes replacement characters. */
function readPreview(body: Buffer, characters: number): string {
  return [...body.subarray(0, characters * 4).toString('utf8')].slice(0, characters).join('')
}

function describeDestination({ queue, queueManager }: Destination): string {
  return queueManager ? `${queue}@${queueManager}` : queue
}
