/** Translates between the MQ message descriptor and HTTP headers. */
import type { IncomingHttpHeaders } from 'node:http'
import { parseTraceparent } from '../../../shared/lib/headers/call-ids.ts'
import type { Destination, Message, MessageProperty, NewMessage } from '../../manager/index.ts'
import type { RestContext } from '../context/rest-context.ts'
import type { DialectHeaderNames } from '../context/rest-dialect.ts'
import { RestError } from '../errors/rest-error.ts'
import { renderDestination } from './message-json.ts'
import { isZeroMqId, parseCorrelationId, renderMqId } from './mq-ids.ts'
import { correlationTextProperty, parseUserProperties, renderUserProperties } from './user-properties.ts'

type Descriptor = Omit<NewMessage, 'body'>
type Wire = Pick<RestContext, 'dialect' | 'version'>

const textFormat = { format: 'MQSTR', ccsid: 1208 } as const
const maxExpiryMs = 99_999_999_900
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const nameShape = /^[A-Za-z0-9./_%]{1,48}$/

/** Parses the descriptor headers of a message to put or publish. Throws MQWB0302E (400) for an invalid value. */
export function parseDescriptorHeaders(headers: IncomingHttpHeaders, wire: Wire): Descriptor {
  const { lowerCaseHeaders: fields } = wire.dialect
  const value = (field: string) => headers[field] as string | undefined
  const descriptor: Descriptor = {
    ...textFormat,
    persistence: readPersistence(value(fields.persistence), wire),
    expiry: readExpiry(value(fields.expiry), wire),
    replyTo: readReplyTo(value(fields.replyTo), wire),
    ...readCorrelation(value(fields.correlationId), wire),
  }
  const trace = readTraceProperties(headers)
  if (trace) descriptor.properties = { ...trace, ...descriptor.properties }
  if (!wire.version.hasDescriptorHeaders) return descriptor

  const text = value(fields.properties)
  const properties = text === undefined ? {} : parseUtf8(wire, 'properties', text, parseUserProperties)
  return {
    ...descriptor,
    priority: readPriority(value(fields.priority), wire),
    properties: { ...descriptor.properties, ...properties },
  }
}

/**
 * Returns the trace context of a request (W3C Trace Context) as properties of the message, so that the receiver continues
 * the trace; undefined without a valid one.
 */
export function readTraceProperties(headers: IncomingHttpHeaders): Record<string, MessageProperty> | undefined {
  const { traceparent, tracestate } = headers
  if (traceparent === undefined || !parseTraceparent(String(traceparent))) return undefined
  const property = (value: unknown) => ({ type: 'string', value: String(value).slice(0, 512) }) as const
  const isValid = tracestate !== undefined && /^[\x20-\x7e]+$/.test(String(tracestate)) // section 3.3.1.3.2
  return { traceparent: property(traceparent), ...(isValid && { tracestate: property(tracestate) }) }
}

/** Returns the trace context that a message has in its properties, as headers. */
export function renderTraceHeaders({ properties }: Pick<Message, 'properties'>): Record<string, string> {
  const { traceparent, tracestate } = properties
  if (!traceparent) return {}
  return { traceparent: headerText(traceparent.value), ...(tracestate && { tracestate: headerText(tracestate.value) }) }
}

/** Returns the headers of a message in a response. */
export function renderDescriptorHeaders(message: Message, { dialect, version }: Wire): Record<string, string> {
  const { headers } = dialect
  const { correlationId, expiry, replyTo } = message
  const rendered: Record<string, string> = {
    [headers.messageId]: renderMqId(message.messageId, version),
    [headers.expiry]: expiry === undefined ? 'unlimited' : String(expiry),
    [headers.persistence]: message.persistence,
    ...renderTraceHeaders(message),
  }

  if (!isZeroMqId(correlationId)) {
    const madeUp = version.number === 3 ? message.properties[correlationTextProperty]?.value : undefined
    rendered[headers.correlationId] = madeUp === undefined ? renderMqId(correlationId, version) : headerText(madeUp)
  }
  if (replyTo) rendered[headers.replyTo] = renderDestination(replyTo)
  if (version.hasDescriptorHeaders) {
    rendered[headers.priority] = String(message.priority)
    const properties = renderUserProperties(message.properties)
    if (properties !== undefined) rendered[headers.properties] = headerText(properties)
  }
  return rendered
}

function readPersistence(value: string | undefined, wire: Wire): NewMessage['persistence'] {
  if (value === undefined || value === 'nonPersistent') return 'nonPersistent'
  if (value === 'persistent') return value
  throw unfit(wire, 'persistence', value, 'it must be persistent or nonPersistent')
}

/** Returns the expiry in milliseconds, or undefined for a message that never expires, also for the value 0. */
function readExpiry(value: string | undefined, wire: Wire): number | undefined {
  if (value === undefined || value === 'unlimited') return undefined
  const milliseconds = /^\d{1,11}$/.test(value) ? Number(value) : Number.NaN
  if (milliseconds <= maxExpiryMs) return milliseconds === 0 ? undefined : milliseconds
  throw unfit(wire, 'expiry', value, `it must be unlimited or milliseconds from 0 to ${maxExpiryMs}`)
}

function readPriority(value: string | undefined, wire: Wire): number | undefined {
  if (value === undefined || value === 'asDestination') return undefined
  if (/^\d$/.test(value)) return Number(value)
  throw unfit(wire, 'priority', value, 'it must be asDestination or a digit')
}

function readReplyTo(value: string | undefined, wire: Wire): Destination | undefined {
  if (value === undefined) return undefined
  const [queue = '', queueManager, ...rest] = value.split('@')
  const fits = nameShape.test(queue) && (queueManager === undefined || nameShape.test(queueManager))
  if (fits && rest.length === 0) return queueManager === undefined ? { queue } : { queue, queueManager }
  throw unfit(wire, 'replyTo', value, 'it must be a queue name, or queue@queueManager')
}

function readCorrelation(value: string | undefined, wire: Wire): Pick<Descriptor, 'correlationId' | 'properties'> {
  if (value === undefined) return {}
  return parseUtf8(wire, 'correlationId', value, (text) => {
    const parsed = parseCorrelationId(text, wire.version)
    if (parsed) return parsed
    throw new Error(`it must be ${wire.version.idPrefix && 'a text, or ID: and '}48 hexadecimal digits`)
  })
}

function unfit({ dialect }: Wire, header: keyof DialectHeaderNames, value: string, why: string): RestError {
  return new RestError('MQWB0302E', [dialect.headers[header], value, why])
}

/** Parses a header value in UTF-8, whose bytes Node decodes as Latin-1. Throws MQWB0302E (400) with the message of the parser. */
function parseUtf8<T>(wire: Wire, header: keyof DialectHeaderNames, value: string, parse: (text: string) => T): T {
  try {
    return parse(utf8.decode(Buffer.from(value, 'latin1')))
  } catch (error) {
    throw unfit(wire, header, value, error instanceof TypeError ? 'it must be UTF-8' : (error as Error).message)
  }
}

/** Encodes a text as a header value, for which Node encodes Latin-1. Control characters become blanks. */
function headerText(value: MessageProperty['value']): string {
  return Buffer.from(String(value).replace(/[\0-\x1f\x7f]/g, ' '), 'utf8').toString('latin1')
}
