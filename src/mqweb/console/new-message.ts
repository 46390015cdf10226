/** Builds a message to put or publish from a request body. */
import type { NewMessageBody } from '../../contract/console/messages.ts'
import type { MessageProperty, NewMessage } from '../../qm/index.ts'
import { createInvalidMemberError } from '../http/parse-body.ts'
import { parseUserProperty } from '../messaging/user-properties.ts'

/** Returns the message. Throws `RestError` with status 400 for a file that is not base64, and for an invalid property. */
export function buildNewMessage(body: NewMessageBody): NewMessage {
  const { persistence, priority, expiry, correlationId, replyTo } = body
  const [queue = '', queueManager] = replyTo?.split('@') ?? []
  return {
    ...readContent(body),
    persistence,
    properties: readProperties(body.properties),
    ...(priority === undefined ? {} : { priority }),
    ...(expiry === undefined ? {} : { expiry }),
    ...(correlationId === undefined ? {} : { correlationId: Buffer.from(correlationId, 'hex') }),
    ...(replyTo === undefined ? {} : { replyTo: queueManager === undefined ? { queue } : { queue, queueManager } }),
  }
}

/** A text is a message of the format MQSTR; a file in base64 has no format. */
function readContent({ text, file }: NewMessageBody): Pick<NewMessage, 'body' | 'format' | 'ccsid'> {
  if (file === undefined) return { body: Buffer.from(text, 'utf8'), format: 'MQSTR', ccsid: 1208 }
  if (text !== '') throw createInvalidMemberError('file', '…', 'it excludes the member text')
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(file) || file.length % 4 !== 0)
    throw createInvalidMemberError('file', '…', 'it must be base64')
  return { body: Buffer.from(file, 'base64'), format: '' }
}

/** Parses user properties: `[{ "name": "color", "type": "string", "value": "green" }]`. */
function readProperties(properties: NewMessageBody['properties']): Record<string, MessageProperty> {
  const read = new Map<string, MessageProperty>()
  for (const each of properties) {
    const { name, type, value } = each
    if (read.has(name)) throw createInvalidMemberError('properties', name, 'the name is given twice')
    try {
      read.set(name, parseUserProperty(name, value, type))
    } catch (error) {
      throw createInvalidMemberError('properties', each, (error as Error).message)
    }
  }
  return Object.fromEntries(read)
}
