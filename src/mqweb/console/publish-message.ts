/** POST of a message to a topic string: publishes it to all subscribers. */

import { PublishMessageRequest } from '../../contract/console/messages.ts'
import { emptyResponse, type RestContext, type RestResponse } from '../context/rest-context.ts'
import { readJsonObjectBody } from '../http/json-body.ts'
import { parseBody } from '../http/parse-body.ts'
import { runWithConsoleConnection } from './console-connection.ts'
import { buildNewMessage } from './new-message.ts'

export async function publishConsoleMessage(context: RestContext): Promise<RestResponse> {
  const topic = context.params.topic as string
  const body = parseBody(PublishMessageRequest, await readJsonObjectBody(context.request))
  // A publication has no correlation id and no reply-to queue.
  const { correlationId, replyTo, ...message } = buildNewMessage(body)
  const { retain } = body

  return runWithConsoleConnection(context, topic, 'publish to', async (connection) => {
    await connection.publish(topic, { ...message, retain })
    return emptyResponse(201)
  })
}
