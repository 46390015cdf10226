/** Builds the messages and summaries that applications receive. */
import { emptyId } from '../messages/message-id-generator.ts'
import type { QueuedMessage } from '../messages/queued-message.ts'
import type { StoredProperty } from '../store/message-store.ts'
import type { Message, MessageProperty, MessageSummary } from '../types/message.ts'

export function buildMessageSummary(entry: QueuedMessage, now: number): MessageSummary {
  const { format, priority, putAt, userId, applicationName, backoutCount } = entry.descriptor
  return {
    messageId: entry.messageId,
    correlationId: entry.correlationId ?? emptyId,
    format,
    length: entry.length,
    persistence: entry.persistent ? 'persistent' : 'nonPersistent',
    priority,
    expiry: entry.expiresAt === undefined ? undefined : Math.max(0, entry.expiresAt - now),
    putAt,
    userId,
    applicationName,
    backoutCount,
  }
}

export function buildMessage(entry: QueuedMessage, body: Buffer, now: number): Message {
  const { ccsid, replyTo, group, amqp, properties, publication } = entry.descriptor
  return {
    ...buildMessageSummary(entry, now),
    body,
    ccsid,
    replyTo,
    group,
    amqp,
    properties: deserializeProperties(properties),
    publication,
  }
}

/** Converts properties to JSON values: a bigint becomes text. */
export function serializeProperties(
  properties: Readonly<Record<string, MessageProperty>>,
): Readonly<Record<string, StoredProperty>> {
  return mapValues(properties, ({ type, value }) => ({
    type,
    value: typeof value === 'bigint' ? value.toString() : value,
  }))
}

function deserializeProperties(
  properties: Readonly<Record<string, StoredProperty>> | undefined,
): Record<string, MessageProperty> {
  if (!properties) return {}
  return mapValues(properties, ({ type, value }) => ({
    type,
    value: type === 'long' && typeof value === 'string' ? BigInt(value) : value,
  }))
}

function mapValues<A, B>(values: Readonly<Record<string, A>>, map: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]))
}
