/**
 * Converts an AMQP message to an MQ message; `docs/amqp.md` has the mapping.
 *
 * Sections with values that have no place in an MQ message are kept as they are, so that an AMQP client receives the
 * message that another one sent.
 */
import type { MessageProperty, NewMessage } from '../../../manager/index.ts'
import { AmqpError } from '../protocol/errors.ts'
import { formatCodes } from '../protocol/format-codes.ts'
import type { AmqpValue, ValueReader } from '../protocol/value-reader.ts'
import { amqpFormat, readCorrelationId, readMessageId, readProperty } from './property-types.ts'
import { type KeptSections, readSections, renderKeptSections } from './sections.ts'

export interface DecodedMessage {
  readonly message: NewMessage
  /** The address in `to`, which decides where a message without a target address goes. */
  readonly to: string | undefined
  /** Whether `to` is a topic, when the annotation `x-opt-jms-dest` says so. */
  readonly isTopic: boolean | undefined
}

const defaultPriority = 4
const maxPriority = 9
const queueName = /^[A-Za-z0-9./_%]{1,48}$/

interface Draft {
  persistent: boolean
  priority: number
  ttl: number | undefined
  readonly properties: Record<string, MessageProperty>
  propertyFields: readonly AmqpValue[]
  isTopic: boolean | undefined
  kept: KeptSections
  readonly body: Buffer[]
  format: string
}

/** Throws an `AmqpError` when the bytes are not a message. */
export function decodeMessage(bytes: Buffer): DecodedMessage {
  const draft: Draft = {
    persistent: false,
    priority: defaultPriority,
    ttl: undefined,
    properties: {},
    propertyFields: [],
    isTopic: undefined,
    kept: {},
    body: [],
    format: '',
  }
  try {
    for (const section of readSections(bytes)) readers[section.name]?.(draft, section.content, section.bytes)
  } catch (cause) {
    throw new AmqpError('amqp:decode-error', `the message cannot be decoded: ${(cause as Error).message}`, { cause })
  }
  return { message: build(draft), ...destinationOf(draft) }
}

type SectionReader = (draft: Draft, content: ValueReader, bytes: Buffer) => void

const readers: Readonly<Record<string, SectionReader>> = {
  header(draft, content) {
    const [durable, priority, ttl] = listOf(content.read())
    draft.persistent = durable === true
    draft.priority = Math.min(numberOf(priority) ?? defaultPriority, maxPriority)
    draft.ttl = numberOf(ttl)
  },

  messageAnnotations(draft, content, messageAnnotations) {
    draft.kept = { ...draft.kept, messageAnnotations }
    const annotations = listOf(content.read())
    const kind = annotations[annotations.indexOf('x-opt-jms-dest') + 1]
    // 0 is a queue, 1 a topic, 2 a temporary queue and 3 a temporary topic.
    if (annotations.includes('x-opt-jms-dest')) draft.isTopic = kind === 1 || kind === 3
  },

  properties(draft, content, properties) {
    draft.propertyFields = listOf(content.read())
    draft.kept = { ...draft.kept, properties }
  },

  applicationProperties(draft, content, applicationProperties) {
    let isExact = true
    for (let left = content.beginCompound(); left > 1; left -= 2) {
      const name = String(content.read())
      const read = readProperty(content.nextCode, content.read())
      if (read) draft.properties[name] = read.property
      isExact &&= read?.isExact === true
    }
    if (!isExact) draft.kept = { ...draft.kept, applicationProperties }
  },

  data(draft, content) {
    const bytes = content.read()
    if (!Buffer.isBuffer(bytes)) throw new Error('a data section is not binary')
    draft.body.push(bytes)
  },

  value(draft, content, bytes) {
    if (content.nextCode === formatCodes.string8 || content.nextCode === formatCodes.string32) {
      draft.format = 'MQSTR'
      draft.body.push(Buffer.from(content.read() as string))
    } else {
      draft.format = amqpFormat
      draft.body.push(bytes)
    }
  },

  sequence(draft, _content, bytes) {
    draft.format = amqpFormat
    draft.body.push(bytes)
  },

  footer(draft, _content, footer) {
    draft.kept = { ...draft.kept, footer }
  },
}

function build({ body, format, persistent, priority, ttl, properties, propertyFields, kept }: Draft): NewMessage {
  const [id, , , , replyTo, correlationId, , , , , groupId, groupSequence] = propertyFields
  const messageId = isPresent(id) ? readMessageId(id) : undefined
  const correlation = isPresent(correlationId) ? readCorrelationId(correlationId) : undefined
  const amqp = renderKeptSections(kept)
  const replyQueue = isPresent(replyTo) ? String(replyTo) : ''
  const first = body.length === 1 ? (body[0] as Buffer) : Buffer.concat(body)
  return {
    // A copy: the bytes belong to the buffer of the connection.
    body: body.length === 1 ? Buffer.from(first) : first,
    format,
    persistence: persistent ? 'persistent' : 'nonPersistent',
    priority,
    expiry: ttl,
    messageId,
    correlationId: correlation,
    replyTo: queueName.test(replyQueue) ? { queue: replyQueue } : undefined,
    group: isPresent(groupId) ? { id: String(groupId), sequence: numberOf(groupSequence) ?? 1 } : undefined,
    properties: Object.keys(properties).length > 0 ? properties : undefined,
    amqp,
  }
}

function destinationOf({ propertyFields, isTopic }: Draft): Pick<DecodedMessage, 'to' | 'isTopic'> {
  const to = propertyFields[2]
  return { to: isPresent(to) ? String(to) : undefined, isTopic }
}

function isPresent(field: AmqpValue | undefined): field is Exclude<AmqpValue, null> {
  return field !== undefined && field !== null
}

function numberOf(field: AmqpValue | undefined): number | undefined {
  return typeof field === 'number' ? field : undefined
}

function listOf(value: AmqpValue): readonly AmqpValue[] {
  return Array.isArray(value) ? value : []
}
