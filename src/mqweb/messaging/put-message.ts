/** POST of a message to a queue or a topic. */
import { emptyResponse, type RestContext, type RestResponse } from '../context/rest-context.ts'
import { requireTextContentType } from './content-type.ts'
import { parseDescriptorHeaders } from './descriptor-headers.ts'
import { readMessageBody } from './message-body.ts'
import { runWithMessagingConnection } from './messaging-connection.ts'
import { renderMqId } from './mq-ids.ts'

const plain = { 'Content-Type': 'text/plain; charset=utf-8' } as const

/** POST /messaging/qmgr/{qmgr}/queue/{queue}/message: puts the body as one message. */
export async function putMessage(context: RestContext): Promise<RestResponse> {
  const { request, params, dialect, version } = context
  const queue = params.queue as string

  requireTextContentType(request.headers['content-type'])
  const descriptor = parseDescriptorHeaders(request.headers, context)

  return runWithMessagingConnection(context, queue, 'put to', async (connection) => {
    const body = await readMessageBody(context, connection, queue)
    const { messageId } = await connection.put({ queue }, { ...descriptor, body })
    return emptyResponse(201, { ...plain, [dialect.headers.messageId]: renderMqId(messageId, version) })
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
    const message = { ...descriptor, properties, body }
    await connection.publish(topic, priority === undefined ? message : { ...message, priority })
    return emptyResponse(201, plain)
  })
}
