/** POST of a message to a topic string: publishes it to everyone who subscribed. */
import { type Answer, type Call, empty } from '../call/call.ts'
import { readJsonObject } from '../http/json-body.ts'
import { withConnection } from './connect.ts'
import { readFlagMember } from './members.ts'
import { readNewMessage } from './new-message.ts'

export async function publish(call: Call): Promise<Answer> {
  const topic = call.params.topic as string
  const body = await readJsonObject(call.request)
  // A publication has no correlation id and no reply queue of its own.
  const { correlationId, replyTo, ...message } = readNewMessage(body)
  const retain = readFlagMember(body, 'retain')

  return withConnection(call, topic, 'publish to', async (connection) => {
    await connection.publish(topic, { ...message, retain })
    return empty(201)
  })
}
