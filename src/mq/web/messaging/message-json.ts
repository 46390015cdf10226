/** Messages as JSON, for resources that return several. */
import type { BrowsePosition, Destination, Message, MessageProperty } from '../../manager/index.ts'
import type { Lease } from '../context/leases.ts'
import type { RestVersion } from '../context/rest-dialect.ts'
import { RestError } from '../errors/rest-error.ts'
import { isZeroMqId, renderMqId } from './mq-ids.ts'
import { correlationTextProperty } from './user-properties.ts'

/** Returns the bytes of a body in JSON. Throws for a text with half of a surrogate pair, and for a text that is not base64. */
export function decodeBody(text: string, encoding: 'utf8' | 'base64'): Buffer {
  const body = Buffer.from(text, encoding)
  if (encoding === 'utf8' && !text.isWellFormed()) throw new Error('it must be well-formed Unicode')
  if (encoding === 'base64' && body.toString(encoding) !== text) throw new Error('it must be base64')
  return body
}

/** Returns the members of a message. A body that is no text is base64, and has the member `encoding`. */
export function renderMessageJson(message: Message, version: RestVersion): Record<string, unknown> {
  const { messageId, correlationId, format, body, expiry, replyTo, properties, publication } = message
  const isText = format.trimEnd() === 'MQSTR'
  const own = Object.entries(properties)
    .filter(([name]) => name !== correlationTextProperty)
    .map(([name, { value }]) => [name, jsonValue(value)] as const)
  return {
    messageId: renderMqId(messageId, version),
    correlationId: isZeroMqId(correlationId) ? undefined : renderMqId(correlationId, version),
    body: body.toString(isText ? 'utf8' : 'base64'),
    encoding: isText ? undefined : 'base64',
    format: format.trimEnd(),
    persistence: message.persistence,
    priority: message.priority,
    expiry,
    replyTo: replyTo && renderDestination(replyTo),
    putAt: new Date(message.putAt).toISOString(),
    backoutCount: message.backoutCount,
    topic: publication?.topicString,
    properties: own.length > 0 ? Object.fromEntries(own) : undefined,
  }
}

export function jsonValue(value: MessageProperty['value']): string | number | boolean {
  return typeof value === 'bigint' ? String(value) : value
}

/** Returns a queue as the header `replyTo` has it. */
export function renderDestination({ queue, queueManager }: Destination): string {
  return queueManager ? `${queue}@${queueManager}` : queue
}

/** Returns the JSON of a lease. Throws MQWB0329E (500) when it is longer than a text may be. */
export function renderLease({ id, until, message }: Lease, version: RestVersion): string {
  try {
    const end = new Date(until).toISOString()
    return JSON.stringify({ lease: id, until: end, ...renderMessageJson(message, version) })
  } catch (cause) {
    throw tooLong(message, version, 'JSON', cause)
  }
}

/** Returns MQWB0329E (500) for a message whose JSON, or whose headers, are longer than a response may be. */
export function tooLong(message: Message, version: RestVersion, part = 'JSON', cause?: unknown): RestError {
  return new RestError('MQWB0329E', [renderMqId(message.messageId, version), message.body.length, part], { cause })
}

/** Returns the place of a message as clients see it, and send it back. */
export function renderPosition(position: BrowsePosition | undefined): string | undefined {
  return position && `${position.lane}-${position.sequence}`
}

/** Returns the place; undefined for an empty text. Throws what `fail` returns for a text that is no place. */
export function parsePosition(
  text: string,
  fail: (shown: string, why: string) => RestError,
): BrowsePosition | undefined {
  if (text === '') return undefined
  const [, lane, sequence] = /^(\d{1,15})-(\d{1,15})$/.exec(text) ?? []
  if (lane !== undefined) return { lane: Number(lane), sequence: Number(sequence) }
  throw fail(text.slice(0, 100), 'it must be the place of a message, such as 4-17')
}
