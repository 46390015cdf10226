/** Messages as their getters see them. */
import type { Entry } from '../queues/entry.ts'
import { noId } from '../queues/message-ids.ts'
import type { StoredProperty } from '../store/store.ts'
import type { Message, MessageSummary, Property } from '../types.ts'

export function summaryOf(entry: Entry, now: number): MessageSummary {
  const { format, priority, putAt, userId, applicationName, backoutCount } = entry.descriptor
  return {
    messageId: entry.messageId,
    correlationId: entry.correlationId ?? noId,
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

export function messageOf(entry: Entry, body: Buffer, now: number): Message {
  const { ccsid, replyTo, properties, publication } = entry.descriptor
  return { ...summaryOf(entry, now), body, ccsid, replyTo, properties: restored(properties), publication }
}

/** Properties as JSON can keep them: a bigint becomes text. */
export function storable(
  properties: Readonly<Record<string, Property>>,
): Readonly<Record<string, StoredProperty>> {
  return mapValues(properties, ({ type, value }) => ({
    type,
    value: typeof value === 'bigint' ? value.toString() : value,
  }))
}

function restored(properties: Readonly<Record<string, StoredProperty>> = {}): Record<string, Property> {
  return mapValues(properties, ({ type, value }) => ({
    type,
    value: type === 'long' && typeof value === 'string' ? BigInt(value) : value,
  }))
}

function mapValues<A, B>(values: Readonly<Record<string, A>>, map: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]))
}
