/** Messages as JSON of the console: ids as hexadecimal digits, timestamps in ISO 8601, bodies in base64. */
import {
  type DeadLetterHeader,
  type Message,
  type MessageProperty,
  type MessageSummary,
  type NewMessage,
  readDeadLetterHeader,
  reasonName,
} from '../../../manager/index.ts'
import { createInvalidMemberError, parseMember } from '../../../web/http/parse-body.ts'
import { decodeBody, renderDestination } from '../../../web/messaging/message-json.ts'
import { isZeroMqId } from '../../../web/messaging/mq-ids.ts'
import { parseUserProperty } from '../../../web/messaging/user-properties.ts'
import type { NewMessageBody } from '../contract/messages.ts'
import { decodeHeaders } from './message-headers.ts'

/** Renders a message of a list. Its preview has the first `characters` of the body after a dead-letter header. */
export function renderListedMessage(message: Message, characters: number) {
  const dead = findDeadLetter(message)
  return {
    ...renderMessageSummary(message),
    deadLetter: dead && renderDeadLetter(dead.header),
    preview: readPreview(dead?.body ?? message.body, characters),
  }
}

export function renderMessageSummary(message: MessageSummary) {
  const { messageId, correlationId, expiry } = message
  return {
    messageId: messageId.toString('hex'),
    correlationId: isZeroMqId(correlationId) ? undefined : correlationId.toString('hex'),
    format: message.format.trimEnd(),
    length: message.length,
    persistence: message.persistence,
    priority: message.priority,
    expiry,
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
    replyTo: replyTo && renderDestination(replyTo),
    group,
    publication,
    deadLetter: dead && renderDeadLetter(dead.header),
    headers: decodeHeaders(message),
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

/** Returns the message. Throws `RestError` with status 400 for a file that is not base64, and for an invalid property. */
export function buildNewMessage(body: NewMessageBody): NewMessage {
  const { persistence, priority, expiry, correlationId, replyTo } = body
  const [queue = '', queueManager] = replyTo?.split('@') ?? []
  return {
    ...readContent(body),
    persistence,
    properties: readProperties(body.properties),
    priority,
    expiry,
    correlationId: correlationId === undefined ? undefined : Buffer.from(correlationId, 'hex'),
    replyTo: replyTo === undefined ? undefined : queueManager === undefined ? { queue } : { queue, queueManager },
  }
}

/** A text is a message of the format MQSTR; a file in base64 has no format. */
function readContent({ text, file }: NewMessageBody): Pick<NewMessage, 'body' | 'format' | 'ccsid'> {
  if (file === undefined)
    return { body: parseMember('text', '…', () => decodeBody(text, 'utf8')), format: 'MQSTR', ccsid: 1208 }
  if (text !== '') throw createInvalidMemberError('file', '…', 'it excludes the member text')
  return { body: parseMember('file', '…', () => decodeBody(file, 'base64')), format: '' }
}

/** Parses user properties: `[{ "name": "color", "type": "string", "value": "green" }]`. */
function readProperties(properties: NewMessageBody['properties']): Record<string, MessageProperty> {
  const read = new Map<string, MessageProperty>()
  for (const { name, type, value } of properties) {
    if (read.has(name)) throw createInvalidMemberError('properties', name, 'the name is given twice')
    const property = parseMember('properties', value, (text) => parseUserProperty(name, text, type))
    read.set(name, property)
  }
  return Object.fromEntries(read)
}
