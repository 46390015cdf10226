/**
 * CloudEvents 1.0 in messages: attributes are message properties with the prefix `ce_`, the data is the body. HTTP has them in
 * binary mode (headers `ce-`) and structured mode (`application/cloudevents+json`).
 */
import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import { attempt, findFailure } from '../../../shared/lib/collections/attempt.ts'
import { parseForeignJson, sliceMember } from '../../../shared/lib/collections/json-object.ts'
import type { Message, MessageProperty, NewMessage } from '../../manager/index.ts'
import { RestError } from '../errors/rest-error.ts'
import { decodeBody, jsonValue } from './message-json.ts'

export const structuredType = 'application/cloudevents+json'
export const batchType = 'application/cloudevents-batch+json'

const prefix = 'ce_'
const required = ['specversion', 'id', 'source', 'type'] as const
const nameShape = /^[a-z0-9]{1,64}$/

/** What an event adds to a message. */
export type EventContent = Pick<NewMessage, 'body' | 'format'> & { properties: Record<string, MessageProperty> }

export function isMediaType(contentType: string | undefined, type: string): boolean {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() === type
}

/** Returns the properties of an event in binary mode; none without the header `ce-specversion`. Throws MQWB0325E (400). */
export function readEventHeaders(headers: IncomingHttpHeaders): Record<string, MessageProperty> {
  if (headers['ce-specversion'] === undefined) return {}
  const attributes: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(headers))
    if (name.startsWith('ce-')) attributes[name.slice(3)] = decode(String(value))
  const type = headers['content-type']
  if (type !== undefined) attributes.datacontenttype = type
  return renderProperties(attributes)
}

/** Returns the content of an event in structured mode. Throws MQWB0325E (400). */
export function readEvent(text: Buffer): EventContent {
  try {
    return buildContent(parseForeignJson(text), ...sliceMember(text, 'data', 1))
  } catch (cause) {
    throw cause instanceof RestError ? cause : invalid((cause as Error).message)
  }
}

/** Returns the contents of a list of events, which is the value of the text. Throws MQWB0325E (400). */
export function readEvents(events: readonly unknown[], text: Buffer): EventContent[] {
  const data = sliceMember(text, 'data', 2)
  return events.map((event, index) => buildContent(event, data[index]))
}

/** Returns the content of an event whose data has this text: numbers of JSON keep digits that a value does not hold. */
function buildContent(value: unknown, json = ''): EventContent {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid('it must be a JSON object')
  const { data, data_base64: encoded, ...attributes } = value as Record<string, unknown>
  if (data !== undefined && encoded !== undefined) throw invalid('it has both data and data_base64')
  const properties = renderProperties(attributes)
  if (encoded !== undefined) {
    const body = typeof encoded === 'string' ? attempt(() => decodeBody(encoded, 'base64')) : undefined
    if (!body) throw invalid('data_base64 must be base64')
    return { body, format: isUtf8(body) ? 'MQSTR' : '', properties }
  }
  const isText = typeof data === 'string' && !isJsonType(attributes.datacontenttype)
  const body = isText ? attempt(() => decodeBody(data, 'utf8')) : Buffer.from(json)
  if (!body) throw invalid('data has half of a surrogate pair')
  return { body, format: 'MQSTR', properties }
}

/** Returns the headers of a message that is an event, in binary mode; undefined for any other message. */
export function renderEventHeaders({ properties }: Pick<Message, 'properties'>): Record<string, string> | undefined {
  if (!properties[`${prefix}specversion`]) return undefined
  const headers: Record<string, string> = {}
  for (const [name, { value }] of Object.entries(properties)) {
    if (!name.startsWith(prefix)) continue
    const attribute = name.slice(prefix.length)
    if (!nameShape.test(attribute)) continue // of a program of AMQP, whose names may be no header
    if (attribute === 'datacontenttype') headers['Content-Type'] = encode(String(value))
    else headers[`ce-${attribute}`] = encode(String(value))
  }
  return headers
}

/** Returns the text of a message as an event in structured mode. One that was put without attributes gets those of its queue. */
export function renderEvent(message: Message, source: string): string {
  const { properties, body, format } = message
  const own = Object.entries(properties).filter(([name]) => name.startsWith(prefix))
  const attributes = own.some(([name]) => name === `${prefix}specversion`)
    ? Object.fromEntries(own.map(([name, { value }]) => [name.slice(prefix.length), jsonValue(value)]))
    : {
        specversion: '1.0',
        id: message.messageId.toString('hex'),
        source,
        type: 'com.ibm.mq.message',
        time: new Date(message.putAt).toISOString(),
      }
  const isJson = isJsonType((attributes as { datacontenttype?: unknown }).datacontenttype ?? 'text/plain')
  // What is no JSON, or takes long to parse, stays as it is.
  if (format.trimEnd() !== 'MQSTR' || (isJson && findFailure(() => parseForeignJson(body)) !== undefined))
    return JSON.stringify({ ...attributes, data_base64: body.toString('base64') })
  const text = body.toString('utf8')
  return `${JSON.stringify(attributes).slice(0, -1)},"data":${isJson ? text : JSON.stringify(text)}}`
}

function renderProperties(attributes: Readonly<Record<string, unknown>>): Record<string, MessageProperty> {
  for (const name of required)
    if (typeof attributes[name] !== 'string' || attributes[name] === '') throw invalid(`${name} is missing`)
  if (attributes.specversion !== '1.0') throw invalid(`specversion must be 1.0, found ${attributes.specversion}`)
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => {
      if (!nameShape.test(name)) throw invalid(`"${name.slice(0, 80)}" is no name of an attribute`)
      return [`${prefix}${name}`, readProperty(name, value)]
    }),
  )
}

function readProperty(name: string, value: unknown): MessageProperty {
  if (typeof value === 'string' && value.isWellFormed()) return { type: 'string', value }
  if (typeof value === 'boolean') return { type: 'boolean', value }
  if (Number.isInteger(value) && Math.abs(value as number) < 2 ** 31) return { type: 'integer', value: value as number }
  throw invalid(`${name} must be a text, a boolean or an integer of 32 bits`)
}

/** The default media type of data is JSON. */
function isJsonType(type: unknown): boolean {
  return type === undefined || /^[\w.+-]+\/(?:[\w.+-]+\+)?json\b/i.test(String(type))
}

/** Decodes a header value: percent-encoded UTF-8, HTTP protocol binding section 3.1.3.2. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    throw invalid(`the header value "${value.slice(0, 80)}" is not percent-encoded`)
  }
}

function encode(value: string): string {
  return value.replace(/[^\x21\x23\x24\x26-\x7e]/gu, (each) => encodeURIComponent(each.toWellFormed()))
}

function invalid(why: string): RestError {
  return new RestError('MQWB0325E', [why])
}
