/** POST …/queue/{queue}/batch: puts up to 1,000 messages in one commit, or none. */
import { readBody } from '../../../shared/http/request/read-body.ts'
import { Type } from '../../../shared/lib/json-schema/type.ts'
import type { MessageProperty, NewMessage, UnitOfWork } from '../../manager/index.ts'
import type { RestContext, RestResponse } from '../context/rest-context.ts'
import { RestError } from '../errors/rest-error.ts'
import { createInvalidMemberError, parseBody, parseMember } from '../http/parse-body.ts'
import { parseJson, requireObject } from '../http/request-input.ts'
import { requireAdmission } from './admission.ts'
import { batchType, isMediaType, readEvents } from './cloud-events.ts'
import { parseDescriptorHeaders, readTraceProperties } from './descriptor-headers.ts'
import { putOnce } from './idempotency.ts'
import { decodeBody } from './message-json.ts'
import { runWithMessagingConnection } from './messaging-connection.ts'
import { parseCorrelationId, renderMqId } from './mq-ids.ts'
import { parseUserProperty } from './user-properties.ts'

const maxMessages = 1_000
/** A longer text of JSON would keep the server busy. */
const maxBytes = 4 * 1024 * 1024

const BatchMessage = Type.Object(
  {
    body: Type.String(),
    encoding: Type.Optional(Type.Literal('base64')),
    persistence: Type.Enum(['persistent', 'nonPersistent'], { default: 'nonPersistent' }),
    priority: Type.Optional(Type.Integer({ minimum: 0, maximum: 9 })),
    expiry: Type.Optional(Type.Integer({ minimum: 1, maximum: 99_999_999_900 })),
    correlationId: Type.Optional(Type.String({ minLength: 1 })),
    properties: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { additionalProperties: false },
)
const batchMembers = { messages: Type.Array(BatchMessage, { minItems: 1, maxItems: maxMessages }) }
export const BatchRequest = Type.Object(batchMembers, { additionalProperties: false })

export async function putBatch(context: RestContext): Promise<RestResponse> {
  const { request, version } = context
  const queue = context.params.queue as string
  const body = await readBody(request, maxBytes, () => new RestError('MQWB2007E', [maxBytes]))
  const messages = readMessages(context, body)

  return runWithMessagingConnection(context, queue, 'put to', async (connection) => {
    const isPersistent = messages.some(({ persistence }) => persistence === 'persistent')
    const put = async (unitOfWork?: UnitOfWork) => {
      requireAdmission(context, connection, queue)
      const unit = unitOfWork ?? connection.beginUnitOfWork()
      const ids: { messageId: string }[] = []
      for (const message of messages) {
        const { messageId } = await connection.put({ queue }, message, { unitOfWork: unit })
        ids.push({ messageId: renderMqId(messageId, version) })
      }
      if (!unitOfWork) await unit.commit() // otherwise the end of the connection backs it out
      const headers = {
        'Content-Type': 'application/json; charset=utf-8',
        'Sluice-Messages': String(ids.length),
        'Sluice-Message-Bytes': String(body.length),
      }
      return { status: 201, headers, body: JSON.stringify({ messages: ids }) }
    }
    return putOnce(context, connection, { body, isPersistent, put })
  })
}

function readMessages(context: RestContext, body: Buffer): NewMessage[] {
  const value = parseJson(body)
  const type = context.request.headers['content-type']
  const trace = readTraceProperties(context.request.headers)
  if (isMediaType(type, batchType)) {
    if (!Array.isArray(value) || value.length === 0 || value.length > maxMessages)
      throw new RestError('MQWB2004E', [`it must be a list of 1 to ${maxMessages} events`])
    const { properties, ...descriptor } = parseDescriptorHeaders(context.request.headers, context)
    return readEvents(value, body).map((content) => ({
      ...descriptor,
      ...content,
      properties: { ...properties, ...content.properties },
    }))
  }
  if (!isMediaType(type, 'application/json')) throw new RestError('MQWB2006E', [type ?? ''])
  const { messages } = parseBody(BatchRequest, requireObject(value))
  return messages.map((message, index) => {
    const read = readMessage(context, message, `messages[${index}]`)
    return { ...read, properties: { ...trace, ...read.properties } }
  })
}

function readMessage(
  { version }: RestContext,
  { body, encoding, correlationId, properties, ...descriptor }: ReturnType<typeof parseBody<typeof BatchMessage>>,
  place: string,
): NewMessage {
  const correlation = correlationId === undefined ? undefined : parseCorrelationId(correlationId, version)
  if (correlationId !== undefined && !correlation)
    throw createInvalidMemberError(`${place}.correlationId`, correlationId, 'it must be 48 hexadecimal digits')
  const bytes = parseMember(`${place}.body`, body, (text) => decodeBody(text, encoding ?? 'utf8'))
  return {
    ...descriptor,
    ...correlation,
    body: bytes,
    format: encoding === 'base64' ? '' : 'MQSTR',
    ccsid: 1208,
    properties: { ...correlation?.properties, ...(properties && readProperties(properties, `${place}.properties`)) },
  }
}

function readProperties(values: Readonly<Record<string, unknown>>, place: string): Record<string, MessageProperty> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, MessageProperty] => {
      const type = typeof value === 'number' ? 'double' : typeof value
      return [name, parseMember(place, String(value), (text) => parseUserProperty(name, text, type))]
    }),
  )
}
