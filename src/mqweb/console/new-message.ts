/** A message to put or publish, from the JSON body of a request. */
import type { Destination, NewMessage, Property } from '../../qm/index.ts'
import { v1 } from '../call/version.ts'
import { parseId } from '../messaging/ids.ts'
import { readProperty } from '../messaging/user-properties.ts'
import { readChoice, readInteger, readText, unfit } from './members.ts'

type Body = Readonly<Record<string, unknown>>

const longestExpiry = 99_999_999_900
const nameShape = /^[A-Za-z0-9./_%]{1,48}$/

/** Throws the 400 of the first member that does not fit. */
export function readNewMessage(body: Body): NewMessage {
  const priority = readInteger(body, 'priority', { min: 0, max: 9 })
  const expiry = readInteger(body, 'expiry', { min: 1, max: longestExpiry })
  const correlationId = readCorrelationId(body)
  const replyTo = readReplyTo(body)

  return {
    body: Buffer.from(readText(body, 'text'), 'utf8'),
    format: 'MQSTR',
    ccsid: 1208,
    persistence: readChoice(body, 'persistence', ['asQueueDefault', 'persistent', 'nonPersistent']),
    properties: readProperties(body),
    ...(priority === undefined ? {} : { priority }),
    ...(expiry === undefined ? {} : { expiry }),
    ...(correlationId === undefined ? {} : { correlationId }),
    ...(replyTo === undefined ? {} : { replyTo }),
  }
}

function readCorrelationId(body: Body): Buffer | undefined {
  const text = readText(body, 'correlationId')
  if (text === '') return undefined
  const id = parseId(text, v1)
  if (!id) throw unfit('correlationId', text, 'it must be 48 hexadecimal digits')
  return id
}

function readReplyTo(body: Body): Destination | undefined {
  const text = readText(body, 'replyTo')
  if (text === '') return undefined
  const [queue = '', queueManager, ...rest] = text.split('@')
  const fits = nameShape.test(queue) && (queueManager === undefined || nameShape.test(queueManager))
  if (!fits || rest.length > 0) throw unfit('replyTo', text, 'it must be a queue name, or queue@queueManager')
  return queueManager === undefined ? { queue } : { queue, queueManager }
}

/** `[{ "name": "color", "type": "string", "value": "green" }]`. */
function readProperties({ properties = [] }: Body): Record<string, Property> {
  if (!Array.isArray(properties)) throw unfit('properties', properties, 'it must be an array')

  const read = new Map<string, Property>()
  for (const each of properties as unknown[]) {
    const { name, type, value } = Object(each) as Record<string, unknown>
    if (typeof name !== 'string' || typeof type !== 'string' || typeof value !== 'string') {
      throw unfit('properties', each, 'each has a name, a type and a value, all of them strings')
    }
    if (read.has(name)) throw unfit('properties', name, 'the name is there twice')
    try {
      read.set(name, readProperty(name, value, type))
    } catch (error) {
      throw unfit('properties', each, (error as Error).message)
    }
  }
  return Object.fromEntries(read)
}
