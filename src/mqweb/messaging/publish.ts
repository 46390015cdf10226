/** POST /messaging/qmgr/{qmgr}/topic/{topicString}/message: publishes the body to everyone who subscribed. */
import { type Answer, type Call, empty } from '../call/call.ts'
import { withConnection } from './connect.ts'
import { requireText } from './content-type.ts'
import { readDescriptor } from './descriptor.ts'
import { readMessageBody } from './message-body.ts'

const plain = { 'Content-Type': 'text/plain; charset=utf-8' } as const

export async function publish(call: Call): Promise<Answer> {
  const { request, params, version } = call
  const topic = params.topic as string

  requireText(request.headers['content-type'])
  // A publication has no correlation id and no reply queue of its own: those headers are not looked at.
  const { correlationId, replyTo, properties = {}, ...descriptor } = readDescriptor(request.headers, call)
  const priority = descriptor.priority ?? version.publicationPriority

  return withConnection(call, topic, 'publish to', async (connection) => {
    const body = await readMessageBody(call, connection)
    const message = { ...descriptor, properties, body }
    await connection.publish(topic, priority === undefined ? message : { ...message, priority })
    return empty(201, plain)
  })
}
