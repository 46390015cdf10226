/** POST of a message to a queue or a topic. */
import { isUtf8 } from 'node:buffer'
import { readBodyWithDynamicLimit } from '../../../shared/http/request/read-body.ts'
import { type Connection, MqError, type UnitOfWork } from '../../manager/index.ts'
import type { RestContext, RestResponse } from '../context/rest-context.ts'
import { RestError } from '../errors/rest-error.ts'
import { requireAdmission } from './admission.ts'
import { isMediaType, readEvent, readEventHeaders, structuredType } from './cloud-events.ts'
import { parseDescriptorHeaders } from './descriptor-headers.ts'
import { putOnce } from './idempotency.ts'
import { runWithMessagingConnection } from './messaging-connection.ts'
import { renderMqId } from './mq-ids.ts'

const plain = { 'Content-Type': 'text/plain; charset=utf-8' } as const

/** POST /messaging/qmgr/{qmgr}/queue/{queue}/message: puts the body as one message, once for each `Idempotency-Key`. */
export async function putMessage(context: RestContext): Promise<RestResponse> {
  const { request, params, dialect, version } = context
  const queue = params.queue as string

  const isEvent = isMediaType(request.headers['content-type'], structuredType)
  if (!isEvent) requireTextContentType(request.headers['content-type'])
  const descriptor = parseDescriptorHeaders(request.headers, context)
  const attributes = isEvent ? {} : readEventHeaders(request.headers)

  return runWithMessagingConnection(context, queue, 'put to', async (connection) => {
    const body = await readMessageBody(context, connection, queue)
    const event = isEvent ? readEvent(body) : { body, properties: attributes }
    const properties = { ...descriptor.properties, ...event.properties }
    const put = async (unitOfWork?: UnitOfWork) => {
      requireAdmission(context, connection, queue)
      const { messageId } = await connection.put({ queue }, { ...descriptor, ...event, properties }, { unitOfWork })
      const headers = { ...plain, 'Sluice-Message-Bytes': String(body.length) }
      return { status: 201, headers: { ...headers, [dialect.headers.messageId]: renderMqId(messageId, version) } }
    }
    return putOnce(context, connection, { body, isPersistent: descriptor.persistence === 'persistent', put })
  })
}

/** POST /messaging/qmgr/{qmgr}/topic/{topicString}/message: publishes the body to all subscribers. */
export async function publishMessage(context: RestContext): Promise<RestResponse> {
  const { request, params, version } = context
  const topic = params.topic as string

  requireTextContentType(request.headers['content-type'])
  // A publication has no correlation id and no reply-to queue, so these headers are ignored.
  const { correlationId, replyTo, properties = {}, ...descriptor } = parseDescriptorHeaders(request.headers, context)
  const priority = descriptor.priority ?? version.defaultPublicationPriority

  return runWithMessagingConnection(context, topic, 'publish to', async (connection) => {
    const body = await readMessageBody(context, connection)
    const publication = { ...descriptor, priority, properties, body }
    const put = async (unitOfWork?: UnitOfWork) => {
      await connection.publish(topic, publication, { unitOfWork })
      return { status: 201, headers: { ...plain, 'Sluice-Message-Bytes': String(body.length) } }
    }
    return putOnce(context, connection, { body, isPersistent: descriptor.persistence === 'persistent', put })
  })
}

/** The limit up to which a body is read without asking: no queue manager's is smaller, and a smaller queue rejects. */
const safeBytes = 32_768

/**
 * Returns the bytes of the body. Throws `MqError` 2030 or 2031 as soon as the body exceeds the maximum message
 * length of the queue or queue manager, MQWB0310E (400) for invalid UTF-8, and `ClientDisconnectedError`.
 */
async function readMessageBody({ request }: RestContext, connection: Connection, queue?: string): Promise<Buffer> {
  const body = await readBodyWithDynamicLimit(request, safeBytes, async (length) => {
    const { bytes, reasonCode } = connection.maxMessageLength(queue)
    if (length > bytes) throw new MqError(reasonCode, `the message is longer than ${bytes} bytes`)
    return bytes
  })
  if (!isUtf8(body)) throw new RestError('MQWB0310E')
  return body
}

/** The accepted media types. */
export const textMediaTypes = ['text/plain', 'text/html', 'text/xml', 'application/json', 'application/xml'] as const
const shape = /^([a-z]+\/[a-z]+)\s*(?:;\s*charset\s*=\s*"?([^\s";]+)"?\s*)?(?:;\s*)?$/i

/** Accepted Content-Type values, so that each value is parsed once. */
const accepted = new Set<string | undefined>()
const maxAccepted = 100

/** Throws `RestError` with status 415 for a Content-Type that is not a supported media type in UTF-8. */
function requireTextContentType(contentType: string | undefined): void {
  if (accepted.has(contentType)) return
  const [, type, charset] = shape.exec(contentType ?? '') ?? []
  if (!type || !textMediaTypes.some((each) => each === type.toLowerCase()))
    throw new RestError('MQWB0306E', [contentType ?? '', textMediaTypes.join(', ')])
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) throw new RestError('MQWB0305E', [charset])
  if (accepted.size < maxAccepted) accepted.add(contentType)
}
