/** Parses a message to put or publish from a JSON request body. */
import type { Destination, MessageProperty, NewMessage } from '../../qm/index.ts'
import { restV1 } from '../context/rest-version.ts'
import { createInvalidMemberError, readChoiceMember, readIntegerMember, readTextMember } from '../http/body-members.ts'
import { parseMqId } from '../messaging/mq-ids.ts'
import { parseUserProperty } from '../messaging/user-properties.ts'

type Body = Readonly<Record<string, unknown>>

const maxExpiryMs = 99_999_999_900
const nameShape = /^[A-Za-z0-9./_%]{1,48}$/

/** Returns the message. Throws `RestError` with status 400 for the first member that does not fit. */
export function parseNewMessage(body: Body): NewMessage {
  const priority = readIntegerMember(body, 'priority', { min: 0, max: 9 })
  const expiry = readIntegerMember(body, 'expiry', { min: 1, max: maxExpiryMs })
  const correlationId = readCorrelationId(body)
  const replyTo = readReplyTo(body)

  return {
    ...readContent(body),
    persistence: readChoiceMember(body, 'persistence', ['asQueueDefault', 'persistent', 'nonPersistent']),
    properties: readProperties(body),
    ...(priority === undefined ? {} : { priority }),
    ...(expiry === undefined ? {} : { expiry }),
    ...(correlationId === undefined ? {} : { correlationId }),
    ...(replyTo === undefined ? {} : { replyTo }),
  }
}

/** A text is a message of the format MQSTR; a file in base64 has no format. */
function readContent(body: Body): Pick<NewMessage, 'body' | 'format' | 'ccsid'> {
  const file = readTextMember(body, 'file')
  if (file === '') return { body: Buffer.from(readTextMember(body, 'text'), 'utf8'), format: 'MQSTR', ccsid: 1208 }
  if (body.text !== undefined && body.text !== '')
    throw createInvalidMemberError('file', '…', 'it excludes the member text')
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(file) || file.length % 4 !== 0)
    throw createInvalidMemberError('file', '…', 'it must be base64')
  return { body: Buffer.from(file, 'base64'), format: '' }
}

function readCorrelationId(body: Body): Buffer | undefined {
  const text = readTextMember(body, 'correlationId')
  if (text === '') return undefined
  const id = parseMqId(text, restV1)
  if (!id) throw createInvalidMemberError('correlationId', text, 'it must be 48 hexadecimal digits')
  return id
}

function readReplyTo(body: Body): Destination | undefined {
  const text = readTextMember(body, 'replyTo')
  if (text === '') return undefined
  const [queue = '', queueManager, ...rest] = text.split('@')
  const fits = nameShape.test(queue) && (queueManager === undefined || nameShape.test(queueManager))
  if (!fits || rest.length > 0)
    throw createInvalidMemberError('replyTo', text, 'it must be a queue name, or queue@queueManager')
  return queueManager === undefined ? { queue } : { queue, queueManager }
}

/** Parses user properties: `[{ "name": "color", "type": "string", "value": "green" }]`. */
function readProperties({ properties = [] }: Body): Record<string, MessageProperty> {
  if (!Array.isArray(properties)) throw createInvalidMemberError('properties', properties, 'it must be an array')

  const read = new Map<string, MessageProperty>()
  for (const each of properties as unknown[]) {
    const { name, type, value } = Object(each) as Record<string, unknown>
    if (typeof name !== 'string' || typeof type !== 'string' || typeof value !== 'string') {
      throw createInvalidMemberError(
        'properties',
        each,
        'each property must have a name, a type and a value, all of them strings',
      )
    }
    if (read.has(name)) throw createInvalidMemberError('properties', name, 'the name is given twice')
    try {
      read.set(name, parseUserProperty(name, value, type))
    } catch (error) {
      throw createInvalidMemberError('properties', each, (error as Error).message)
    }
  }
  return Object.fromEntries(read)
}
